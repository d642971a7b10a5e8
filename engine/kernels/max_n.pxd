# Any number of players, nothing hidden: max^n (Luckhardt & Irani 1986). Everybody does the best for themselves.
#
# What is best depends on how ties are broken, also for the others. Here, of two outcomes a player prefers
#
#   1. the larger share of the win (left out with the objective MARGIN)
#   2. the larger margin to the best other player
#   3. the larger score
#   4. the smaller score of the next player in turn, then of the one after that, and so on
#
# Only outcomes with the same scores for everybody are equal, so that an exact result is the same in whatever order the
# moves were looked at.

from libc.stdint cimport int32_t

from kiebitz.engine.game cimport State
from kiebitz.engine.kernels.depth_first cimport Tree

# The final scores of all players; after `depth` decisions the scores at hand count. Nature moves as the pile lies.
cdef int max_n(Tree* tree, State* state, int ply, int depth, int32_t* scores) except -1 nogil
# Whether a player prefers the first scores.
cdef bint prefers(int objective, int player, int players, const int32_t* these, const int32_t* those) noexcept nogil
