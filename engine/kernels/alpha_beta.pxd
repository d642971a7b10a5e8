# Alpha-beta search for two players and positions that hide nothing. It finds the final margin, with scout windows and a
# transposition table.
#
# One player wins what the other loses, so the best margin also gives the best win share. The table holds the final margin
# minus the present one, so an entry also serves the same position with other scores.

from libc.stdint cimport int32_t

from kiebitz.engine.game cimport State
from kiebitz.engine.kernels.search_stack cimport SearchStack

cdef enum:
    BEYOND = 1 << 29    # more than any margin

# Writes the final margin of `player`, in points, if it lies between alpha and beta. Else writes a bound: a value of at most
# alpha or at least beta. After `depth` decisions the present margin counts. Nature draws in the order of the pile.
cdef int alpha_beta(SearchStack* stack, State* state, int player, int ply, int depth, int32_t alpha, int32_t beta,
                    int32_t* value) except -1 nogil
