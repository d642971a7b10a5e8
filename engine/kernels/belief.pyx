"""Weights of worlds by the likelihood of observed moves."""

from libc.math cimport INFINITY, exp, isinf, log
from libc.stdlib cimport free
from libc.string cimport memset

from kiebitz.engine.game cimport RECONSTRUCTED, UNKNOWN, copy, list_keep, same
from kiebitz.engine.kernels.one_ply cimport WIDTH, one_ply_free, one_ply_new, value_after
from kiebitz.engine.memory cimport allocate
from kiebitz.engine.rng cimport STREAM_HANDS, STREAM_WORLDS
from kiebitz.engine.rng cimport seed as seed_rng


cdef int memory_new(BeliefMemory* memory, const Belief* belief) except -1 nogil:
    memset(memory, 0, sizeof(BeliefMemory))
    one_ply_new(&memory.one_ply, belief.rules)
    memory.world = <State*>allocate(1, belief.rules.state_size)
    memory.before = <State*>allocate(belief.count, belief.rules.state_size)
    return 0


cdef void memory_free(BeliefMemory* memory) noexcept nogil:
    one_ply_free(&memory.one_ply)
    free(memory.world)
    free(memory.before)
    memory.world = memory.before = NULL


cdef int weigh(const Belief* belief, BeliefMemory* memory, long long first, int count, double* weights) except -1 nogil:
    cdef const Rules* rules = belief.rules
    cdef Rng rng
    cdef int i
    for i in range(count):
        seed_rng(&rng, belief.seed, STREAM_WORLDS, first + i)
        rules.determinize(rules, belief.view, memory.world, &rng)
        seed_rng(&rng, belief.seed, STREAM_HANDS, first + i)
        weigh_world(belief, memory, memory.world, &rng, &weights[i])
    return 0


cdef inline State* state_before(const Belief* belief, BeliefMemory* memory, int i) noexcept nogil:
    """The memory of the state before observed move number i, with the hand of its mover."""
    return <State*>(<char*>memory.before + i * belief.rules.state_size)


cdef const State* state_after(const Belief* belief, BeliefMemory* memory, const State* world, const int* found,
                              int i) noexcept nogil:
    """The state that holds the mover's hand after observed move number i; NULL if a later move could not be reconstructed."""
    cdef int j
    for j in range(i - 1, -1, -1):
        if belief.observed[j].before.to_move == belief.observed[i].before.to_move:
            return state_before(belief, memory, j) if found[j] == RECONSTRUCTED else NULL
    return world


cdef int weigh_world(const Belief* belief, BeliefMemory* memory, const State* world, Rng* rng, double* weight) except -1 nogil:
    cdef const Rules* rules = belief.rules
    cdef const State* after
    cdef State* before
    cdef Move move
    cdef int[MOST_OBSERVED] found
    cdef double likelihood
    cdef int i
    weight[0] = 0
    for i in range(belief.count):
        found[i] = UNKNOWN
        after = state_after(belief, memory, world, found, i)
        if after == NULL:
            continue
        before = state_before(belief, memory, i)
        move = belief.observed[i].move
        copy(rules, before, belief.observed[i].before)
        found[i] = rules.extras.reconstruct_hand(rules, before, &move, after, rng)
        if found[i] == UNKNOWN:
            continue
        if found[i] != RECONSTRUCTED:
            weight[0] = -INFINITY
            return 0
        log_likelihood(belief, &memory.one_ply, before, move, &likelihood)
        weight[0] += likelihood
    return 0


cdef int log_likelihood(const Belief* belief, OnePly* memory, const State* before, Move move,
                        double* likelihood) except -1 nogil:
    """Log likelihood of the move among the candidates of its mover, by the mover's own knowledge."""
    cdef double[ROOM] values
    cdef double sum = 0
    cdef int i, n
    likelihood[0] = 0
    if isinf(belief.temperature):
        return 0
    copy(belief.rules, memory.known, before)
    belief.rules.mask(belief.rules, memory.known, before.to_move)
    choice_values(memory, memory.known, move, values, ROOM, &n)
    for i in range(n):
        sum += exp((values[i] - values[0]) / belief.temperature)
    likelihood[0] = -log(sum)
    return 0


cdef int choice_values(OnePly* memory, State* known, Move move, double* values, int room, int* count) except -1 nogil:
    cdef Py_ssize_t i
    cdef int n = 1
    memory.legal[0].size = 0
    memory.rules.candidates(memory.rules, known, &memory.legal[0])
    list_keep(&memory.legal[0], min(WIDTH, room - 1))
    value_after(memory, known, move, 0, &values[0], NULL)
    for i in range(memory.legal[0].size):
        if not same(memory.legal[0].moves[i], move):
            value_after(memory, known, memory.legal[0].moves[i], 0, &values[n], NULL)
            n += 1
    count[0] = n
    return 0
