# Perft: counts the nodes at each depth, to test move generation, make and unmake.

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport Rules, State

# Adds the number of paths of d + 1 decisions to counts[d], for d < depth. Nature draws in the order of the pile.
# verify: raises AssertionError if an unmake of a player's move does not restore every byte.
cdef int count_nodes(const Rules* rules, State* state, int depth, bint verify, uint64_t* counts) except -1 nogil
