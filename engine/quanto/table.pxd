# The table of Quanto: what lies where, each place a multiset of cards, and the pile, a stack of bytes.
#
#   display  4 6 10 12        hand[0]  4 8* 10 J (hand_size 4)     stack[1]  2 8, chip[1] = 10, stack_size 2
#   turned   -                gone     3 3 (score[0] = 2)          pile[0 .. pile_size - 1], the top is the last
#
# The score of a player is the number of cards won; whose they were is known, which they were only where `gone` tells.
# Sizes larger than the cards that are known mean hidden ones: in the hands of others, in a stack that was not noted.
# Cards that are nowhere have gone unseen. In a position nothing is hidden, so that the places add up to the deck.
#
# A turn as nodes:     PLAY ---> [2: PLAY ...] ---> refills (CHANCE) ---> the next player's PLAY
#                        \-----> [3: turn up (CHANCE) ---> THREE ...] --/

from libc.stdint cimport int8_t, uint8_t, uint16_t

from kiebitz.engine.bits cimport count
from kiebitz.engine.game cimport Move, Rules, State
from kiebitz.engine.quanto.cards cimport DECK, Cards, rainbows, size_of

cdef enum:
    SEATS = 6
    PILE = 112
    NOBODY = -1

cdef enum:              # decisions
    PLAY = 0            # a hand card, or a fill with turns of one action
    THREE = 1           # one of the cards turned up by a 3

cdef enum:              # what nature owes at a chance node
    NOTHING = 0
    TURN_UP = 1         # the cards of a 3
    REFILLS = 2         # display and hand after a play
    FILL_DISPLAY = 3    # a turn of its own
    FILL_HAND = 4

cdef enum:              # options, in this order in Rules.options; values by index of the names in docs/rules/quanto.md
    BASE_SIZE           # the number itself; 0: by players
    TURN                # sequence, one_of
    CAPTURE_RULE        # free, maximal
    EXTEND_GROUPS       # false, true
    DISCARD_RULE        # always, forced
    RAINBOW_DISPLAY     # event, state
    RAINBOW_BONUS       # capture_collect, any
    JOKER_BUILDS        # false, true
    DISPLAY_JOKER       # wild, inert
    LAST_TAKER          # any_take, capture_only

cdef enum:              # kinds of moves
    EVENT = 0           # nature's; lo: bit 61, Cards turned up; hi: Cards drawn into the hand
    CAPTURE = 1
    CREATE = 2
    EXTEND = 3
    COLLECT = 4
    STEAL = 5
    DISCARD = 6
    FILL = 7            # owner 0: the display, 1: the hand

# A player's move, the same for the same effect:
#   lo   Cards that leave the display, without the bonus
#   hi   kind << 61 | bonus << 21 | base << 16 | owner << 13 | chip << 9 | as << 5 | card
# base: the creating display card; as: the number a joker stands for, the smallest that allows the take.


cdef struct Quanto:
    State head
    Cards display
    Cards turned            # by a 3, awaiting the choice
    Cards gone              # known to have left: won, set aside, lost
    Cards hand[SEATS]       # as far as known
    Cards stack[SEATS]
    uint8_t hand_size[SEATS]
    uint8_t stack_size[SEATS]
    uint8_t chip[SEATS]     # of the stack; 0: no stack
    uint16_t chips          # set of the chips on stacks
    uint8_t pile_size
    uint8_t mover           # whose turn it is, also at chance nodes
    int8_t last_taker
    uint8_t due             # at a chance node: what is to be drawn
    uint8_t chained         # the play after a discarded 2, where that is no whole turn
    uint8_t spare[5]
    uint8_t pile[PILE]      # 0 above the top


cdef inline int kind_of(Move move) noexcept nogil:
    return move.hi >> 61


cdef inline int card_of(Move move) noexcept nogil:
    return move.hi & 31


cdef inline int number_of(Move move) noexcept nogil:
    """What a joker stands for; 0 where that does not matter."""
    return (move.hi >> 5) & 15


cdef inline int chip_of(Move move) noexcept nogil:
    return (move.hi >> 9) & 15


cdef inline int owner_of(Move move) noexcept nogil:
    return (move.hi >> 13) & 7


cdef inline int base_of(Move move) noexcept nogil:
    return (move.hi >> 16) & 31


cdef inline int bonus_of(Move move) noexcept nogil:
    return (move.hi >> 21) & 31


cdef inline int base_size(const Rules* rules, const Quanto* q) noexcept nogil:
    """Cards in a full hand and a full display."""
    if rules.options[BASE_SIZE]:
        return rules.options[BASE_SIZE]
    return 4 if q.head.players <= 4 else 5


cdef int givers(const Quanto* q) noexcept nogil         # other players who have won a card
cdef int points_of(const Quanto* q, Move move) noexcept nogil                   # cards added to the own pile at once


cdef inline int display_wants(const Rules* rules, const Quanto* q) noexcept nogil:
    """Cards short of a full display."""
    cdef int lying = count(rainbows(q.display)) if rules.options[RAINBOW_DISPLAY] else 0
    return base_size(rules, q) + lying - size_of(q.display)


cdef inline int hand_wants(const Rules* rules, const Quanto* q) noexcept nogil:
    """Cards short of a full hand of the mover."""
    return base_size(rules, q) - q.hand_size[q.mover]
