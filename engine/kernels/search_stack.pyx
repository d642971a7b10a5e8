"""Memory, limits and move order of a depth-first search."""

from libc.stdlib cimport free
from libc.string cimport memset

from kiebitz.engine.game cimport MOST_CANDIDATES, list_free, list_some, same
from kiebitz.engine.kernels.heap cimport heapify
from kiebitz.engine.kernels.transposition cimport transposition_free, transposition_new
from kiebitz.engine.memory cimport allocate


cdef int stack_new(SearchStack* stack, const Rules* rules, int log_entries) except -1 nogil:
    memset(stack, 0, sizeof(SearchStack))
    stack.rules = rules
    return transposition_new(&stack.table, log_entries)


cdef void stack_free(SearchStack* stack) noexcept nogil:
    cdef int ply
    transposition_free(&stack.table)
    for ply in range(PLIES):
        list_free(&stack.ply[ply].legal)
        free(stack.ply[ply].undo)
        stack.ply[ply].undo = NULL


cdef bint count_node(SearchStack* stack) noexcept nogil:
    stack.nodes += 1
    if stack.node_limit and stack.nodes > stack.node_limit:
        stack.given_up = True
    elif stack.stop != NULL and (stack.nodes % ASKED_EVERY == 0 or stack.listed > ASKED_MOVES):
        stack.listed = 0
        if stack.stop(stack.context):
            stack.given_up = True
    return stack.given_up


cdef int list_all(SearchStack* stack, const State* state, MoveList* legal) except -1 nogil:
    if stack.rules.extras.generate_some == NULL:
        stack.rules.generate(stack.rules, state, legal)
    elif list_some(stack.rules, state, MOST_CANDIDATES, legal) > MOST_CANDIDATES:
        stack.given_up = True
    return 0


cdef int order_moves(SearchStack* stack, const State* state, int ply, Move known, bint searched) except -1 nogil:
    cdef MoveList* legal = &stack.ply[ply].legal
    cdef Move killer = stack.ply[ply].killer
    cdef Py_ssize_t i = 0
    cdef bint keyed = stack.rules.extras.other_moves != NULL and state.players == 2     # points are keys
    legal.size = 0
    if keyed:
        stack.rules.extras.other_moves(stack.rules, state, legal)
    else:
        list_all(stack, state, legal)
    stack.listed += legal.size
    while i < legal.size:
        if searched and same(legal.moves[i], known):
            legal.size -= 1
            legal.moves[i] = legal.moves[legal.size]
            legal.points[i] = legal.points[legal.size]
            continue
        if same(legal.moves[i], known):
            legal.points[i] = HASH_FIRST
        elif same(legal.moves[i], killer):
            legal.points[i] += 2 * KILLER if keyed else KILLER
        i += 1
    heapify(legal)
    return 0


cdef int make_at(SearchStack* stack, State* state, int ply, Move move) except -1 nogil:
    if stack.ply[ply].undo == NULL:
        stack.ply[ply].undo = allocate(1, stack.rules.state_size)
    stack.rules.make(stack.rules, state, move, stack.ply[ply].undo)
    return 0
