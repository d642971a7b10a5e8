# A turn of Quanto: the play of a card, the draws after it, the next player, the end of the game.

from kiebitz.engine.game cimport Move, Rules, State
from kiebitz.engine.quanto.state cimport Quanto


cdef inline int draw(Quanto* q) noexcept nogil:
    """Takes the top of the pile; leaves 0 in its place."""
    cdef int card
    q.pile_size -= 1
    card = q.pile[q.pile_size]
    q.pile[q.pile_size] = 0
    return card


# Fills the display from the pile. Each rainbow card that comes up brings one more card.
cdef void fill_display(const Rules* rules, Quanto* q) noexcept nogil
cdef void make(const Rules* rules, State* state, Move move, void* undo) noexcept nogil
cdef void unmake(const Rules* rules, State* state, const void* undo) noexcept nogil
