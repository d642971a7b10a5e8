# Counting nodes: the oldest test of a move generator.

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport Rules, State

# Adds to counts[d] the decision nodes after d + 1 more decisions, chance resolved by the pile, for d < depth. With verify,
# every move taken back must restore every byte; returns -1 and raises AssertionError if one does not.
cdef int count_nodes(const Rules* rules, State* state, int depth, bint verify, uint64_t* counts) except -1 nogil
