# The greedy policy, and how far a game under it may still swing.

from kiebitz.engine.game cimport Move, Rules, State

cdef Move greedy(const Rules* rules, const State* state) noexcept nogil
cdef double spread(const Rules* rules, const State* state) noexcept nogil
