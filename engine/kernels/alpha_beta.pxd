# Alpha-beta: two players, nothing hidden; the final margin with scout windows and a transposition table.
#
# One player wins what the other loses, so the best margin is also the best win share. The table holds the margin still to
# come, so positions that were reached with different scores answer for each other.

from libc.stdint cimport int32_t

from kiebitz.engine.game cimport State
from kiebitz.engine.kernels.search_stack cimport SearchStack

cdef enum:
    BEYOND = 1 << 29    # more than any margin

# Writes the final margin of `player` if it lies in (alpha, beta), else a bound on that side. After `depth` decisions the margin
# at hand counts. Nature moves by the order of the pile.
cdef int alpha_beta(SearchStack* stack, State* state, int player, int ply, int depth, int32_t alpha, int32_t beta,
                    int32_t* value) except -1 nogil
