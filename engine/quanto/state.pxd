# The state of Quanto: the struct, the options with their values, and the bits of a move.
#
#   display  4 6 10 12        hand[0]  4 8* 10 J (hand_size 4)     stack[1]  2 8, chip[1] = 10, stack_size 2
#   turned   -                gone     3 3 (score[0] = 2)          pile[0 .. pile_size - 1], the top is the last
#
# Each place except the pile is a multiset of cards (cards.pxd). A score is the number of cards that the player has won.
# The owner of a won card is not stored: `gone` holds the cards that are known to have left the game. If the size of a hand
# or stack is larger than the number of its known cards, the other cards are hidden. A card that is in no place has left the
# game unseen. In a position nothing is hidden, and the places add up to the deck.
#
# The nodes of a turn: PLAY ---> [2: PLAY ...] ---> refills (CHANCE) ---> the next player's PLAY
#                         \-----> [3: turn up (CHANCE) ---> THREE ...] --/
#
# A player's move. Two moves with the same effect are the same move.
#
#   lo   Cards that leave the display, without the bonus
#   hi   63 .. 61 | ... | 25 .. 21 | 20 .. 16 | 15 .. 13 | 12 .. 9 | 8 .. 5 | 4 .. 0
#          kind   |     |  bonus   |   base   |  owner   |  chip   | number |  card
#
#   card    the played card
#   number  the number that a joker stands for: the smallest number that allows the take. 0 if it does not matter
#   chip    of the stack that is created, extended or collected
#   owner   of the stack that is collected. FILL: 0 draws for the display, 1 for the hand
#   base    the display card that creates the stack with the played card: the smallest possible card
#   bonus   the extra card that a played rainbow card takes: the smallest possible card
#
# `4 creates 6` is card 4, base 8 (the plain 6), chip 10:   lo = 1 << 4 * 6,   hi = 2 << 61 | 8 << 16 | 10 << 9 | 4.
#
# Nature's move, an outcome: lo = bit 61 and the Cards that are turned up; hi = the Cards that are drawn into the hand.

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint64_t

from kiebitz.engine.bits cimport count
from kiebitz.engine.game cimport Move, Rules, State
from kiebitz.engine.quanto.cards cimport Cards, rainbows, size_of

cdef enum:
    SEATS = 6
    PILE = 112          # room for the deck; a multiple of 8
    NOBODY = -1
    CHIPS = 0x1FE0      # set of all chips: 5 to 12

cdef enum:              # decisions
    PLAY = 0            # play a hand card, or fill (option TURN)
    THREE = 1           # choose one of the cards that a 3 turned up

cdef enum:              # `due` at a chance node: the cards to draw
    NOTHING = 0
    TURN_UP = 1         # the cards of a 3
    REFILLS = 2         # display and hand after a play
    FILL_DISPLAY = 3    # the display, as a turn of its own
    FILL_HAND = 4       # the hand, as a turn of its own

cdef enum:              # indices of Rules.options; values by index of the names in docs/rules/quanto.md
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

cdef enum:              # kinds of a player's moves
    CAPTURE = 1
    CREATE = 2
    EXTEND = 3
    COLLECT = 4
    STEAL = 5
    DISCARD = 6
    FILL = 7

cdef enum:              # lowest bits of the fields in a move's hi
    NUMBER_SHIFT = 5
    CHIP_SHIFT = 9
    OWNER_SHIFT = 13
    BASE_SHIFT = 16
    BONUS_SHIFT = 21
    KIND_SHIFT = 61

cdef enum:
    OUTCOME_BIT = 61    # in an outcome's lo, so that no outcome is (0, 0)


cdef struct Quanto:
    State head
    Cards display
    Cards turned            # turned up by a 3; the mover chooses one
    Cards gone              # known to have left the game: won, set aside or lost
    Cards hand[SEATS]       # the known cards
    Cards stack[SEATS]      # the known cards
    uint8_t hand_size[SEATS]
    uint8_t stack_size[SEATS]
    uint8_t chip[SEATS]     # of the stack; 0: no stack
    uint16_t chips          # set of the chips on stacks
    uint8_t pile_size
    uint8_t mover           # the player whose turn it is, also at chance nodes
    int8_t last_taker
    uint8_t due             # at a chance node: the cards to draw
    uint8_t chained         # 1: the play after a discarded 2; only with one action a turn (TURN one_of)
    uint8_t spare[5]
    uint8_t pile[PILE]      # 0 above the top


cdef inline uint64_t field(int value, int shift) noexcept nogil:
    """A field of a move's hi."""
    return <uint64_t>value << shift


cdef inline int kind_of(Move move) noexcept nogil:
    return move.hi >> KIND_SHIFT


cdef inline int card_of(Move move) noexcept nogil:
    return move.hi & 31


cdef inline int joker_number_of(Move move) noexcept nogil:
    """The number that a joker stands for; 0 if it does not matter."""
    return (move.hi >> NUMBER_SHIFT) & 15


cdef inline int chip_of(Move move) noexcept nogil:
    return (move.hi >> CHIP_SHIFT) & 15


cdef inline int owner_of(Move move) noexcept nogil:
    return (move.hi >> OWNER_SHIFT) & 7


cdef inline int base_of(Move move) noexcept nogil:
    return (move.hi >> BASE_SHIFT) & 31


cdef inline int bonus_of(Move move) noexcept nogil:
    return (move.hi >> BONUS_SHIFT) & 31


cdef inline int base_size(const Rules* rules, const Quanto* q) noexcept nogil:
    """Cards in a full hand and in a full display."""
    if rules.options[BASE_SIZE]:
        return rules.options[BASE_SIZE]
    return 4 if q.head.players <= 4 else 5


cdef inline int display_wants(const Rules* rules, const Quanto* q) noexcept nogil:
    """Number of cards that the display lacks to be full."""
    cdef int extra = count(rainbows(q.display)) if rules.options[RAINBOW_DISPLAY] else 0
    return base_size(rules, q) + extra - size_of(q.display)


cdef inline int hand_wants(const Rules* rules, const Quanto* q) noexcept nogil:
    """Number of cards that the mover's hand lacks to be full."""
    return base_size(rules, q) - q.hand_size[q.mover]


cdef inline uint64_t collect_fields(const Quanto* q, int owner) noexcept nogil:
    """The hi of a collect or steal of the owner's stack, without card and bonus."""
    cdef int kind = COLLECT if owner == q.mover else STEAL
    return field(kind, KIND_SHIFT) | field(q.chip[owner], CHIP_SHIFT) | field(owner, OWNER_SHIFT)


cdef int givers(const Quanto* q) noexcept nogil                 # other players who have won a card
cdef int points_of(const Quanto* q, Move move) noexcept nogil   # cards that the mover wins at once
cdef Cards unseen_cards(const Quanto* q) noexcept nogil         # cards whose place is unknown
