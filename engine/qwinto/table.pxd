# The table of Qwinto: four stacks, hands, pile, sheets, and the turn that is going on.
#
# A card is colour * 8 + index of its value: O-2 = 0, O0 = 1, O1 = 2, ... O6 = 7, Y-2 = 8, ... G6 = 31. The stacks are
#
#     0 TL | 1 TR       the neighbours of stack s are s ^ 1 and s ^ 2, its diagonal is s ^ 3
#     2 BL | 3 BR
#
# Square `P4 Y3 / G6 O2` = tops {21, 12, 31, 3}. G5 (30) placed on TL: covered gets bit 21, sum = 5 + 3 + 6 = 14,
# colours = {yellow} = 2; both players decide, the active one first, and write[0] = 1 + 13 stands for `write Y5`.
#
# What hidden cards can be follows from when they entered the pile. A reshuffle makes a new pile of covered cards only: a
# card drawn before it is none of those, and everybody remembers which they were. `born` tells for every card of a hand
# or of the pile after how many reshuffles it got into the pile; a view keeps a hidden hand card as HIDDEN + born.

from libc.stdint cimport uint8_t, uint32_t

from kiebitz.engine.game cimport MAX_PLAYERS, State
from kiebitz.engine.qwinto.sheet cimport Sheet

cdef enum:
    CARDS = 32
    GREY = 3
    STACKS = 4
    HAND = 3
    PILE = 28           # a deck without the square
    HIDDEN = 32         # a card the viewer does not know; in a hand HIDDEN + born

cdef enum:              # options, in this order in Rules.options
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

cdef enum:              # write[player]: a decision of this turn, 1 + field or one of these
    UNDECIDED = 0
    DECLINED = 28


cdef struct Hand:               # 4 bytes; cards rising, unused slots 0
    uint8_t card[HAND]
    uint8_t size


cdef struct Qwinto:
    State head
    Sheet sheet[MAX_PLAYERS]
    Hand hand[MAX_PLAYERS]
    uint32_t covered            # set of the cards under the tops
    uint8_t top[STACKS]
    uint8_t active              # whose turn it is, also while others decide and at chance nodes
    uint8_t to_draw             # at a chance node: cards the active player draws
    uint8_t sum                 # announced; 0: nothing
    uint8_t colours             # announced: bit 0 orange, 1 yellow, 2 purple
    uint8_t write[MAX_PLAYERS]  # decisions of this turn; not applied before the last one
    uint8_t pile_size
    uint8_t reshuffles          # fewer than 100: each new pile lasts five draws or more, and no game has 500
    uint8_t spare[2]
    uint8_t pile[PILE]          # the top is the last one; unused bytes 0
    uint8_t born[CARDS]         # by card of a hand or of the pile, see above; else 0


cdef inline int value_of(int card) noexcept nogil:
    return (card & 7) - (1 if card & 7 else 2)


cdef inline int colour_of(int card) noexcept nogil:
    return card >> 3


cdef inline void take(Hand* hand, int card) noexcept nogil:
    """One more card, in its place by size."""
    cdef int i = hand.size
    while i > 0 and hand.card[i - 1] > card:
        hand.card[i] = hand.card[i - 1]
        i -= 1
    hand.card[i] = card
    hand.size += 1


cdef inline void give(Hand* hand, int card) noexcept nogil:
    cdef int i = 0
    while hand.card[i] != card:
        i += 1
    hand.size -= 1
    while i < hand.size:
        hand.card[i] = hand.card[i + 1]
        i += 1
    hand.card[i] = 0


cdef inline int sum_at(const uint8_t* top, int stack) noexcept nogil:
    """The number announced after a card was placed on that stack; the diagonal never counts."""
    return value_of(top[stack]) + value_of(top[stack ^ 1]) + value_of(top[stack ^ 2])


cdef inline int colours_at(const uint8_t* top, int stack) noexcept nogil:
    """The colours announced with it; grey names no row."""
    return (1 << colour_of(top[stack]) | 1 << colour_of(top[stack ^ 1]) | 1 << colour_of(top[stack ^ 2])) & 7
