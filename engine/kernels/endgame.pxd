# Endgame: positions that hide nothing are solved to the end by iterative deepening over the moves of the root.
#
#   depth 1, 2, 3, ...      two players: alpha_beta on the margin; else max_n on the scores
#   exact                   no leaf was cut off by the depth; until then the last whole iteration counts
#
# Where the pile still holds cards, nature moves by its order: a sampled world is solved as if all players knew its draws.

from libc.stdint cimport int32_t, uint8_t

from kiebitz.engine.game cimport MAX_PLAYERS, Move, Rules, State
from kiebitz.engine.kernels.search_stack cimport SearchStack


cdef struct RootMove:
    Move move
    int32_t points
    int32_t margin                  # final, of the player to move
    int32_t scores[MAX_PLAYERS]     # final; with two players the margin and 0, since only their difference is searched
    uint8_t bound                   # EXACT or AT_MOST of transposition.pxd; NO_BOUND before the first iteration


cdef struct EndgameSearch:          # memory of one thread
    SearchStack stack
    RootMove* moves                 # best first
    RootMove* last                  # those of the last whole iteration
    Py_ssize_t size
    Py_ssize_t capacity
    int depth                       # decisions looked ahead by the last whole iteration
    bint exact                      # to the end


# rules must have a hash. log_entries: log2 of the entries of the transposition table.
cdef int endgame_new(EndgameSearch* endgame, const Rules* rules, int log_entries) except -1 nogil
cdef void endgame_free(EndgameSearch* endgame) noexcept nogil
# Drops the results of earlier searches, so that the next one needs the same nodes whatever came before.
cdef void endgame_forget(EndgameSearch* endgame) noexcept nogil
# Solves a decision with at most `node_limit` nodes, 0 for no limit; stack.stop also ends it. endgame.moves[0] is the best move.
# The first `top` moves get values, the others bounds; if `top` is the number of moves, all have values after each iteration.
# The state is the same afterwards. Returns the nodes used.
cdef long long solve(EndgameSearch* endgame, State* state, long long node_limit, int top) except -1 nogil
