# The policies without search.

from kiebitz.engine.game cimport Move, Rules, State

cdef Move greedy(const Rules* rules, const State* state) noexcept nogil
# Greedy that keeps its wilds. It is the heuristic policy.
cdef Move thrifty(const Rules* rules, const State* state) noexcept nogil
