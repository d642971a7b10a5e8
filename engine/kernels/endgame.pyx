"""Iterative deepening to the end of the game."""

from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

from kiebitz.engine.game cimport Move, MoveList, margin_of
from kiebitz.engine.kernels.alpha_beta cimport BEYOND, alpha_beta
from kiebitz.engine.kernels.heap cimport heapify, pop
from kiebitz.engine.kernels.max_n cimport max_n, prefers
from kiebitz.engine.kernels.table cimport AT_MOST, EXACT, UNKNOWN, table_clear
from kiebitz.engine.kernels.depth_first cimport PLIES, descend, tree_free, tree_new


cdef int endgame_new(Endgame* endgame, const Rules* rules, int log_entries) except -1 nogil:
    memset(endgame, 0, sizeof(Endgame))
    return tree_new(&endgame.tree, rules, log_entries)


cdef void endgame_free(Endgame* endgame) noexcept nogil:
    tree_free(&endgame.tree)
    free(endgame.moves)
    free(endgame.last)
    endgame.moves = endgame.last = NULL


cdef void endgame_forget(Endgame* endgame) noexcept nogil:
    cdef int i
    table_clear(&endgame.tree.table)
    for i in range(PLIES):
        memset(&endgame.tree.ply[i].killer, 0, sizeof(Move))


cdef int reserve(Endgame* endgame, Py_ssize_t n) except -1 nogil:
    cdef void* moves
    cdef void* last
    if n <= endgame.capacity:
        return 0
    moves = realloc(endgame.moves, n * sizeof(RootMove))
    if moves != NULL:
        endgame.moves = <RootMove*>moves
    last = realloc(endgame.last, n * sizeof(RootMove))
    if last != NULL:
        endgame.last = <RootMove*>last
    if moves == NULL or last == NULL:
        with gil:
            raise MemoryError(f"no memory for {n} moves")
    endgame.capacity = n
    return 0


cdef int list_moves(Endgame* endgame, const State* state) except -1 nogil:
    """The root's moves by falling points, each worth what is at hand after it."""
    cdef Tree* tree = &endgame.tree
    cdef MoveList* legal = &tree.ply[0].legal
    cdef RootMove* root
    cdef Py_ssize_t i
    legal.size = 0
    tree.rules.generate(tree.rules, state, legal)
    heapify(legal)
    reserve(endgame, legal.size)
    endgame.size = legal.size
    for i in range(endgame.size):
        root = &endgame.moves[i]
        memset(root, 0, sizeof(RootMove))
        root.points = legal.points[0]
        root.move = pop(legal)
        memcpy(root.scores, state.score, sizeof(state.score))
        root.scores[state.to_move] += root.points
        root.margin = margin_of(root.scores, state.players, state.to_move)
        root.bound = UNKNOWN
    return 0


cdef inline bint precedes(const Endgame* endgame, const State* state, const RootMove* a, const RootMove* b) noexcept nogil:
    """Moves with values come before those with bounds only, which keep their order."""
    if b.bound == AT_MOST or a.bound == AT_MOST:
        return b.bound == AT_MOST and a.bound != AT_MOST
    return prefers(endgame.tree.objective, state.to_move, state.players, a.scores, b.scores)


cdef void sort_in(Endgame* endgame, const State* state, Py_ssize_t i) noexcept nogil:
    """Brings a move to its place among those before it; equal moves keep their order."""
    cdef RootMove root = endgame.moves[i]
    while i > 0 and precedes(endgame, state, &root, &endgame.moves[i - 1]):
        endgame.moves[i] = endgame.moves[i - 1]
        i -= 1
    endgame.moves[i] = root


cdef int look_into(Endgame* endgame, State* state, RootMove* root, int depth, int32_t floor) except -1 nogil:
    """The value of a move, or that it is at most `floor`."""
    cdef Tree* tree = &endgame.tree
    cdef int player = state.to_move
    descend(tree, state, 0, root.move)
    if state.players != 2:
        max_n(tree, state, 1, depth - 1, root.scores)
        root.bound = EXACT
    else:
        if floor > -BEYOND:
            alpha_beta(tree, state, player, 1, depth - 1, floor, floor + 1, &root.margin)
        if floor == -BEYOND or (root.margin > floor and not tree.given_up):
            alpha_beta(tree, state, player, 1, depth - 1, floor, BEYOND, &root.margin)
        root.scores[player] = root.margin
        root.scores[1 - player] = 0
        root.bound = EXACT if root.margin > floor else AT_MOST
    tree.rules.unmake(tree.rules, state, tree.ply[0].undo)
    if not tree.given_up:
        root.margin = margin_of(root.scores, state.players, state.to_move)
    return 0


cdef int iterate(Endgame* endgame, State* state, int depth, int top) except -1 nogil:
    """One iteration: the first `top` moves after it have values. Nothing changes if the search gives up."""
    cdef Py_ssize_t i
    cdef int32_t floor
    memcpy(endgame.last, endgame.moves, endgame.size * sizeof(RootMove))
    for i in range(endgame.size):
        # The moves before this one are in order.
        floor = endgame.moves[top - 1].margin if i >= top else -BEYOND
        look_into(endgame, state, &endgame.moves[i], depth, floor)
        if endgame.tree.given_up:
            memcpy(endgame.moves, endgame.last, endgame.size * sizeof(RootMove))
            return 0
        sort_in(endgame, state, i)
    return 0


cdef long long solve(Endgame* endgame, State* state, long long node_limit, int top) except -1 nogil:
    cdef Tree* tree = &endgame.tree
    cdef long long before
    cdef int depth = 1, wanted
    tree.nodes = 0
    tree.node_limit = node_limit
    tree.given_up = False
    endgame.depth = 0
    endgame.exact = False
    list_moves(endgame, state)
    # Some values cost little once the best is known; all of them are wanted also where time is short.
    wanted = top if top >= endgame.size else 1
    while not endgame.exact and depth < PLIES:
        before = tree.cuts
        iterate(endgame, state, depth, wanted)
        if tree.given_up:
            return tree.nodes
        endgame.exact = tree.cuts == before
        endgame.depth = depth
        depth += 1
    if endgame.exact and top > wanted:
        # Without a horizon: what refutes the other moves is short, what they are worth may take longer to find out.
        before = tree.cuts
        iterate(endgame, state, PLIES, top)
        endgame.exact = tree.given_up or tree.cuts == before
    return tree.nodes
