# The state of Qwinto: four stacks, hands, pile, sheets and the present turn; the options with their values; moves.
#
# A card is colour * 8 + index of its value: O-2 = 0, O0 = 1, O1 = 2, ... O6 = 7, Y-2 = 8, ... G6 = 31. The stacks are
#
#     0 TL | 1 TR       the neighbours of stack s are s ^ 1 and s ^ 2, its diagonal is s ^ 3
#     2 BL | 3 BR
#
# Square `P4 Y3 / G6 O2` = tops {21, 12, 31, 3}. G5 (30) is placed on TL: covered gets bit 21, sum = 5 + 3 + 6 = 14,
# colours = {yellow} = 2. Then every player decides, the active player first; write[0] = 1 + 13 stands for `write Y5`.
#
# The pile generation of a card is the number of reshuffles until the card came into the pile. It limits the places of a
# hidden card: a reshuffle makes a new pile of covered cards, and all players know these cards. A view stores a hidden hand
# card as HIDDEN + its pile generation.
#
# A move is in lo, and hi is 0:
#
#   bit       31 .. 24     23 .. 18 | 17, 16     15 .. 10 | 9, 8     7 .. 4    3 .. 0
#   PLACE                    card 1 | stack 1      card 0 | stack 0   cards     kind      card 0 is placed first
#   WRITE                                               field          -        kind
#   DECLINE                                               -            -        kind
#   DRAW       card 2             card 1               card 0         cards     kind      nature's move; cards rise
#
# `O3@TL P3@TR` = PLACE | 2 << 4 | (4 << 2 | 0) << 8 | (20 << 2 | 1) << 16.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from kiebitz.engine.bits cimport bit, lowest, without_lowest
from kiebitz.engine.game cimport MAX_PLAYERS, Move, State
from kiebitz.engine.qwinto.sheet cimport Sheet

cdef enum:
    CARDS = 32
    GREY = 3
    STACKS = 4
    HAND = 3
    PILE = 28           # the deck without the square
    HIDDEN = 32         # a card that the viewer does not know; in a hand HIDDEN + pile generation

cdef enum:              # indices of Rules.options
    MAX_PLAYERS_OPTION  # the number itself
    ACTIVE_MAY_DECLINE  # false, true
    EMPTY_PILE          # reshuffle, no_refill, end
    START_PLAYER        # the number itself

cdef enum:              # values of EMPTY_PILE
    RESHUFFLE
    NO_REFILL
    END

cdef enum:              # decisions
    PLACING
    WRITING

cdef enum:              # write[player]: the decision of this turn, 1 + field or one of these
    UNDECIDED = 0
    DECLINED = 28

cdef enum:              # kinds of moves
    PLACE = 1
    WRITE = 2
    DECLINE = 3
    DRAW = 4


cdef struct Hand:               # 4 bytes; cards rising, unused slots 0
    uint8_t card[HAND]
    uint8_t size


cdef struct Qwinto:
    State head
    Sheet sheet[MAX_PLAYERS]
    Hand hand[MAX_PLAYERS]
    uint32_t covered            # set of the cards under the tops
    uint8_t top[STACKS]
    uint8_t active              # the player whose turn it is, also while others decide and at chance nodes
    uint8_t to_draw             # at a chance node: number of cards that the active player draws
    uint8_t sum                 # announced; 0: nothing
    uint8_t colours             # announced: bit 0 orange, 1 yellow, 2 purple
    uint8_t write[MAX_PLAYERS]  # decisions of this turn; applied together after the last one
    uint8_t pile_size
    uint8_t reshuffles          # below 100: each new pile lasts at least five draws, and no game has 500 draws
    uint8_t spare[2]
    uint8_t pile[PILE]          # the top is the last card; unused bytes 0
    uint8_t pile_generation[CARDS]      # by card, in a hand or in the pile; else 0


cdef inline int value_of(int card) noexcept nogil:
    return (card & 7) - (1 if card & 7 else 2)


cdef inline int colour_of(int card) noexcept nogil:
    return card >> 3


cdef inline void add_card(Hand* hand, int card) noexcept nogil:
    """Inserts a card and keeps the order."""
    cdef int i = hand.size
    while i > 0 and hand.card[i - 1] > card:
        hand.card[i] = hand.card[i - 1]
        i -= 1
    hand.card[i] = card
    hand.size += 1


cdef inline void remove_card(Hand* hand, int card) noexcept nogil:
    cdef int i = 0
    while hand.card[i] != card:
        i += 1
    hand.size -= 1
    while i < hand.size:
        hand.card[i] = hand.card[i + 1]
        i += 1
    hand.card[i] = 0


cdef inline uint32_t unseen_cards(const Qwinto* q) noexcept nogil:
    """The set of the cards that are neither in the square, nor covered, nor known in a hand."""
    cdef uint32_t seen = q.covered
    cdef int i, p
    for i in range(STACKS):
        seen |= bit(q.top[i])
    for p in range(q.head.players):
        for i in range(q.hand[p].size):
            if q.hand[p].card[i] < HIDDEN:
                seen |= bit(q.hand[p].card[i])
    return ~seen


cdef inline int sum_at(const uint8_t* top, int stack) noexcept nogil:
    """The announced number after a card was placed on this stack. The diagonal does not count."""
    return value_of(top[stack]) + value_of(top[stack ^ 1]) + value_of(top[stack ^ 2])


cdef inline int colours_at(const uint8_t* top, int stack) noexcept nogil:
    """The set of the announced colours after a card was placed on this stack. Grey names no row."""
    return (1 << colour_of(top[stack]) | 1 << colour_of(top[stack ^ 1]) | 1 << colour_of(top[stack ^ 2])) & 7


cdef inline int kind_of(Move move) noexcept nogil:
    return move.lo & 15


cdef inline int size_of(Move move) noexcept nogil:
    """The number of cards that are placed or drawn."""
    return move.lo >> 4 & 15


cdef inline int card_of(Move move, int i) noexcept nogil:
    """Card i of a placement."""
    return move.lo >> (8 * i + 10) & 63


cdef inline int stack_of(Move move, int i) noexcept nogil:
    """The stack of card i of a placement."""
    return move.lo >> (8 * i + 8) & 3


cdef inline int field_of(Move move) noexcept nogil:
    return move.lo >> 8 & 31


cdef inline int drawn_card(Move move, int i) noexcept nogil:
    return move.lo >> (8 * i + 8) & 255


cdef inline Move place_one(int card, int stack) noexcept nogil:
    return Move(PLACE | 1 << 4 | (card << 2 | stack) << 8, 0)


cdef inline Move place_two(int first, int stack, int second, int neighbour) noexcept nogil:
    return Move(PLACE | 2 << 4 | (first << 2 | stack) << 8 | (second << 2 | neighbour) << 16, 0)


cdef inline Move write_in(int field) noexcept nogil:
    return Move(WRITE | field << 8, 0)


cdef inline Move draw_of(uint32_t cards) noexcept nogil:
    """The draw of a set of cards."""
    cdef uint64_t lo = DRAW
    cdef int n = 0
    while cards:
        lo |= <uint64_t>lowest(cards) << (8 * n + 8)
        cards = without_lowest(cards)
        n += 1
    return Move(lo | n << 4, 0)
