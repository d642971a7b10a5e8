# The greedy policy, and how far a game under it may still swing.

from kiebitz.engine.game cimport Move, Rules, State

cdef Move greedy(const Rules* rules, const State* state) noexcept nogil
cdef double spread(const Rules* rules, const State* state) noexcept nogil
cdef double drift(const Rules* rules, const State* state, int player, int next) noexcept nogil
cdef void flattery(const Rules* rules, const State* state, double* margin, double* doubt) noexcept nogil
