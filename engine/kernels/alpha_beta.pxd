# Two players, nothing hidden: alpha-beta on the final margin, with scout windows and a table.
#
# What one player wins the other loses, so that the best margin is also the best share of the win. The table holds what is
# still to come, margin by margin, so that positions reached with different scores answer for each other.

from libc.stdint cimport int32_t

from kiebitz.engine.game cimport State
from kiebitz.engine.kernels.depth_first cimport Tree

cdef enum:
    BEYOND = 1 << 29    # more than any margin

# The final margin of `player`, if it lies in (alpha, beta); else a bound on that side. `depth` decisions are looked ahead,
# then the margin at hand counts. Nature moves as the pile lies.
cdef int alpha_beta(Tree* tree, State* state, int player, int ply, int depth, int32_t alpha, int32_t beta,
                    int32_t* value) except -1 nogil
