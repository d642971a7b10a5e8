"""Alpha-beta search for two players."""

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport CHANCE, Move, MoveList, as_it_lies, margin
from kiebitz.engine.kernels.heap cimport pop
from kiebitz.engine.kernels.table cimport AT_LEAST, AT_MOST, EXACT, TO_THE_END, Entry, table_find, table_store
from kiebitz.engine.kernels.depth_first cimport PLIES, descend, enter, order


cdef int alpha_beta(Tree* tree, State* state, int player, int ply, int depth, int32_t alpha, int32_t beta,
                    int32_t* value) except -1 nogil:
    value[0] = margin(state, player)
    if state.to_move == CHANCE and ply < PLIES - 1:
        descend(tree, state, ply, as_it_lies())
        alpha_beta(tree, state, player, ply + 1, depth, alpha, beta, value)
        tree.rules.unmake(tree.rules, state, tree.ply[ply].undo)
    elif state.to_move == CHANCE or (state.to_move >= 0 and (depth == 0 or ply >= PLIES - 1)):
        tree.cuts += 1
    elif state.to_move >= 0:
        if state.to_move == player:
            decide(tree, state, ply, depth, alpha, beta, value)
        else:
            decide(tree, state, ply, depth, -beta, -alpha, value)
            value[0] = -value[0]
    return 0


cdef inline bint answers(Tree* tree, const Entry* entry, int depth, int32_t now, int32_t alpha, int32_t beta) noexcept nogil:
    """Whether an entry is deep enough and says enough for this window."""
    cdef int32_t known = now + entry.value[0]
    if entry.depth < depth:
        return False
    if entry.bound == EXACT or (entry.bound == AT_LEAST and known >= beta) or (entry.bound == AT_MOST and known <= alpha):
        tree.cuts += entry.depth != TO_THE_END
        return True
    return False


cdef int decide(Tree* tree, State* state, int ply, int depth, int32_t alpha, int32_t beta, int32_t* value) except -1 nogil:
    """The same for the player to move, at a decision."""
    cdef int32_t now = margin(state, state.to_move)
    cdef uint64_t key = tree.rules.extras.hash(tree.rules, state)
    cdef const Entry* entry = table_find(&tree.table, key)
    cdef Entry* place
    cdef Move known, best
    cdef long long cuts = tree.cuts
    cdef int bound
    if enter(tree):
        return 0
    if entry != NULL:
        if answers(tree, entry, depth, now, alpha, beta):
            value[0] = now + entry.value[0]
            return 0
        known = entry.move
    order(tree, state, ply, &known if entry != NULL else NULL)
    best_of(tree, state, ply, depth, alpha, beta, &best, value)
    if tree.given_up:
        return 0
    bound = AT_LEAST if value[0] >= beta else EXACT if value[0] > alpha else AT_MOST
    place = table_store(&tree.table, key, depth if tree.cuts != cuts else TO_THE_END, bound)
    place.value[0] = value[0] - now
    place.move = best
    return 0


cdef int best_of(Tree* tree, State* state, int ply, int depth, int32_t alpha, int32_t beta, Move* best,
                 int32_t* value) except -1 nogil:
    """The best of the moves listed at this ply: the first with the whole window, the others with a scout first."""
    cdef MoveList* legal = &tree.ply[ply].legal
    cdef int player = state.to_move
    cdef int32_t found, floor = alpha
    cdef Move move
    value[0] = -BEYOND
    while legal.size:
        move = pop(legal)
        descend(tree, state, ply, move)
        if value[0] == -BEYOND:
            alpha_beta(tree, state, player, ply + 1, depth - 1, floor, beta, &found)
        else:
            alpha_beta(tree, state, player, ply + 1, depth - 1, floor, floor + 1, &found)
            if floor < found < beta and not tree.given_up:
                alpha_beta(tree, state, player, ply + 1, depth - 1, floor, beta, &found)
        tree.rules.unmake(tree.rules, state, tree.ply[ply].undo)
        if tree.given_up:
            return 0
        if found > value[0]:
            value[0] = found
            best[0] = move
            floor = max(floor, found)
            if found >= beta:
                tree.ply[ply].killer = move
                return 0
    return 0
