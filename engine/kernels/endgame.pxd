# Endgame search: solves positions that hide nothing, by iterative deepening over the moves of the root.
#
#   depth 1, 2, 3, ...      two players: alpha_beta on the margin; else max_n on the scores
#   exact                   the depth cut off no leaf; before that, the result is the last whole iteration
#
# If the pile still holds cards, nature draws in its order: a sampled world is solved as if all players knew the draws.

from libc.stdint cimport int32_t, uint8_t

from kiebitz.engine.game cimport MAX_PLAYERS, Move, Rules, State
from kiebitz.engine.kernels.search_stack cimport SearchStack


cdef struct RootMove:
    Move move
    int32_t points
    int32_t margin                  # final margin of the player to move
    int32_t scores[MAX_PLAYERS]     # final scores; with two players margin and 0, because the search finds only the margin
    uint8_t bound                   # EXACT or AT_MOST of transposition.pxd; NO_BOUND before the first iteration


cdef struct EndgameSearch:          # memory of one thread
    SearchStack stack
    RootMove* moves                 # best first
    RootMove* last                  # the moves of the last whole iteration
    const Move* only                # legal moves to search; NULL: all. The caller sets it before `solve`
    Py_ssize_t only_size
    Py_ssize_t size
    Py_ssize_t capacity
    int depth                       # depth of the last whole iteration, in decisions
    bint exact                      # the search reached the end of the game


# rules must have a hash. log_entries: log2 of the entries of the transposition table.
cdef int endgame_new(EndgameSearch* endgame, const Rules* rules, int log_entries) except -1 nogil
cdef void endgame_free(EndgameSearch* endgame) noexcept nogil
# Drops the results of earlier searches, so the next search needs the same nodes as the first one.
cdef void endgame_forget(EndgameSearch* endgame) noexcept nogil
# Solves a decision. endgame.moves[0] is the best move afterwards. Returns the nodes used. The state is the same afterwards.
#   node_limit   most nodes; 0: no limit. stack.stop also ends the search.
#   top          the first `top` moves get values, the others bounds. If `top` is at least the number of moves, all moves
#                have values after each iteration.
cdef long long solve(EndgameSearch* endgame, State* state, long long node_limit, int top) except -1 nogil
