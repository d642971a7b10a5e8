# Hands and the pile: the two places between which cards move.

from libc.stdint cimport uint8_t

from kiebitz.engine.bits cimport bit
from kiebitz.engine.kwatro.board cimport HIDDEN, NOBODY, PILE, Kwatro
from kiebitz.engine.kwatro.line cimport WILD

cdef enum:              # values of options
    CONSUMES_TURN = 1   # recycle
    OFF = 2
    SHUFFLE_IN = 1      # traded_cards
    ALLOW = 1           # wild_starter


cdef inline uint8_t* pile_card(Kwatro* k, int depth) noexcept nogil:
    """The pile is a ring: depth 0 is its top."""
    return &k.pile[(k.pile_first + depth) & (PILE - 1)]


cdef inline int draw(Kwatro* k) noexcept nogil:
    cdef int card = pile_card(k, 0)[0]
    pile_card(k, 0)[0] = 0      # nothing of what was drawn stays behind
    k.traded_by[k.pile_first] = NOBODY
    k.pile_first = (k.pile_first + 1) & (PILE - 1)
    k.pile_size -= 1
    return card


cdef inline void take(Kwatro* k, int player, int card) noexcept nogil:
    if card == WILD:
        k.hand[player].wilds += 1
    elif card != HIDDEN:
        k.hand[player].cards |= bit(card)
    k.hand[player].size += 1


cdef inline void give(Kwatro* k, int player, int card) noexcept nogil:
    if card == WILD:
        k.hand[player].wilds -= 1
    else:
        k.hand[player].cards &= ~bit(card)
    k.hand[player].size -= 1
