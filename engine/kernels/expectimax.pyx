"""Expectimax over the views of one player."""

from libc.stdlib cimport free
from libc.string cimport memset

from kiebitz.engine.game cimport CHANCE, OVER, Move, advance, copy, is_final, list_free, resolve_chance
from kiebitz.engine.kernels.policy cimport policy_free, policy_move, policy_new
from kiebitz.engine.kernels.turn_sequences cimport (
    best_sequence_prospect, end_prospect, list_sequences, lister_free, lister_new, sequences_free, utility_of,
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
    cdef DoubleEstimate found
    cdef Prospect mean, naive = Prospect(0, 0)
    cdef double first = WORST, second = WORST, highest = WORST, utility
    cdef Py_ssize_t i
    value.first = value.second = naive
    if must_give_up(search):
        return 0
    search.lister.branching = search.last if turns == 1 else search.inner
    if turns == 1:
        best_sequence_prospect(&search.lister, turn.node, &value.first)
        value.second = value.first
        return 0
    list_sequences(&search.lister, turn.node, search.width, &turn.sequences)
    for i in range(turn.sequences.size):
        if search.given_up:
            return 0
        play_sequence(search, turn.node, &turn.sequences.sequence[i], turn.after)
        expect(search, turns, name, &found)
        mean = middle(&found.first, &found.second)
        if not search.double_estimator:
            found.first = found.second = mean
        utility = utility_of(&search.lister, &found.first)
        if utility > first:
            first = utility
            value.second = found.second
        utility = utility_of(&search.lister, &found.second)
        if utility > second:
            second = utility
            value.first = found.first
        utility = utility_of(&search.lister, &mean)
        if utility > highest:
            highest = utility
            naive = mean
    value.first = middle(&value.first, &naive)
    value.second = middle(&value.second, &naive)
    return 0


cdef inline Prospect middle(const Prospect* a, const Prospect* b) noexcept nogil:
    return Prospect((a.margin + b.margin) / 2, (a.win + b.win) / 2)


cdef inline void add(Prospect* total, const Prospect* part, double share) noexcept nogil:
    total.margin += share * part.margin
    total.win += share * part.win


cdef bint must_give_up(Expectimax* search) noexcept nogil:
    """Whether a limit has been reached. It is asked before each root world and each own turn that is searched."""
    if not search.given_up:
        search.given_up = (search.node_limit and search.lister.nodes >= search.node_limit) or (
            search.stop != NULL and search.stop(search.context))
    return search.given_up


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
    value.first = value.second = Prospect(0, 0)
    for i in range(turn.outcomes.size):
        if search.given_up:
            return 0
        share = turn.outcomes.points[i] / total
        play_outcome(search, turn, i)
        follow(search, turns, turn.child, child_name(name, i), &found)
        add(&value.first, &found.first, share)
        add(&value.second, &found.second, share)
    return 0


cdef int sample_outcomes(Expectimax* search, int turns, uint64_t name, DoubleEstimate* value) except -1 nogil:
    """Writes the mean over some of the outcomes. No outcome counts twice."""
    cdef TurnMemory* turn = &search.turn[turns]
    cdef int order[MOST_OUTCOMES]
    cdef DoubleEstimate found
    cdef Prospect mean
    cdef int i, n = search.samples
    search.sampled += 1
    value.first = value.second = Prospect(0, 0)
    random_order(search, order, <int>turn.outcomes.size, n, name)
    for i in range(n):
        if search.given_up:
            return 0
        play_outcome(search, turn, order[i])
        follow(search, turns, turn.child, child_name(name, i), &found)
        mean = middle(&found.first, &found.second)
        add_sample(value, i, n, &mean)
    return 0


cdef inline void add_sample(DoubleEstimate* value, int i, int n, const Prospect* sample) noexcept nogil:
    """Adds sample i of n to the mean of the even or of the odd samples. A single sample serves both."""
    if i & 1:
        add(&value.second, sample, 1.0 / (n // 2))
    else:
        add(&value.first, sample, 1.0 / ((n + 1) // 2))
    if n == 1:
        value.second = value.first


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
    if is_final(search.rules, view):
        end_prospect(view, search.player, &value.first)
        value.second = value.first
        return 0
    if view.to_move != search.player:
        return sample_worlds(search, turns, view, 2 if search.double_estimator and search.width != 1 else 1, name, value)
    copy(search.rules, search.turn[turns - 1].node, view)
    return best_sequence(search, turns - 1, name, value)


cdef int sample_worlds(Expectimax* search, int turns, const State* view, int samples, uint64_t name,
                       DoubleEstimate* value) except -1 nogil:
    cdef Prospect found
    cdef int i
    search.sampled += 1
    value.first = value.second = Prospect(0, 0)
    for i in range(samples):
        if search.given_up:
            return 0
        sample_one(search, turns, view, child_name(name, i), &found)
        add_sample(value, i, samples, &found)
    return 0


cdef int sample_one(Expectimax* search, int turns, const State* view, uint64_t name, Prospect* value) except -1 nogil:
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
    if is_final(rules, world):
        end_prospect(world, search.player, value)
        return 0
    rules.mask(rules, world, search.player)
    copy(rules, search.turn[turns - 1].node, world)
    best_sequence(search, turns - 1, name, &found)
    value[0] = middle(&found.first, &found.second)
    return 0


# The root

cdef int root_outcomes(Expectimax* search, const TurnSequence* sequence) except -1 nogil:
    cdef TurnMemory* turn = &search.turn[MOST_TURNS]
    play_sequence(search, search.root, sequence, turn.after)
    find_outcomes(search, turn)
    return <int>turn.outcomes.size if equally_likely(turn) else 0


cdef int root_sample(Expectimax* search, const TurnSequence* sequence, int turns, long long world,
                     Prospect* found) except -1 nogil:
    cdef TurnMemory* turn = &search.turn[turns]
    cdef int order[MOST_OUTCOMES]
    cdef int n
    cdef DoubleEstimate both
    search.given_up = False
    if must_give_up(search):    # no own turn may follow that asks
        return 0
    play_sequence(search, search.root, sequence, turn.after)
    n = find_outcomes(search, turn)
    if n and equally_likely(turn):
        random_order(search, order, n, 1 + <int>(world % n), mix(world // n))
        play_outcome(search, turn, order[world % n])
        follow(search, turns, turn.child, child_name(0, world), &both)
    elif turn.after.to_move == OVER or turn.after.to_move == search.player:
        follow(search, turns, turn.after, child_name(0, world), &both)
    else:
        return sample_one(search, turns, turn.after, child_name(0, world), found)
    found[0] = middle(&both.first, &both.second)
    return 0


cdef int root_expected(Expectimax* search, const TurnSequence* sequence, int turns, Prospect* found) except -1 nogil:
    cdef DoubleEstimate both
    search.given_up = False
    play_sequence(search, search.root, sequence, search.turn[turns].after)
    expect(search, turns, 0, &both)
    found[0] = middle(&both.first, &both.second)
    return 0
