# Moving cards between hands and the pile.

from libc.stdint cimport uint8_t

from kiebitz.engine.bits cimport bit
from kiebitz.engine.kwatro.line cimport WILD
from kiebitz.engine.kwatro.state cimport HIDDEN, NOBODY, PILE, Kwatro


cdef inline uint8_t* pile_card(Kwatro* k, int depth) noexcept nogil:
    """Pointer to the card at a depth of the pile. The pile is a ring, and depth 0 is its top."""
    return &k.pile[(k.pile_first + depth) & (PILE - 1)]


cdef inline int draw(Kwatro* k) noexcept nogil:
    """Takes the top card off the pile. Its place becomes 0, so that no state keeps the drawn card."""
    cdef int card = pile_card(k, 0)[0]
    pile_card(k, 0)[0] = 0
    k.traded_by[k.pile_first] = NOBODY
    k.pile_first = (k.pile_first + 1) & (PILE - 1)
    k.pile_size -= 1
    return card


cdef inline void take(Kwatro* k, int player, int card) noexcept nogil:
    """Adds a card to a hand. A hidden card only increases the size of the hand."""
    if card == WILD:
        k.hand[player].wilds += 1
    elif card != HIDDEN:
        k.hand[player].cards |= bit(card)
    k.hand[player].size += 1


cdef inline void give(Kwatro* k, int player, int card) noexcept nogil:
    """Removes a card from a hand."""
    if card == WILD:
        k.hand[player].wilds -= 1
    else:
        k.hand[player].cards &= ~bit(card)
    k.hand[player].size -= 1
