"""Max^n search for any number of players."""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from kiebitz.engine.game cimport CHANCE, MAX_PLAYERS, Move, MoveList, as_it_lies
from kiebitz.engine.hashing cimport hash_at
from kiebitz.engine.kernels.heap cimport pop
from kiebitz.engine.kernels.table cimport EXACT, TO_THE_END, Entry, table_find, table_store
from kiebitz.engine.kernels.depth_first cimport PLIES, WIN_FIRST, descend, enter, order

cdef enum:
    WHOLE = 840     # a win, so that shares of up to eight winners are whole numbers


cdef inline void judge(int player, int players, const int32_t* scores, int* share, int32_t* margin) noexcept nogil:
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
    judge(player, players, these, &share, &margin)
    judge(player, players, those, &other_share, &other_margin)
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


cdef int max_n(Tree* tree, State* state, int ply, int depth, int32_t* scores) except -1 nogil:
    memcpy(scores, state.score, sizeof(state.score))
    if state.to_move == CHANCE and ply < PLIES - 1:
        descend(tree, state, ply, as_it_lies())
        max_n(tree, state, ply + 1, depth, scores)
        tree.rules.unmake(tree.rules, state, tree.ply[ply].undo)
    elif state.to_move == CHANCE or (state.to_move >= 0 and (depth == 0 or ply >= PLIES - 1)):
        tree.cuts += 1
    elif state.to_move >= 0:
        decide(tree, state, ply, depth, scores)
    return 0


cdef inline uint64_t key_of(Tree* tree, const State* state) noexcept nogil:
    """What everybody strives for depends on the scores, so they are part of the key."""
    cdef uint64_t key = tree.rules.extras.hash(tree.rules, state)
    cdef int p
    for p in range(state.players):
        key += hash_at(state.score[p], 64 + p)
    return key


cdef int decide(Tree* tree, State* state, int ply, int depth, int32_t* scores) except -1 nogil:
    cdef uint64_t key = key_of(tree, state)
    cdef Entry* entry = table_find(&tree.table, key)
    cdef Move known, best
    cdef long long cuts = tree.cuts
    if enter(tree):
        return 0
    if entry != NULL:
        if entry.depth >= depth:
            tree.cuts += entry.depth != TO_THE_END
            memcpy(scores, entry.value, sizeof(entry.value))
            return 0
        known = entry.move
    order(tree, state, ply, &known if entry != NULL else NULL)
    best_of(tree, state, ply, depth, &best, scores)
    if tree.given_up:
        return 0
    entry = table_store(&tree.table, key, depth if tree.cuts != cuts else TO_THE_END, EXACT)
    memcpy(entry.value, scores, sizeof(entry.value))
    entry.move = best
    return 0


cdef int best_of(Tree* tree, State* state, int ply, int depth, Move* best, int32_t* scores) except -1 nogil:
    cdef MoveList* legal = &tree.ply[ply].legal
    cdef int player = state.to_move
    cdef int32_t found[MAX_PLAYERS]
    cdef bint first = True
    cdef Move move
    while legal.size:
        move = pop(legal)
        descend(tree, state, ply, move)
        max_n(tree, state, ply + 1, depth - 1, found)
        tree.rules.unmake(tree.rules, state, tree.ply[ply].undo)
        if tree.given_up:
            return 0
        if first or prefers(tree.objective, player, state.players, found, scores):
            memcpy(scores, found, sizeof(found))
            best[0] = move
            first = False
    return 0
