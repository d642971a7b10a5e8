# Positions that hide nothing, solved to the end: iterative deepening over the moves of the root.
#
# Two players: alpha-beta on the margin, which is the win as well. Else: max^n on the scores. A result is exact when no
# leaf was cut off by depth; until then the last whole iteration counts. Where the pile still holds cards, nature moves
# as it lies, so that a sampled world is solved as if everybody knew its draws.

from libc.stdint cimport int32_t, uint8_t

from kiebitz.engine.game cimport MAX_PLAYERS, Move, Rules, State
from kiebitz.engine.kernels.depth_first cimport Tree


cdef struct RootMove:
    Move move
    int32_t points
    int32_t margin                  # final, of the player to move
    int32_t scores[MAX_PLAYERS]     # final; with two players only their difference is searched for: margin and 0
    uint8_t bound                   # EXACT or AT_MOST of table.pxd; before the first iteration UNKNOWN


cdef struct Endgame:                # memory of one thread
    Tree tree
    RootMove* moves                 # best first
    RootMove* last                  # those of the last whole iteration
    Py_ssize_t size
    Py_ssize_t capacity
    int depth                       # decisions looked ahead by the last whole iteration
    bint exact                      # to the end


cdef int endgame_new(Endgame* endgame, const Rules* rules, int log_entries) except -1 nogil
cdef void endgame_free(Endgame* endgame) noexcept nogil
# Forgets what earlier searches found, so that the next one takes the same nodes whatever came before.
cdef void endgame_forget(Endgame* endgame) noexcept nogil
# Solves a decision with at most so many nodes (0: no limit; tree.stop also ends it): endgame.moves[0] is the best move, the
# first `top` moves get their values, the others bounds; with a `top` of all moves each has its value after any iteration. The state is played on and restored. Returns the nodes used.
cdef long long solve(Endgame* endgame, State* state, long long node_limit, int top) except -1 nogil
