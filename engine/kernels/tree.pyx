"""Tree search over sampled worlds."""

from libc.stdlib cimport free
from libc.string cimport memset

from kiebitz.engine.game cimport advance, copy, list_free, list_keep
from kiebitz.engine.kernels.leaf_utility cimport LeafValue, evaluate_leaf
from kiebitz.engine.kernels.node_pool cimport (
    NONE, Node, move_key, pool_add, pool_clear, pool_find, pool_free, pool_new, pool_prefetch,
)
from kiebitz.engine.kernels.policy cimport play_on, policy_free, policy_new
from kiebitz.engine.kernels.root cimport count, count_world, root_forget, root_free, root_new, select_at_root
from kiebitz.engine.kernels.selection cimport select_candidate, width_at
from kiebitz.engine.memory cimport allocate
from kiebitz.engine.rng cimport STREAM_WORLDS, Rng
from kiebitz.engine.rng cimport seed as seed_rng

cdef enum:
    UNSEEN = 1          # key of a move that the observer does not see at all


cdef int tree_new(Tree* tree, const Rules* rules, const State* view, const TreeSettings* settings, int width,
                  const Move* extra, int n_extra) except -1 nogil:
    memset(tree, 0, sizeof(Tree))
    tree.rules = rules
    tree.view = view
    tree.settings = settings[0]
    tree.player = view.to_move
    tree.trees = view.players if settings.multi else 1
    tree.state = <State*>allocate(1, rules.state_size)
    tree.world = <State*>allocate(1, rules.state_size)
    policy_new(&tree.policy, rules, settings.policy)
    pool_new(&tree.pool, settings.node_limit)
    add_roots(tree)
    copy(rules, tree.state, view)
    root_new(&tree.root, &tree.policy.one_ply, tree.state, &settings.utility, settings.uct.prior_cap, &tree.legal, width,
             extra, n_extra, settings.per_world > 1)
    return 0


cdef void tree_free(Tree* tree) noexcept nogil:
    policy_free(&tree.policy)
    pool_free(&tree.pool)
    root_free(&tree.root)
    list_free(&tree.legal)
    free(tree.state)
    free(tree.world)


cdef int add_roots(Tree* tree) except -1 nogil:
    """Adds the roots, one for each observer."""
    cdef int t
    for t in range(tree.trees):
        pool_add(&tree.pool, NONE, t, -1, tree.player)
    return 0


cdef inline uint64_t seen_key(const Tree* tree, int tree_number, int mover, Move move) noexcept nogil:
    """Key of a move as the observer of a tree sees it. In the tree of a single world every observer sees all moves."""
    cdef int observer = tree_number if tree.trees > 1 else tree.player
    if observer != mover and tree.rules.extras.observed != NULL and tree.settings.per_world == 1:
        if not tree.rules.extras.observed(tree.rules, tree.state, &move):
            return UNSEEN
    return move_key(move)


cdef int list_candidates(Tree* tree, uint32_t node, int own) except -1 nogil:
    """Fills tree.candidates with the best moves of this world. The widening limits their number, which is returned."""
    cdef MoveList* legal = &tree.legal
    cdef Candidate* candidate
    cdef int i, j, n = 0, mover = tree.state.to_move
    cdef double unit = tree.settings.utility.points_per_win
    legal.size = 0
    tree.rules.candidates(tree.rules, tree.state, legal)
    list_keep(legal, width_at(&tree.pool, &tree.settings.uct, node, min(legal.size, <Py_ssize_t>MAX_WIDTH)))
    for i in range(legal.size):
        candidate = &tree.candidates[n]
        candidate.key = seen_key(tree, own, mover, legal.moves[i])
        j = 0
        while j < n and tree.candidates[j].key != candidate.key:
            j += 1
        if j < n:
            continue        # the observer cannot tell it from a better move, which stands for both
        pool_prefetch(&tree.pool, node, candidate.key)
        candidate.move = legal.moves[i]
        candidate.bias = max((legal.points[i] - legal.points[0]) / unit, -tree.settings.uct.prior_cap)
        n += 1
    for j in range(n):
        tree.candidates[j].child = pool_find(&tree.pool, node, tree.candidates[j].key)
    return n


cdef int descend(Tree* tree) except -1 nogil:
    """Plays down to a node that is new in the tree of its mover. Returns the index of the move at the root."""
    cdef uint32_t[MAX_PLAYERS] here
    cdef int t, own, mover, n, selected, first = 0, depth = 0
    cdef bint new = False
    cdef Candidate* candidates
    cdef Move move
    tree.path_size = 0
    for t in range(tree.trees):
        here[t] = t
        push(tree, t)
    while tree.state.to_move >= 0 and not new and depth < MAX_DEPTH:
        mover = tree.state.to_move
        own = mover if tree.trees > 1 else 0
        if depth == 0:
            candidates = tree.root.candidate
            first = selected = select_at_root(&tree.root, &tree.pool, &tree.settings.uct, here[own])
        else:
            n = list_candidates(tree, here[own], own)
            candidates = tree.candidates
            selected = select_candidate(&tree.pool, &tree.settings.uct, here[own], candidates, n)
        new = candidates[selected].child == NONE
        move = candidates[selected].move
        advance(tree.rules, tree.state, move)
        for t in range(tree.trees):
            here[t] = child_of(tree, t, here[t], mover, move)
            push(tree, here[t])
        if depth == 0:
            candidates[selected].child = here[own]
        depth += 1
        tree.nodes += 1
    return first


cdef long long child_of(Tree* tree, int tree_number, uint32_t node, int mover, Move move) except -1 nogil:
    """Returns the child of a node. A new child is added."""
    cdef uint64_t key = seen_key(tree, tree_number, mover, move)
    cdef long long child = pool_find(&tree.pool, node, key)
    if child == NONE:
        child = pool_add(&tree.pool, node, key, mover, tree.state.to_move)
        tree.pool.nodes[child].available = 1
    return child


cdef inline void push(Tree* tree, uint32_t node) noexcept nogil:
    tree.path[tree.path_size] = node
    tree.path_size += 1


cdef int play_out(Tree* tree, Rng* rng) except -1 nogil:
    """Plays from the leaf by the policy."""
    if tree.settings.plies:
        tree.nodes += play_on(&tree.policy, tree.state, tree.settings.plies, rng)
    if not tree.settings.utility.learned:
        # Margins without a learned value are comparable only after whole rounds.
        while tree.state.to_move >= 0 and tree.state.to_move != tree.player:
            tree.nodes += play_on(&tree.policy, tree.state, 1, rng)
    return 0


cdef void back_up(Tree* tree, const LeafValue* leaf) noexcept nogil:
    cdef Node* node
    cdef int i
    for i in range(tree.path_size):
        node = &tree.pool.nodes[tree.path[i]]
        node.visits += 1
        if node.mover >= 0:
            node.mean += (leaf.utility[node.mover] - node.mean) / node.visits
        if node.to_move >= 0:
            node.worth += (leaf.utility[node.to_move] - node.worth) / node.visits


cdef int iterate(Tree* tree, Rng* rng) except -1 nogil:
    """Does one iteration in the world in tree.state."""
    cdef LeafValue leaf
    cdef int first = descend(tree), player = tree.player
    play_out(tree, rng)
    evaluate_leaf(tree.rules, tree.state, &tree.settings.utility, &leaf)
    back_up(tree, &leaf)
    count(&tree.root.within[first], leaf.margin[player], leaf.win[player], leaf.utility[player])
    return 0


cdef int begin_world(Tree* tree) except -1 nogil:
    """Starts a tree for one world. Its values at the root count as one observation."""
    pool_clear(&tree.pool)
    add_roots(tree)
    root_forget(&tree.root)
    seed_world(tree, &tree.rng)
    tree.rules.determinize(tree.rules, tree.view, tree.world, &tree.rng)
    tree.left = tree.settings.per_world
    return 0


cdef void tree_close(Tree* tree) noexcept nogil:
    count_world(&tree.root)
    tree.left = 0
    tree.worlds += 1


cdef inline void seed_world(Tree* tree, Rng* rng) noexcept nogil:
    seed_rng(rng, tree.settings.seed, STREAM_WORLDS, tree.settings.first + tree.worlds * tree.settings.stride)


cdef int tree_run(Tree* tree, long long worlds, long long nodes) except -1 nogil:
    cdef long long end = tree.worlds + worlds
    cdef Rng rng
    while tree.worlds < end and tree.nodes < nodes:
        if tree.settings.per_world > 1:
            if tree.left == 0:
                begin_world(tree)
            copy(tree.rules, tree.state, tree.world)
            iterate(tree, &tree.rng)
            tree.left -= 1
            if tree.left == 0:
                tree_close(tree)
        else:
            seed_world(tree, &rng)
            tree.rules.determinize(tree.rules, tree.view, tree.state, &rng)
            iterate(tree, &rng)
            tree.worlds += 1
    return 0


cdef void step_down(Tree* tree, uint32_t* here, int mover, Move move) noexcept nogil:
    cdef int t
    for t in range(tree.trees):
        if here[t] != NONE:
            here[t] = pool_find(&tree.pool, here[t], seen_key(tree, t, mover, move))


cdef bint tree_follow(Tree* tree, State* state, uint32_t* here, Move* move) except -1 nogil:
    cdef int mover = state.to_move, own = mover if tree.trees > 1 else 0
    cdef uint32_t child, most = 0
    cdef Py_ssize_t i
    if here[own] == NONE:
        return False
    tree.legal.size = 0
    tree.rules.candidates(tree.rules, state, &tree.legal)
    list_keep(&tree.legal, 0)
    for i in range(tree.legal.size):
        child = pool_find(&tree.pool, here[own], seen_key(tree, own, mover, tree.legal.moves[i]))
        if child != NONE and tree.pool.nodes[child].visits > most:
            most = tree.pool.nodes[child].visits
            move[0] = tree.legal.moves[i]
    if most:
        step_down(tree, here, mover, move[0])
    return most > 0
