"""Memory and limits of a depth-first search."""

from libc.stdlib cimport free, malloc
from libc.string cimport memset

from kiebitz.engine.game cimport list_free, same
from kiebitz.engine.kernels.heap cimport heapify
from kiebitz.engine.kernels.table cimport table_free, table_new


cdef int tree_new(Tree* tree, const Rules* rules, int log_entries) except -1 nogil:
    memset(tree, 0, sizeof(Tree))
    tree.rules = rules
    return table_new(&tree.table, log_entries)


cdef void tree_free(Tree* tree) noexcept nogil:
    cdef int ply
    table_free(&tree.table)
    for ply in range(PLIES):
        list_free(&tree.ply[ply].legal)
        free(tree.ply[ply].undo)
        tree.ply[ply].undo = NULL


cdef bint enter(Tree* tree) noexcept nogil:
    tree.nodes += 1
    if tree.node_limit and tree.nodes > tree.node_limit:
        tree.given_up = True
    elif tree.stop != NULL and tree.nodes % ASKED_EVERY == 0 and tree.stop(tree.context):
        tree.given_up = True
    return tree.given_up


cdef int order(Tree* tree, const State* state, int ply, const Move* known) except -1 nogil:
    cdef MoveList* legal = &tree.ply[ply].legal
    cdef Move killer = tree.ply[ply].killer
    cdef Py_ssize_t i
    legal.size = 0
    tree.rules.generate(tree.rules, state, legal)
    for i in range(legal.size):
        if known != NULL and same(legal.moves[i], known[0]):
            legal.points[i] = HASH_FIRST
        elif same(legal.moves[i], killer):
            legal.points[i] += KILLER
    heapify(legal)
    return 0


cdef int descend(Tree* tree, State* state, int ply, Move move) except -1 nogil:
    if tree.ply[ply].undo == NULL:
        tree.ply[ply].undo = malloc(tree.rules.state_size)
        if tree.ply[ply].undo == NULL:
            with gil:
                raise MemoryError("no memory for taking moves back")
    tree.rules.make(tree.rules, state, move, tree.ply[ply].undo)
    return 0
