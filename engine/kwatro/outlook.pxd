# Where a margin goes from here: how far it strays, what it gains, and what greedy playouts make of it.

from kiebitz.engine.game cimport Rules, State

cdef double spread(const Rules* rules, const State* state) noexcept nogil
cdef double drift(const Rules* rules, const State* state, int player, int next) noexcept nogil
cdef void flattery(const Rules* rules, const State* state, double* margin, double* doubt) noexcept nogil
