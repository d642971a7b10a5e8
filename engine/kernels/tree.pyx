"""Tree search over sampled worlds."""

from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from kiebitz.engine.game cimport advance, copy, list_free, list_keep
from kiebitz.engine.kernels.choice cimport choose, width_at
from kiebitz.engine.kernels.leaf cimport value_leaf
from kiebitz.engine.kernels.nodes cimport (
    NONE, Node, key_of, nodes_add, nodes_clear, nodes_expect, nodes_find, nodes_free, nodes_new,
)
from kiebitz.engine.kernels.policy cimport play_on, policy_free, policy_new
from kiebitz.engine.kernels.root cimport choose_at_root, fill_root, list_root
from kiebitz.engine.rng cimport STREAM_WORLDS, Rng
from kiebitz.engine.rng cimport seed as seed_rng

cdef enum:
    UNSEEN = 1          # key of a move of which others see nothing


cdef int tree_new(Tree* tree, const Rules* rules, const State* view, const Settings* settings, const Taste* taste,
                  uint32_t limit, int width, const Move* wanted, int n_wanted) except -1 nogil:
    memset(tree, 0, sizeof(Tree))
    tree.rules = rules
    tree.view = view
    tree.settings = settings[0]
    tree.taste = taste[0]
    tree.player = view.to_move
    tree.trees = view.players if settings.multi else 1
    tree.state = <State*>malloc(rules.state_size)
    tree.world = <State*>malloc(rules.state_size)
    if tree.state == NULL or tree.world == NULL:
        with gil:
            raise MemoryError("no memory for a sampled world")
    policy_new(&tree.policy, rules, settings.policy)
    nodes_new(&tree.arena, limit)
    plant(tree)
    list_root(tree, width, wanted, n_wanted)
    tree.root = <Candidate*>malloc(tree.legal.size * sizeof(Candidate))
    tree.tally = <Tally*>calloc(tree.legal.size, sizeof(Tally))
    tree.within = <Tally*>calloc(tree.legal.size, sizeof(Tally)) if settings.per_world > 1 else tree.tally
    if tree.root == NULL or tree.tally == NULL or tree.within == NULL:
        with gil:
            raise MemoryError("no memory for the moves at the root")
    fill_root(tree)
    return 0


cdef void tree_free(Tree* tree) noexcept nogil:
    policy_free(&tree.policy)
    nodes_free(&tree.arena)
    list_free(&tree.legal)
    free(tree.state)
    free(tree.world)
    free(tree.root)
    if tree.within != tree.tally:
        free(tree.within)
    free(tree.tally)
    free(tree.wanted)


cdef int plant(Tree* tree) except -1 nogil:
    """The roots, one for each observer."""
    cdef int t
    for t in range(tree.trees):
        nodes_add(&tree.arena, NONE, t, -1, tree.player)
    return 0


cdef inline uint64_t seen_key(const Tree* tree, int tree_number, int mover, Move move) noexcept nogil:
    """The move as the observer of a tree sees it; everything is open in a single world."""
    cdef int observer = tree_number if tree.trees > 1 else tree.player
    if observer != mover and tree.rules.extras.observed != NULL and tree.settings.per_world == 1:
        if not tree.rules.extras.observed(tree.rules, tree.state, &move):
            return UNSEEN
    return key_of(move)


cdef int list_candidates(Tree* tree, uint32_t node, int own) except -1 nogil:
    """Fills the scratch list with the moves this world proposes, as many as the widening allows."""
    cdef MoveList* legal = &tree.legal
    cdef Candidate* candidate
    cdef int i, j, n = 0, mover = tree.state.to_move
    legal.size = 0
    tree.rules.candidates(tree.rules, tree.state, legal)
    list_keep(legal, width_at(&tree.arena, &tree.settings.urge, node, min(legal.size, <Py_ssize_t>WIDEST)))
    for i in range(legal.size):
        candidate = &tree.scratch[n]
        candidate.key = seen_key(tree, own, mover, legal.moves[i])
        j = 0
        while j < n and tree.scratch[j].key != candidate.key:
            j += 1
        if j < n:
            continue        # another that looks the same: the better one stands for both
        nodes_expect(&tree.arena, node, candidate.key)
        candidate.move = legal.moves[i]
        candidate.bias = max((legal.points[i] - legal.points[0]) / tree.taste.unit, -tree.settings.urge.cap)
        n += 1
    for j in range(n):
        tree.scratch[j].child = nodes_find(&tree.arena, node, tree.scratch[j].key)
    return n


cdef int descend(Tree* tree) except -1 nogil:
    """Plays down to a node that is new to whoever moved there; returns the index of the move chosen at the root."""
    cdef uint32_t[MAX_PLAYERS] here
    cdef int t, own, mover, n, chosen, first = 0, depth = 0
    cdef bint new = False
    cdef Candidate* candidates
    cdef Move move
    tree.path_size = 0
    for t in range(tree.trees):
        here[t] = t
        push(tree, t)
    while tree.state.to_move >= 0 and not new and depth < DEEPEST:
        mover = tree.state.to_move
        own = mover if tree.trees > 1 else 0
        if depth == 0:
            candidates = tree.root
            first = chosen = choose_at_root(tree, here[own])
        else:
            n = list_candidates(tree, here[own], own)
            candidates = tree.scratch
            chosen = choose(&tree.arena, &tree.settings.urge, here[own], candidates, n)
        new = candidates[chosen].child == NONE
        move = candidates[chosen].move
        advance(tree.rules, tree.state, move)
        for t in range(tree.trees):
            here[t] = child_of(tree, t, here[t], mover, move)
            push(tree, here[t])
        if depth == 0:
            candidates[chosen].child = here[own]
        depth += 1
        tree.nodes += 1
    return first


cdef long long child_of(Tree* tree, int tree_number, uint32_t node, int mover, Move move) except -1 nogil:
    """The child, made if it is not there."""
    cdef uint64_t key = seen_key(tree, tree_number, mover, move)
    cdef long long child = nodes_find(&tree.arena, node, key)
    if child == NONE:
        child = nodes_add(&tree.arena, node, key, mover, tree.state.to_move)
        tree.arena.nodes[child].available = 1
    return child


cdef inline void push(Tree* tree, uint32_t node) noexcept nogil:
    tree.path[tree.path_size] = node
    tree.path_size += 1


cdef int play_out(Tree* tree, Rng* rng) except -1 nogil:
    if tree.settings.plies:
        tree.nodes += play_on(&tree.policy, tree.state, tree.settings.plies, rng)
    if not tree.taste.learned:
        # Points at hand compare only after whole rounds.
        while tree.state.to_move >= 0 and tree.state.to_move != tree.player:
            tree.nodes += play_on(&tree.policy, tree.state, 1, rng)
    return 0


cdef void back_up(Tree* tree, const Worth* worth) noexcept nogil:
    cdef Node* node
    cdef int i
    for i in range(tree.path_size):
        node = &tree.arena.nodes[tree.path[i]]
        node.visits += 1
        if node.mover >= 0:
            node.mean += (worth.utility[node.mover] - node.mean) / node.visits
        if node.to_move >= 0:
            node.worth += (worth.utility[node.to_move] - node.worth) / node.visits


cdef void count(Tally* tally, double margin, double win, double utility) noexcept nogil:
    tally.visits += 1
    tally.sum[0] += margin
    tally.sum[1] += win
    tally.sum[2] += utility
    tally.square[0] += margin * margin
    tally.square[1] += win * win
    tally.square[2] += utility * utility


cdef int iterate(Tree* tree, Rng* rng) except -1 nogil:
    """One iteration in the world that lies in tree.state."""
    cdef Worth worth
    cdef int first = descend(tree), player = tree.player
    play_out(tree, rng)
    value_leaf(tree.rules, tree.state, &tree.taste, &worth)
    back_up(tree, &worth)
    count(&tree.within[first], worth.margin[player], worth.win[player], worth.utility[player])
    return 0


cdef int begin_world(Tree* tree) except -1 nogil:
    """A tree of its own for one world, whose root values will count as one observation."""
    cdef int i
    nodes_clear(&tree.arena)
    plant(tree)
    for i in range(tree.candidates):
        tree.root[i].child = NONE
    memset(tree.within, 0, tree.candidates * sizeof(Tally))
    seed_world(tree, &tree.rng)
    tree.rules.determinize(tree.rules, tree.view, tree.world, &tree.rng)
    tree.left = tree.settings.per_world
    return 0


cdef void tree_close(Tree* tree) noexcept nogil:
    cdef Tally* within
    cdef int i
    for i in range(tree.candidates):
        within = &tree.within[i]
        tree.tally[i].available += within.available > 0
        if within.visits:
            count(&tree.tally[i], within.sum[0] / within.visits, within.sum[1] / within.visits,
                  within.sum[2] / within.visits)
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


# What is expected to follow.

cdef void step_down(Tree* tree, uint32_t* here, int mover, Move move) noexcept nogil:
    cdef int t
    for t in range(tree.trees):
        if here[t] != NONE:
            here[t] = nodes_find(&tree.arena, here[t], seen_key(tree, t, mover, move))


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
        child = nodes_find(&tree.arena, here[own], seen_key(tree, own, mover, tree.legal.moves[i]))
        if child != NONE and tree.arena.nodes[child].visits > most:
            most = tree.arena.nodes[child].visits
            move[0] = tree.legal.moves[i]
    if most:
        step_down(tree, here, mover, move[0])
    return most > 0
