# A turn of Qwinto: placing, announcing, the decisions of all players, their writes at the same time, the refill.
#
#     PLACING --> WRITING (active) --> WRITING (next with a legal field) ... --> all apply --> CHANCE --> PLACING (next)
#           \-- nobody can write: the active player's penalty -----------------------^   \--> OVER

from kiebitz.engine.game cimport Move, Rules, State

cdef void make(const Rules* rules, State* state, Move move, void* undo) noexcept nogil
cdef void unmake(const Rules* rules, State* state, const void* undo) noexcept nogil
