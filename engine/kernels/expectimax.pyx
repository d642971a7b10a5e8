"""Expectimax over what one player knows."""

from libc.stdlib cimport free, malloc
from libc.string cimport memset

from kiebitz.engine.game cimport CHANCE, OVER, Move, advance, copy, list_free, margin, resolve_chance, win_share
from kiebitz.engine.kernels.policy cimport policy_free, policy_move, policy_new
from kiebitz.engine.kernels.prospects cimport margin_sd, win_chance
from kiebitz.engine.kernels.runs cimport best_value, list_runs, lister_free, lister_new, runs_free
from kiebitz.engine.rng cimport STREAM_WORLDS, Rng, below, mix
from kiebitz.engine.rng cimport seed as seed_rng

cdef double NOTHING = -1e30


cdef int expectimax_new(Expectimax* search, const Rules* rules, int policy) except -1 nogil:
    cdef Turn* turn
    cdef int t
    memset(search, 0, sizeof(Expectimax))
    search.rules = rules
    lister_new(&search.lister, rules)
    policy_new(&search.policy, rules, policy)
    for t in range(MOST_TURNS + 1):
        turn = &search.turn[t]
        turn.node = <State*>malloc(rules.state_size)
        turn.after = <State*>malloc(rules.state_size)
        turn.child = <State*>malloc(rules.state_size)
        turn.world = <State*>malloc(rules.state_size)
        if turn.node == NULL or turn.after == NULL or turn.child == NULL or turn.world == NULL:
            with gil:
                raise MemoryError("no memory for the turns of a search")
    return 0


cdef void expectimax_free(Expectimax* search) noexcept nogil:
    cdef Turn* turn
    cdef int t
    lister_free(&search.lister)
    policy_free(&search.policy)
    for t in range(MOST_TURNS + 1):
        turn = &search.turn[t]
        free(turn.node)
        free(turn.after)
        free(turn.child)
        free(turn.world)
        runs_free(&turn.runs)
        list_free(&turn.outcomes)


# Own decisions

cdef int decide(Expectimax* search, int turns, uint64_t name, Pair* value) except -1 nogil:
    """The value of the view in the turn's node."""
    cdef Turn* turn = &search.turn[turns]
    cdef Pair found, best = Pair(NOTHING, NOTHING)
    cdef double naive = NOTHING
    cdef Py_ssize_t i
    search.lister.branching = search.last if turns == 1 else search.inner
    if turns == 1:
        best_value(&search.lister, turn.node, &value.first)
        value.second = value.first
        return 0
    list_runs(&search.lister, turn.node, search.width, &turn.runs)
    for i in range(turn.runs.size):
        play_run(search, turn.node, &turn.runs.run[i], turn.after)
        expect(search, turns, name, &found)
        if not search.crosswise:
            found.first = found.second = (found.first + found.second) / 2
        if found.first > best.first:
            best.first = found.first
            value.second = found.second
        if found.second > best.second:
            best.second = found.second
            value.first = found.first
        naive = max(naive, (found.first + found.second) / 2)
    value.first = (value.first + naive) / 2
    value.second = (value.second + naive) / 2
    return 0


cdef void play_run(Expectimax* search, const State* view, const Run* run, State* after) noexcept nogil:
    cdef int i
    copy(search.rules, after, view)
    for i in range(run.length):
        search.rules.make(search.rules, after, run.move[i], NULL)
    search.lister.nodes += run.length


# Nature and others

cdef inline uint64_t renamed(uint64_t name, uint64_t i) noexcept nogil:
    """The same whatever runs led here: so all of them meet the same luck."""
    return mix(name + i + 1)


cdef int expect(Expectimax* search, int turns, uint64_t name, Pair* value) except -1 nogil:
    """The value of the turn's `after`."""
    cdef Turn* turn = &search.turn[turns]
    cdef int n = tell_outcomes(search, turn)
    if n and (n <= search.most or search.samples == 0):
        return sum_outcomes(search, turns, name, value)
    if n > search.samples and equally_likely(turn):
        return sample_outcomes(search, turns, name, value)
    if turn.after.to_move == OVER or turn.after.to_move == search.player:
        return follow(search, turns, turn.after, name, value)
    return sample_worlds(search, turns, turn.after, max(search.samples, 1), name, value)


cdef int tell_outcomes(Expectimax* search, Turn* turn) except -1 nogil:
    turn.outcomes.size = 0
    if turn.after.to_move != CHANCE or search.rules.extras.outcomes == NULL:
        return 0
    return search.rules.extras.outcomes(search.rules, turn.after, MOST_OUTCOMES, &turn.outcomes)


cdef bint equally_likely(const Turn* turn) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(turn.outcomes.size):
        if turn.outcomes.points[i] != turn.outcomes.points[0]:
            return False
    return turn.outcomes.size > 0


cdef void play_outcome(Expectimax* search, Turn* turn, Py_ssize_t i) noexcept nogil:
    copy(search.rules, turn.child, turn.after)
    search.rules.make(search.rules, turn.child, turn.outcomes.moves[i], NULL)
    search.rules.mask(search.rules, turn.child, search.player)
    search.lister.nodes += 1


cdef int sum_outcomes(Expectimax* search, int turns, uint64_t name, Pair* value) except -1 nogil:
    cdef Turn* turn = &search.turn[turns]
    cdef Pair found
    cdef double share, total = 0
    cdef Py_ssize_t i
    for i in range(turn.outcomes.size):
        total += turn.outcomes.points[i]
    value.first = value.second = 0
    for i in range(turn.outcomes.size):
        share = turn.outcomes.points[i] / total
        play_outcome(search, turn, i)
        follow(search, turns, turn.child, renamed(name, i), &found)
        value.first += share * found.first
        value.second += share * found.second
    return 0


cdef int sample_outcomes(Expectimax* search, int turns, uint64_t name, Pair* value) except -1 nogil:
    """Some outcomes, none twice."""
    cdef Turn* turn = &search.turn[turns]
    cdef int order[MOST_OUTCOMES]
    cdef double[2] sums = [0, 0]
    cdef Pair found
    cdef int i, n = search.samples
    search.sampled += 1
    shuffle(search, order, <int>turn.outcomes.size, n, name)
    for i in range(n):
        play_outcome(search, turn, order[i])
        follow(search, turns, turn.child, renamed(name, i), &found)
        sums[i & 1] += (found.first + found.second) / 2
    value.first = sums[0] / ((n + 1) // 2)
    value.second = sums[1] / (n // 2) if n > 1 else value.first
    return 0


cdef void shuffle(const Expectimax* search, int* order, int n, int wanted, uint64_t name) noexcept nogil:
    """Numbers below n, the first ones wanted in random order."""
    cdef int i, j
    cdef Rng rng
    seed_rng(&rng, search.seed, STREAM_WORLDS, name)
    for i in range(n):
        order[i] = i
    for i in range(wanted):
        j = i + below(&rng, n - i)
        order[i], order[j] = order[j], order[i]


cdef int follow(Expectimax* search, int turns, const State* view, uint64_t name, Pair* value) except -1 nogil:
    """The value of a view: over, the player's next turn, or to be sampled."""
    if view.to_move == OVER:
        value.first = value.second = margin(view, search.player)
        return 0
    if view.to_move != search.player:
        return sample_worlds(search, turns, view, 2 if search.crosswise else 1, name, value)
    copy(search.rules, search.turn[turns - 1].node, view)
    return decide(search, turns - 1, name, value)


cdef int sample_worlds(Expectimax* search, int turns, const State* view, int samples, uint64_t name, Pair* value) except -1 nogil:
    cdef Turn* turn = &search.turn[turns]
    cdef double even = 0, odd = 0, found
    cdef int i
    search.sampled += 1
    for i in range(samples):
        sample_one(search, turns, view, renamed(name, i), &found)
        if i & 1:
            odd += found
        else:
            even += found
    value.first = even / ((samples + 1) // 2)
    value.second = odd / (samples // 2) if samples > 1 else value.first
    return 0


cdef int sample_one(Expectimax* search, int turns, const State* view, uint64_t name, double* value) except -1 nogil:
    """One world: nature answers as its pile lies, the others by their policy, up to the player's next decision."""
    cdef const Rules* rules = search.rules
    cdef State* world = search.turn[turns].world
    cdef Pair found
    cdef Move move
    cdef Rng rng
    seed_rng(&rng, search.seed, STREAM_WORLDS, name)
    rules.determinize(rules, view, world, &rng)
    resolve_chance(rules, world)
    while world.to_move >= 0 and world.to_move != search.player:
        policy_move(&search.policy, world, &rng, &move)
        advance(rules, world, move)
        search.lister.nodes += 1
    if world.to_move == OVER:
        value[0] = margin(world, search.player)
        return 0
    rules.mask(rules, world, search.player)
    copy(rules, search.turn[turns - 1].node, world)
    decide(search, turns - 1, name, &found)
    value[0] = (found.first + found.second) / 2
    return 0


# The root

cdef int root_outcomes(Expectimax* search, const Run* run) except -1 nogil:
    cdef Turn* turn = &search.turn[MOST_TURNS]
    play_run(search, search.root, run, turn.after)
    tell_outcomes(search, turn)
    return <int>turn.outcomes.size if equally_likely(turn) else 0


cdef int root_sample(Expectimax* search, const Run* run, int turns, long long world, double* margin_, double* win) except -1 nogil:
    cdef Turn* turn = &search.turn[turns]
    cdef int order[MOST_OUTCOMES]
    cdef int n
    cdef double deviation
    cdef const State* end = NULL
    cdef Pair found
    play_run(search, search.root, run, turn.after)
    n = tell_outcomes(search, turn)
    if n and equally_likely(turn):
        shuffle(search, order, n, 1 + <int>(world % n), mix(world // n))
        play_outcome(search, turn, order[world % n])
        follow(search, turns, turn.child, renamed(0, world), &found)
        end = turn.child
    elif turn.after.to_move == OVER or turn.after.to_move == search.player:
        follow(search, turns, turn.after, renamed(0, world), &found)
        end = turn.after
    else:
        sample_one(search, turns, turn.after, renamed(0, world), &found.first)
        found.second = found.first
        end = turn.world
    margin_[0] = (found.first + found.second) / 2
    if end.to_move == OVER:
        win[0] = win_share(end, search.player)
    else:
        # Around the margin as it is usual at the root.
        deviation = margin_sd(search.rules, search.root, search.lister.learned)
        win[0] = win_chance(search.root, margin_[0], deviation)
    return 0


cdef int root_expected(Expectimax* search, const Run* run, int turns, double* margin) except -1 nogil:
    cdef Pair found
    play_run(search, search.root, run, search.turn[turns].after)
    expect(search, turns, 0, &found)
    margin[0] = (found.first + found.second) / 2
    return 0
