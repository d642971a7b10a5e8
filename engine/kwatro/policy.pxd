# The policy without search. Kwatro has no heuristic policy better than greedy, so greedy fills both slots.

from kiebitz.engine.game cimport Move, Rules, State

cdef Move greedy(const Rules* rules, const State* state) noexcept nogil
