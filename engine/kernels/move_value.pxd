# The value of one move of a decision that hides nothing, within a window. Searches over several worlds ask for the moves that
# may still be best, and only for as much of their values as the comparison needs.

from libc.stdint cimport int32_t

from kiebitz.engine.game cimport Move, State
from kiebitz.engine.kernels.endgame cimport EndgameSearch

# Writes the final margin of the player to move after `move`, in points, if it lies between low and high. Else writes a bound:
# a value of at most low or at least high. For two players. Returns the nodes used. The state is the same afterwards.
# endgame.exact is False if the limits ended the search; the value is worthless then.
#   low, high    low < high; -BEYOND and BEYOND of alpha_beta.pxd for no bound
#   node_limit   most nodes; 0: no limit. stack.stop also ends the search.
cdef long long move_value(EndgameSearch* endgame, State* state, Move move, int32_t low, int32_t high, long long node_limit,
                          int32_t* margin) except -1 nogil
