# The greedy policy.

from kiebitz.engine.game cimport Move, Rules, State

cdef Move greedy(const Rules* rules, const State* state) noexcept nogil
