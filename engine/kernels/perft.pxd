# Perft: counts of nodes by depth, the oldest test of a move generator.

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport Rules, State

# Adds the decision nodes after d + 1 more decisions to counts[d], for d < depth. Nature moves by the order of the pile. With
# verify, each unmake must restore every byte; AssertionError if one does not.
cdef int count_nodes(const Rules* rules, State* state, int depth, bint verify, uint64_t* counts) except -1 nogil
