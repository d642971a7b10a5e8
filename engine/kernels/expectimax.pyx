"""Expectimax over the views of one player."""

from libc.stdlib cimport free
from libc.string cimport memset

from kiebitz.engine.game cimport CHANCE, OVER, Move, advance, copy, list_free, present_margin, resolve_chance, win_share
from kiebitz.engine.kernels.evaluation cimport margin_sd, win_chance
from kiebitz.engine.kernels.policy cimport policy_free, policy_move, policy_new
from kiebitz.engine.kernels.turn_sequences cimport (
    best_sequence_value, list_sequences, lister_free, lister_new, sequences_free,
)
from kiebitz.engine.memory cimport allocate
from kiebitz.engine.rng cimport STREAM_WORLDS, Rng, below, mix
from kiebitz.engine.rng cimport seed as seed_rng

cdef double WORST = -1e30


cdef int expectimax_new(Expectimax* search, const Rules* rules, int policy) except -1 nogil:
    cdef TurnMemory* turn
    cdef int t
    memset(search, 0, sizeof(Expectimax))
    search.rules = rules
    lister_new(&search.lister, rules)
    policy_new(&search.policy, rules, policy)
    for t in range(MOST_TURNS + 1):
        turn = &search.turn[t]
        turn.node = <State*>allocate(1, rules.state_size)
        turn.after = <State*>allocate(1, rules.state_size)
        turn.child = <State*>allocate(1, rules.state_size)
        turn.world = <State*>allocate(1, rules.state_size)
    return 0


cdef void expectimax_free(Expectimax* search) noexcept nogil:
    cdef TurnMemory* turn
    cdef int t
    lister_free(&search.lister)
    policy_free(&search.policy)
    for t in range(MOST_TURNS + 1):
        turn = &search.turn[t]
        free(turn.node)
        free(turn.after)
        free(turn.child)
        free(turn.world)
        sequences_free(&turn.sequences)
        list_free(&turn.outcomes)


# Own decisions

cdef int best_sequence(Expectimax* search, int turns, uint64_t name, DoubleEstimate* value) except -1 nogil:
    """Writes the value of the view in turn.node: the best sequence of the turn."""
    cdef TurnMemory* turn = &search.turn[turns]
    cdef DoubleEstimate found, best = DoubleEstimate(WORST, WORST)
    cdef double naive = WORST
    cdef Py_ssize_t i
    search.lister.branching = search.last if turns == 1 else search.inner
    if turns == 1:
        best_sequence_value(&search.lister, turn.node, &value.first)
        value.second = value.first
        return 0
    list_sequences(&search.lister, turn.node, search.width, &turn.sequences)
    for i in range(turn.sequences.size):
        play_sequence(search, turn.node, &turn.sequences.sequence[i], turn.after)
        expect(search, turns, name, &found)
        if not search.double_estimator:
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


cdef void play_sequence(Expectimax* search, const State* view, const TurnSequence* sequence, State* after) noexcept nogil:
    cdef int i
    copy(search.rules, after, view)
    for i in range(sequence.length):
        search.rules.make(search.rules, after, sequence.move[i], NULL)
    search.lister.nodes += sequence.length


# Nature and the other players

cdef inline uint64_t child_name(uint64_t name, uint64_t i) noexcept nogil:
    """Returns the name of child number i. Names are numbers that start the random numbers of a node.

    The name does not depend on the sequences before it, so all sequences are compared with the same luck.
    """
    return mix(name + i + 1)


cdef int expect(Expectimax* search, int turns, uint64_t name, DoubleEstimate* value) except -1 nogil:
    """Writes the value of the view in turn.after."""
    cdef TurnMemory* turn = &search.turn[turns]
    cdef int n = find_outcomes(search, turn)
    if n and (n <= search.most or search.samples == 0):
        return sum_outcomes(search, turns, name, value)
    if n > search.samples and equally_likely(turn):
        return sample_outcomes(search, turns, name, value)
    if turn.after.to_move == OVER or turn.after.to_move == search.player:
        return follow(search, turns, turn.after, name, value)
    return sample_worlds(search, turns, turn.after, max(search.samples, 1), name, value)


cdef int find_outcomes(Expectimax* search, TurnMemory* turn) except -1 nogil:
    turn.outcomes.size = 0
    if turn.after.to_move != CHANCE or search.rules.extras.outcomes == NULL:
        return 0
    return search.rules.extras.outcomes(search.rules, turn.after, MOST_OUTCOMES, &turn.outcomes)


cdef bint equally_likely(const TurnMemory* turn) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(turn.outcomes.size):
        if turn.outcomes.points[i] != turn.outcomes.points[0]:
            return False
    return turn.outcomes.size > 0


cdef void play_outcome(Expectimax* search, TurnMemory* turn, Py_ssize_t i) noexcept nogil:
    copy(search.rules, turn.child, turn.after)
    search.rules.make(search.rules, turn.child, turn.outcomes.moves[i], NULL)
    search.rules.mask(search.rules, turn.child, search.player)
    search.lister.nodes += 1


cdef int sum_outcomes(Expectimax* search, int turns, uint64_t name, DoubleEstimate* value) except -1 nogil:
    cdef TurnMemory* turn = &search.turn[turns]
    cdef DoubleEstimate found
    cdef double share, total = 0
    cdef Py_ssize_t i
    for i in range(turn.outcomes.size):
        total += turn.outcomes.points[i]
    value.first = value.second = 0
    for i in range(turn.outcomes.size):
        share = turn.outcomes.points[i] / total
        play_outcome(search, turn, i)
        follow(search, turns, turn.child, child_name(name, i), &found)
        value.first += share * found.first
        value.second += share * found.second
    return 0


cdef int sample_outcomes(Expectimax* search, int turns, uint64_t name, DoubleEstimate* value) except -1 nogil:
    """Writes the mean over some of the outcomes. No outcome counts twice."""
    cdef TurnMemory* turn = &search.turn[turns]
    cdef int order[MOST_OUTCOMES]
    cdef double[2] sums = [0, 0]
    cdef DoubleEstimate found
    cdef int i, n = search.samples
    search.sampled += 1
    random_order(search, order, <int>turn.outcomes.size, n, name)
    for i in range(n):
        play_outcome(search, turn, order[i])
        follow(search, turns, turn.child, child_name(name, i), &found)
        sums[i & 1] += (found.first + found.second) / 2
    value.first = sums[0] / ((n + 1) // 2)
    value.second = sums[1] / (n // 2) if n > 1 else value.first
    return 0


cdef void random_order(const Expectimax* search, int* order, int n, int wanted, uint64_t name) noexcept nogil:
    """Writes the numbers 0..n-1. The first `wanted` places hold a random choice in random order."""
    cdef int i, j
    cdef Rng rng
    seed_rng(&rng, search.seed, STREAM_WORLDS, name)
    for i in range(n):
        order[i] = i
    for i in range(wanted):
        j = i + below(&rng, n - i)
        order[i], order[j] = order[j], order[i]


cdef int follow(Expectimax* search, int turns, const State* view, uint64_t name, DoubleEstimate* value) except -1 nogil:
    """Writes the value of a view that is no listed chance node."""
    if view.to_move == OVER:
        value.first = value.second = present_margin(view, search.player)
        return 0
    if view.to_move != search.player:
        return sample_worlds(search, turns, view, 2 if search.double_estimator else 1, name, value)
    copy(search.rules, search.turn[turns - 1].node, view)
    return best_sequence(search, turns - 1, name, value)


cdef int sample_worlds(Expectimax* search, int turns, const State* view, int samples, uint64_t name,
                       DoubleEstimate* value) except -1 nogil:
    cdef double even = 0, odd = 0, found
    cdef int i
    search.sampled += 1
    for i in range(samples):
        sample_one(search, turns, view, child_name(name, i), &found)
        if i & 1:
            odd += found
        else:
            even += found
    value.first = even / ((samples + 1) // 2)
    value.second = odd / (samples // 2) if samples > 1 else value.first
    return 0


cdef int sample_one(Expectimax* search, int turns, const State* view, uint64_t name, double* value) except -1 nogil:
    """Writes the value in one sampled world.

    Nature draws in the order of the pile and the others move by the policy, until the player's next decision.
    """
    cdef const Rules* rules = search.rules
    cdef State* world = search.turn[turns].world
    cdef DoubleEstimate found
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
        value[0] = present_margin(world, search.player)
        return 0
    rules.mask(rules, world, search.player)
    copy(rules, search.turn[turns - 1].node, world)
    best_sequence(search, turns - 1, name, &found)
    value[0] = (found.first + found.second) / 2
    return 0


# The root

cdef int root_outcomes(Expectimax* search, const TurnSequence* sequence) except -1 nogil:
    cdef TurnMemory* turn = &search.turn[MOST_TURNS]
    play_sequence(search, search.root, sequence, turn.after)
    find_outcomes(search, turn)
    return <int>turn.outcomes.size if equally_likely(turn) else 0


cdef int root_sample(Expectimax* search, const TurnSequence* sequence, int turns, long long world, double* margin_,
                     double* win) except -1 nogil:
    cdef TurnMemory* turn = &search.turn[turns]
    cdef int order[MOST_OUTCOMES]
    cdef int n
    cdef double sd
    cdef const State* end = NULL
    cdef DoubleEstimate found
    play_sequence(search, search.root, sequence, turn.after)
    n = find_outcomes(search, turn)
    if n and equally_likely(turn):
        random_order(search, order, n, 1 + <int>(world % n), mix(world // n))
        play_outcome(search, turn, order[world % n])
        follow(search, turns, turn.child, child_name(0, world), &found)
        end = turn.child
    elif turn.after.to_move == OVER or turn.after.to_move == search.player:
        follow(search, turns, turn.after, child_name(0, world), &found)
        end = turn.after
    else:
        sample_one(search, turns, turn.after, child_name(0, world), &found.first)
        found.second = found.first
        end = turn.world
    margin_[0] = (found.first + found.second) / 2
    if end.to_move == OVER:
        win[0] = win_share(end, search.player)
    else:
        # The margin lies several turns ahead. The standard deviation at the root serves all sequences alike.
        sd = margin_sd(search.rules, search.root, search.lister.learned)
        win[0] = win_chance(search.root, margin_[0], sd)
    return 0


cdef int root_expected(Expectimax* search, const TurnSequence* sequence, int turns, double* margin) except -1 nogil:
    cdef DoubleEstimate found
    play_sequence(search, search.root, sequence, search.turn[turns].after)
    expect(search, turns, 0, &found)
    margin[0] = (found.first + found.second) / 2
    return 0
