"""The moves at the root of a search tree."""

from libc.stdint cimport uint32_t
from libc.stdlib cimport malloc

from kiebitz.engine.game cimport MoveList, Rules, copy, list_keep, list_push, same
from kiebitz.engine.kernels.choice cimport choose, width_at
from kiebitz.engine.kernels.nodes cimport NONE, key_of
from kiebitz.engine.kernels.one_ply cimport value_after
from kiebitz.engine.kernels.tree cimport EVERY

cdef double PARTS = 1000    # of a point, in which the learned values of moves are listed


cdef int list_root(Tree* tree, int width, const Move* wanted, int n_wanted) except -1 nogil:
    cdef const Rules* rules = tree.rules
    cdef MoveList* legal = &tree.legal
    cdef Py_ssize_t i
    cdef double margin
    cdef int w
    copy(rules, tree.state, tree.view)
    rules.candidates(rules, tree.state, legal)
    if tree.taste.learned:
        list_keep(legal, tree.policy.one_ply.width)
        for i in range(legal.size):
            value_after(&tree.policy.one_ply, tree.state, legal.moves[i], 0, &margin, NULL)
            legal.points[i] = <int>(margin * PARTS + (0.5 if margin > 0 else -0.5))
    list_keep(legal, width)
    tree.ranked = legal.size
    tree.wanted = <int*>malloc(max(n_wanted, 1) * sizeof(int))
    if tree.wanted == NULL:
        with gil:
            raise MemoryError("no memory for the moves that are wanted anyway")
    for w in range(n_wanted):
        tree.wanted[w] = place_of(legal, wanted[w])
    tree.n_wanted = n_wanted
    tree.candidates = legal.size
    return 0


cdef int place_of(MoveList* legal, Move move) except -1 nogil:
    """Where the move stands; behind the others if it was not among them."""
    cdef Py_ssize_t i
    for i in range(legal.size):
        if same(legal.moves[i], move):
            return i
    list_push(legal, move, legal.points[legal.size - 1])
    return legal.size - 1


cdef void fill_root(Tree* tree) noexcept nogil:
    cdef double unit = tree.taste.unit * (PARTS if tree.taste.learned else 1)
    cdef int i
    for i in range(tree.candidates):
        tree.root[i].move = tree.legal.moves[i]
        tree.root[i].key = key_of(tree.legal.moves[i])
        tree.root[i].child = NONE
        tree.root[i].bias = (tree.legal.points[i] - tree.legal.points[0]) / unit
        if not tree.taste.learned:
            tree.root[i].bias = max(tree.root[i].bias, <float>-tree.settings.urge.cap)


cdef int choose_at_root(Tree* tree, uint32_t node) noexcept nogil:
    cdef int n = width_at(&tree.arena, &tree.settings.urge, node, tree.ranked), i
    cdef int chosen = choose(&tree.arena, &tree.settings.urge, node, tree.root, n)
    for i in range(n):
        tree.within[i].available += 1
    cdef uint32_t visits = tree.arena.nodes[node].visits
    if tree.n_wanted and (visits < <uint32_t>tree.n_wanted or visits % EVERY == EVERY - 1):
        # Once each at first, so that none is missing in the shortest answer.
        chosen = tree.wanted[visits if visits < <uint32_t>tree.n_wanted else visits / EVERY % tree.n_wanted]
        tree.within[chosen].available += chosen >= n
    elif tree.settings.per_world > 1:
        for i in range(n):      # an average over worlds has to know the move in each
            if tree.root[i].child == NONE:
                return i
    return chosen
