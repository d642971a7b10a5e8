"""The value of one move within a window."""

from kiebitz.engine.game cimport as_it_lies
from kiebitz.engine.kernels.alpha_beta cimport alpha_beta
from kiebitz.engine.kernels.search_stack cimport PLIES, make_at


cdef long long move_value(EndgameSearch* endgame, State* state, Move move, int32_t low, int32_t high, long long node_limit,
                          int32_t* margin) except -1 nogil:
    cdef int depth = 1, player = state.to_move
    cdef long long before
    endgame.stack.nodes = 0
    endgame.stack.node_limit = node_limit
    endgame.stack.given_up = False
    endgame.exact = False
    make_at(&endgame.stack, state, 0, move)
    endgame.stack.ply[1].early = as_it_lies()
    while not endgame.exact and depth < PLIES and not endgame.stack.given_up:
        before = endgame.stack.cuts
        alpha_beta(&endgame.stack, state, player, 1, depth - 1, low, high, margin)
        endgame.exact = endgame.stack.cuts == before and not endgame.stack.given_up
        depth += 1
    endgame.stack.rules.unmake(endgame.stack.rules, state, endgame.stack.ply[0].undo)
    return endgame.stack.nodes
