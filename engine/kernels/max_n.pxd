# Max^n search for any number of players and positions that hide nothing (Luckhardt and Irani 1986). Each player maximizes
# the own result.
#
# The result depends on how all players break ties. Of two results a player prefers
#
#   1. the larger win share (not with the objective MARGIN)
#   2. the larger margin to the best other player
#   3. the larger score
#   4. the smaller score of the next player in turn, then of the one after that, and so on
#
# Two results are equal only if all players have the same scores. So an exact result does not depend on the order of moves.

from libc.stdint cimport int32_t

from kiebitz.engine.game cimport State
from kiebitz.engine.kernels.search_stack cimport SearchStack

# Writes the final scores of all players. After `depth` decisions the present scores count. Nature draws in the order of the
# pile.
cdef int max_n(SearchStack* stack, State* state, int ply, int depth, int32_t* scores) except -1 nogil
# Whether a player prefers the scores `these` to the scores `those`.
cdef bint prefers(int objective, int player, int players, const int32_t* these, const int32_t* those) noexcept nogil
