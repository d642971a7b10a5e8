"""The moves at the root of a search tree."""

from libc.stdint cimport uint32_t
from libc.stdlib cimport free
from libc.string cimport memset

from kiebitz.engine.game cimport list_keep, list_push, same
from kiebitz.engine.kernels.node_pool cimport NONE, move_key
from kiebitz.engine.kernels.one_ply cimport value_after
from kiebitz.engine.kernels.selection cimport select_candidate, width_at
from kiebitz.engine.memory cimport allocate

cdef enum:
    EVERY = 16              # one iteration in EVERY visits an included move

cdef double PARTS = 1000    # the list holds learned values as whole numbers of 1/PARTS point


cdef int root_new(Root* root, OnePly* one_ply, State* state, const LeafUtility* utility, double prior_cap, MoveList* list,
                  int width, const Move* extra, int n_extra, bint averaged) except -1 nogil:
    cdef int i
    memset(root, 0, sizeof(Root))
    root.averaged = averaged
    rank_moves(one_ply, state, utility.learned, list, width)
    root.ranked = list.size
    root.included = <int*>allocate(n_extra, sizeof(int))
    for i in range(n_extra):
        root.included[i] = index_of(list, extra[i])
    root.n_included = n_extra
    root.candidate = <Candidate*>allocate(list.size, sizeof(Candidate))
    root.tally = <RootTally*>allocate(list.size, sizeof(RootTally))
    root.within = <RootTally*>allocate(list.size, sizeof(RootTally)) if averaged else root.tally
    root.size = list.size
    fill_candidates(root, utility, prior_cap, list)
    return 0


cdef void root_free(Root* root) noexcept nogil:
    free(root.candidate)
    if root.within != root.tally:
        free(root.within)
    free(root.tally)
    free(root.included)
    memset(root, 0, sizeof(Root))


cdef void root_forget(Root* root) noexcept nogil:
    cdef int i
    for i in range(root.size):
        root.candidate[i].child = NONE
    memset(root.within, 0, root.size * sizeof(RootTally))


cdef int rank_moves(OnePly* one_ply, State* state, bint learned, MoveList* list, int width) except -1 nogil:
    """Lists the best moves in falling order of their priors."""
    cdef const Rules* rules = one_ply.rules
    cdef Py_ssize_t i
    cdef double margin
    list.size = 0
    rules.candidates(rules, state, list)
    if learned:
        list_keep(list, one_ply.width)
        for i in range(list.size):
            value_after(one_ply, state, list.moves[i], 0, &margin, NULL)
            list.points[i] = <int>(margin * PARTS + (0.5 if margin > 0 else -0.5))
    list_keep(list, width)
    return 0


cdef int index_of(MoveList* list, Move move) except -1 nogil:
    """The index of a move. It is appended if it was not listed."""
    cdef Py_ssize_t i
    for i in range(list.size):
        if same(list.moves[i], move):
            return i
    list_push(list, move, list.points[list.size - 1])
    return list.size - 1


cdef void fill_candidates(Root* root, const LeafUtility* utility, double prior_cap, const MoveList* list) noexcept nogil:
    cdef double unit = utility.points_per_win * (PARTS if utility.learned else 1)
    cdef int i
    for i in range(root.size):
        root.candidate[i].move = list.moves[i]
        root.candidate[i].key = move_key(list.moves[i])
        root.candidate[i].child = NONE
        root.candidate[i].bias = (list.points[i] - list.points[0]) / unit
        if not utility.learned:
            root.candidate[i].bias = max(root.candidate[i].bias, <float>-prior_cap)


cdef int select_at_root(Root* root, NodePool* pool, const UctParams* uct, uint32_t node) noexcept nogil:
    cdef int n = width_at(pool, uct, node, root.ranked), i
    cdef int selected = select_candidate(pool, uct, node, root.candidate, n)
    cdef uint32_t visits = pool.nodes[node].visits
    for i in range(n):
        root.within[i].available += 1
    if root.n_included and (visits < <uint32_t>root.n_included or visits % EVERY == EVERY - 1):
        # Each of them gets one visit first, so that even the shortest search has a value for it.
        selected = root.included[visits if visits < <uint32_t>root.n_included else visits / EVERY % root.n_included]
        root.within[selected].available += selected >= n
    elif root.averaged:
        for i in range(n):
            if root.candidate[i].child == NONE:
                return i
    return selected


cdef void count(RootTally* tally, double margin, double win, double utility) noexcept nogil:
    tally.visits += 1
    tally.sum[0] += margin
    tally.sum[1] += win
    tally.sum[2] += utility
    tally.square[0] += margin * margin
    tally.square[1] += win * win
    tally.square[2] += utility * utility


cdef void count_world(Root* root) noexcept nogil:
    cdef RootTally* within
    cdef int i
    for i in range(root.size):
        within = &root.within[i]
        root.tally[i].available += within.available > 0
        if within.visits:
            count(&root.tally[i], within.sum[0] / within.visits, within.sum[1] / within.visits,
                  within.sum[2] / within.visits)
