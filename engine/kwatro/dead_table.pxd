# Dead tables: whether any card can still be played.

from kiebitz.engine.game cimport Rules, State

cdef bint scores_final(const Rules* rules, const State* state) noexcept nogil
