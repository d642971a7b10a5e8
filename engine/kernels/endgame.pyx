"""Iterative deepening to the end of the game."""

from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from kiebitz.engine.game cimport Move, MoveList, list_push, margin_of, same
from kiebitz.engine.kernels.alpha_beta cimport BEYOND, alpha_beta
from kiebitz.engine.kernels.heap cimport heapify, pop
from kiebitz.engine.kernels.max_n cimport max_n, prefers
from kiebitz.engine.kernels.replies cimport note_reply, suggest_reply
from kiebitz.engine.kernels.search_stack cimport PLIES, list_all, make_at, stack_free, stack_new
from kiebitz.engine.kernels.transposition cimport AT_MOST, EXACT, NO_BOUND, transposition_clear
from kiebitz.engine.memory cimport resize


cdef int endgame_new(EndgameSearch* endgame, const Rules* rules, int log_entries) except -1 nogil:
    memset(endgame, 0, sizeof(EndgameSearch))
    return stack_new(&endgame.stack, rules, log_entries)


cdef void endgame_free(EndgameSearch* endgame) noexcept nogil:
    stack_free(&endgame.stack)
    free(endgame.moves)
    free(endgame.last)
    endgame.moves = endgame.last = NULL


cdef void endgame_forget(EndgameSearch* endgame) noexcept nogil:
    cdef int i
    transposition_clear(&endgame.stack.table)
    for i in range(PLIES):
        memset(&endgame.stack.ply[i].killer, 0, sizeof(Move))


cdef int reserve_moves(EndgameSearch* endgame, Py_ssize_t n) except -1 nogil:
    if n > endgame.capacity:
        endgame.moves = <RootMove*>resize(endgame.moves, n, sizeof(RootMove))
        endgame.last = <RootMove*>resize(endgame.last, n, sizeof(RootMove))
        endgame.capacity = n
    return 0


cdef Py_ssize_t kept_only(const EndgameSearch* endgame, MoveList* legal) noexcept nogil:
    """Moves the wanted moves to the front of the list and returns their number."""
    cdef Py_ssize_t i, j, kept = 0
    for i in range(legal.size):
        for j in range(endgame.only_size):
            if same(legal.moves[i], endgame.only[j]):
                legal.moves[kept] = legal.moves[i]
                legal.points[kept] = legal.points[i]
                kept += 1
                break
    return kept


cdef int list_moves(EndgameSearch* endgame, const State* state) except -1 nogil:
    """Lists the moves of the root, most points first. The first value of a move is the scores right after it."""
    cdef SearchStack* stack = &endgame.stack
    cdef MoveList* legal = &stack.ply[0].legal
    cdef RootMove* root
    cdef Py_ssize_t i
    legal.size = 0
    list_all(stack, state, legal)
    if endgame.only != NULL and stack.given_up:
        legal.size = 0
        for i in range(endgame.only_size):
            list_push(legal, endgame.only[i], 0)
    elif endgame.only != NULL:
        legal.size = kept_only(endgame, legal)
    heapify(legal)
    reserve_moves(endgame, legal.size)
    endgame.size = legal.size
    for i in range(endgame.size):
        root = &endgame.moves[i]
        memset(root, 0, sizeof(RootMove))
        root.points = legal.points[0]
        root.move = pop(legal)
        memcpy(root.scores, state.score, sizeof(state.score))
        root.scores[state.to_move] += root.points
        root.margin = margin_of(root.scores, state.players, state.to_move)
        root.bound = NO_BOUND
    return 0


cdef inline bint precedes(const EndgameSearch* endgame, const State* state, const RootMove* a,
                          const RootMove* b) noexcept nogil:
    """Whether a comes before b. Moves with values come before moves with bounds. Moves with bounds keep their order."""
    if b.bound == AT_MOST or a.bound == AT_MOST:
        return b.bound == AT_MOST and a.bound != AT_MOST
    return prefers(endgame.stack.objective, state.to_move, state.players, a.scores, b.scores)


cdef void sort_in(EndgameSearch* endgame, const State* state, Py_ssize_t i) noexcept nogil:
    """Puts the move at index i in its place among the moves before it. Equal moves keep their order."""
    cdef RootMove root = endgame.moves[i]
    while i > 0 and precedes(endgame, state, &root, &endgame.moves[i - 1]):
        endgame.moves[i] = endgame.moves[i - 1]
        i -= 1
    endgame.moves[i] = root


cdef int search_move(EndgameSearch* endgame, State* state, RootMove* root, int depth, int32_t floor) except -1 nogil:
    """Finds the value of a move, or shows that it is at most `floor`."""
    cdef SearchStack* stack = &endgame.stack
    cdef int player = state.to_move
    suggest_reply(stack, state, 0, root.move)
    make_at(stack, state, 0, root.move)
    if state.players != 2:
        max_n(stack, state, 1, depth - 1, root.scores)
        root.bound = EXACT
    else:
        if floor > -BEYOND:
            alpha_beta(stack, state, player, 1, depth - 1, floor, floor + 1, &root.margin)
        if floor == -BEYOND or (root.margin > floor and not stack.given_up):
            alpha_beta(stack, state, player, 1, depth - 1, floor, BEYOND, &root.margin)
        root.scores[player] = root.margin
        root.scores[1 - player] = 0
        root.bound = EXACT if root.margin > floor else AT_MOST
    stack.rules.unmake(stack.rules, state, stack.ply[0].undo)
    if root.bound == AT_MOST:
        note_reply(stack, state, 0, root.move)
    if not stack.given_up:
        root.margin = margin_of(root.scores, state.players, state.to_move)
    return 0


cdef int deepen(EndgameSearch* endgame, State* state, int depth, int top) except -1 nogil:
    """Does one iteration, after which the first `top` moves have values. Changes nothing if the search gives up."""
    cdef Py_ssize_t i
    cdef int32_t floor
    memcpy(endgame.last, endgame.moves, endgame.size * sizeof(RootMove))
    for i in range(endgame.size):
        # The moves before this one are sorted, so the last of the best `top` stands at index top - 1.
        floor = endgame.moves[top - 1].margin if i >= top else -BEYOND
        search_move(endgame, state, &endgame.moves[i], depth, floor)
        if endgame.stack.given_up:
            memcpy(endgame.moves, endgame.last, endgame.size * sizeof(RootMove))
            return 0
        sort_in(endgame, state, i)
    return 0


cdef long long solve(EndgameSearch* endgame, State* state, long long node_limit, int top) except -1 nogil:
    cdef SearchStack* stack = &endgame.stack
    cdef long long before
    cdef int depth = 1, wanted
    stack.nodes = stack.ply[0].replies = 0
    stack.node_limit = node_limit
    stack.given_up = False
    endgame.depth = 0
    endgame.exact = False
    list_moves(endgame, state)
    if stack.given_up:
        return 0
    # If all values are wanted, each iteration finds all of them, so a search that ends early has them too.
    wanted = top if top >= endgame.size else 1
    while not endgame.exact and depth < PLIES:
        before = stack.cuts
        deepen(endgame, state, depth, wanted)
        if stack.given_up:
            return stack.nodes
        endgame.exact = stack.cuts == before
        endgame.depth = depth
        depth += 1
    if endgame.exact and top > wanted:
        # Needs the full depth: a short line may refute another move, but its value may lie deeper.
        before = stack.cuts
        deepen(endgame, state, PLIES, top)
        endgame.exact = stack.given_up or stack.cuts == before
    return stack.nodes
