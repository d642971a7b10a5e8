"""Alpha-beta search for two players."""

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport CHANCE, Move, MoveList, as_it_lies, present_margin
from kiebitz.engine.kernels.heap cimport pop
from kiebitz.engine.kernels.search_stack cimport PLIES, count_node, make_at, order_moves
from kiebitz.engine.kernels.transposition cimport (
    AT_LEAST, AT_MOST, EXACT, TO_THE_END, TranspositionEntry, transposition_find, transposition_store,
)


cdef int alpha_beta(SearchStack* stack, State* state, int player, int ply, int depth, int32_t alpha, int32_t beta,
                    int32_t* value) except -1 nogil:
    value[0] = present_margin(state, player)
    if state.to_move == CHANCE and ply < PLIES - 1:
        make_at(stack, state, ply, as_it_lies())
        alpha_beta(stack, state, player, ply + 1, depth, alpha, beta, value)
        stack.rules.unmake(stack.rules, state, stack.ply[ply].undo)
    elif state.to_move == CHANCE or (state.to_move >= 0 and (depth == 0 or ply >= PLIES - 1)):
        stack.cuts += 1
    elif state.to_move >= 0:
        if state.to_move == player:
            search_decision(stack, state, ply, depth, alpha, beta, value)
        else:
            search_decision(stack, state, ply, depth, -beta, -alpha, value)
            value[0] = -value[0]
    return 0


cdef inline bint answers(SearchStack* stack, const TranspositionEntry* entry, int depth, int32_t now, int32_t alpha,
                         int32_t beta) noexcept nogil:
    """Whether an entry is deep enough and its bound decides the window (alpha, beta)."""
    cdef int32_t known = now + entry.value[0]
    if entry.depth < depth:
        return False
    if entry.bound == EXACT or (entry.bound == AT_LEAST and known >= beta) or (entry.bound == AT_MOST and known <= alpha):
        stack.cuts += entry.depth != TO_THE_END
        return True
    return False


cdef int search_decision(SearchStack* stack, State* state, int ply, int depth, int32_t alpha, int32_t beta,
                         int32_t* value) except -1 nogil:
    """Writes the value of a decision for the player to move."""
    cdef int32_t now = present_margin(state, state.to_move)
    cdef uint64_t hash = stack.rules.extras.hash(stack.rules, state)
    cdef const TranspositionEntry* entry = transposition_find(&stack.table, hash)
    cdef TranspositionEntry* place
    cdef Move known, best
    cdef long long cuts = stack.cuts
    cdef int bound
    if count_node(stack):
        return 0
    if entry != NULL:
        if answers(stack, entry, depth, now, alpha, beta):
            value[0] = now + entry.value[0]
            return 0
        known = entry.move
    order_moves(stack, state, ply, &known if entry != NULL else NULL)
    best_scouted(stack, state, ply, depth, alpha, beta, &best, value)
    if stack.given_up:
        return 0
    bound = AT_LEAST if value[0] >= beta else EXACT if value[0] > alpha else AT_MOST
    place = transposition_store(&stack.table, hash, depth if stack.cuts != cuts else TO_THE_END, bound)
    place.value[0] = value[0] - now
    place.move = best
    return 0


cdef int best_scouted(SearchStack* stack, State* state, int ply, int depth, int32_t alpha, int32_t beta, Move* best,
                      int32_t* value) except -1 nogil:
    """Finds the best of the moves listed at this ply.

    The first move is searched with the whole window. A scout search, with a window of one point, first shows whether another
    move is better at all.
    """
    cdef MoveList* legal = &stack.ply[ply].legal
    cdef int player = state.to_move
    cdef int32_t found, floor = alpha
    cdef Move move
    value[0] = -BEYOND
    while legal.size:
        move = pop(legal)
        make_at(stack, state, ply, move)
        if value[0] == -BEYOND:
            alpha_beta(stack, state, player, ply + 1, depth - 1, floor, beta, &found)
        else:
            alpha_beta(stack, state, player, ply + 1, depth - 1, floor, floor + 1, &found)
            if floor < found < beta and not stack.given_up:
                alpha_beta(stack, state, player, ply + 1, depth - 1, floor, beta, &found)
        stack.rules.unmake(stack.rules, state, stack.ply[ply].undo)
        if stack.given_up:
            return 0
        if found > value[0]:
            value[0] = found
            best[0] = move
            floor = max(floor, found)
            if found >= beta:
                stack.ply[ply].killer = move
                return 0
    return 0
