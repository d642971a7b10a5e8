# A turn of Quanto: playing a card, what nature owes for it, the next player, the end.

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport Move, Rules, State
from kiebitz.engine.quanto.cards cimport TABLES, Cards
from kiebitz.engine.quanto.table cimport Quanto

cdef enum:
    DRAWN = 61      # bit of an event's lower word, so that an event is never (0, 0)


cdef inline int draw(Quanto* q) noexcept nogil:
    """Takes the top of the pile; nothing of what was drawn stays behind."""
    cdef int card
    q.pile_size -= 1
    card = q.pile[q.pile_size]
    q.pile[q.pile_size] = 0
    return card


cdef void fill_display(const Rules* rules, Quanto* q) noexcept nogil
cdef void make(const Rules* rules, State* state, Move move, void* undo) noexcept nogil
cdef void unmake(const Rules* rules, State* state, const void* undo) noexcept nogil
