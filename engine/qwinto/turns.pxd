# A turn of Qwinto: place, announce, decisions of all players, writes at one blow, refill.
#
#     PLACING --> WRITING (active) --> WRITING (next with a legal field) ... --> all apply --> CHANCE --> PLACING (next)
#           \-- nobody writes: the active player's penalty ----------------------------^   \--> OVER

from libc.stdint cimport uint32_t

from kiebitz.engine.game cimport Move, Rules, State
from kiebitz.engine.qwinto.table cimport Qwinto

cdef void make(const Rules* rules, State* state, Move move, void* undo) noexcept nogil
cdef void unmake(const Rules* rules, State* state, const void* undo) noexcept nogil
