"""Max^n search for any number of players."""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from kiebitz.engine.game cimport CHANCE, MAX_PLAYERS, Move, MoveList, as_it_lies
from kiebitz.engine.hashing cimport hash_at
from kiebitz.engine.kernels.heap cimport pop
from kiebitz.engine.kernels.search_stack cimport PLIES, WIN_FIRST, count_node, make_at, order_moves
from kiebitz.engine.kernels.transposition cimport (
    EXACT, TO_THE_END, TranspositionEntry, transposition_find, transposition_store,
)

cdef enum:
    WHOLE = 840     # a win; shares of up to eight winners are whole numbers then


cdef inline void share_and_margin(int player, int players, const int32_t* scores, int* share, int32_t* margin) noexcept nogil:
    """Writes the win share of a player, in parts of WHOLE, and the margin in points."""
    cdef int p, leaders = 1
    cdef int32_t best = scores[player] if players == 1 else -(1 << 30)
    for p in range(players):
        if p != player:
            best = max(best, scores[p])
            leaders += scores[p] == scores[player]
    margin[0] = scores[player] - best
    share[0] = 0 if margin[0] < 0 else WHOLE // leaders


cdef bint prefers(int objective, int player, int players, const int32_t* these, const int32_t* those) noexcept nogil:
    cdef int share, other_share, step, p
    cdef int32_t margin, other_margin
    share_and_margin(player, players, these, &share, &margin)
    share_and_margin(player, players, those, &other_share, &other_margin)
    if objective == WIN_FIRST and share != other_share:
        return share > other_share
    if margin != other_margin:
        return margin > other_margin
    if these[player] != those[player]:
        return these[player] > those[player]
    for step in range(1, players):
        p = (player + step) % players
        if these[p] != those[p]:
            return these[p] < those[p]
    return False


cdef int max_n(SearchStack* stack, State* state, int ply, int depth, int32_t* scores) except -1 nogil:
    memcpy(scores, state.score, sizeof(state.score))
    if state.to_move == CHANCE and ply < PLIES - 1:
        make_at(stack, state, ply, as_it_lies())
        max_n(stack, state, ply + 1, depth, scores)
        stack.rules.unmake(stack.rules, state, stack.ply[ply].undo)
    elif state.to_move == CHANCE or (state.to_move >= 0 and (depth == 0 or ply >= PLIES - 1)):
        stack.cuts += 1
    elif state.to_move >= 0:
        maximize(stack, state, ply, depth, scores)
    return 0


cdef inline uint64_t hash_with_scores(SearchStack* stack, const State* state) noexcept nogil:
    """Hash of a state with its scores, because the preferences of the players depend on the scores."""
    cdef uint64_t hash = stack.rules.extras.hash(stack.rules, state)
    cdef int p
    for p in range(state.players):
        hash += hash_at(state.score[p], 64 + p)
    return hash


cdef int maximize(SearchStack* stack, State* state, int ply, int depth, int32_t* scores) except -1 nogil:
    """Writes the final scores after a decision."""
    cdef uint64_t hash = hash_with_scores(stack, state)
    cdef TranspositionEntry* entry = transposition_find(&stack.table, hash)
    cdef Move best
    cdef long long cuts = stack.cuts
    if count_node(stack):
        return 0
    if entry != NULL:
        if entry.depth >= depth:
            stack.cuts += entry.depth != TO_THE_END
            memcpy(scores, entry.value, sizeof(entry.value))
            return 0
    order_moves(stack, state, ply, as_it_lies(), False)
    best_preferred(stack, state, ply, depth, &best, scores)
    if stack.given_up:
        return 0
    entry = transposition_store(&stack.table, hash, depth if stack.cuts != cuts else TO_THE_END, EXACT)
    memcpy(entry.value, scores, sizeof(entry.value))
    entry.move = best
    return 0


cdef int best_preferred(SearchStack* stack, State* state, int ply, int depth, Move* best, int32_t* scores) except -1 nogil:
    """Writes the move listed at this ply that its player prefers, and the final scores after it."""
    cdef MoveList* legal = &stack.ply[ply].legal
    cdef int player = state.to_move
    cdef int32_t found[MAX_PLAYERS]
    cdef bint first = True
    cdef Move move
    while legal.size:
        move = pop(legal)
        make_at(stack, state, ply, move)
        max_n(stack, state, ply + 1, depth - 1, found)
        stack.rules.unmake(stack.rules, state, stack.ply[ply].undo)
        if stack.given_up:
            return 0
        if first or prefers(stack.objective, player, state.players, found, scores):
            memcpy(scores, found, sizeof(found))
            best[0] = move
            first = False
    return 0
