# Max^n: any number of players, nothing hidden (Luckhardt and Irani 1986). Each player maximizes the own outcome.
#
# The best outcome depends on how ties are broken, also by the other players. Of two outcomes a player prefers
#
#   1. the larger win share (not with the objective MARGIN)
#   2. the larger margin to the best other player
#   3. the larger score
#   4. the smaller score of the next player in turn, then of the one after that, and so on
#
# Only outcomes with the same scores of all players are equal. So an exact result does not depend on the order of moves.

from libc.stdint cimport int32_t

from kiebitz.engine.game cimport State
from kiebitz.engine.kernels.search_stack cimport SearchStack

# Writes the final scores of all players. After `depth` decisions the scores at hand count. Nature moves by the order of the
# pile.
cdef int max_n(SearchStack* stack, State* state, int ply, int depth, int32_t* scores) except -1 nogil
# Whether a player prefers the first scores.
cdef bint prefers(int objective, int player, int players, const int32_t* these, const int32_t* those) noexcept nogil
