"""Flat Monte Carlo over sampled worlds."""

from libc.math cimport erfc, sqrt
from libc.stdlib cimport free, malloc

from kiebitz.engine.game cimport advance, copy, margin, win_share
from kiebitz.engine.rng cimport STREAM_WORLDS, Rng
from kiebitz.engine.rng cimport seed as seed_rng


cdef double win_chance(const Rules* rules, const State* state, int player) noexcept nogil:
    """Share of a win: exact at the end, before it the chance that a normal margin with the game's spread stays above 0."""
    cdef double spread
    if state.to_move < 0:
        return win_share(state, player)
    spread = rules.spread(rules, state)
    return 0.5 * erfc(-margin(state, player) / (spread * sqrt(2.0)))


cdef long long play_greedily(const Rules* rules, State* state, int plies) noexcept nogil:
    cdef long long nodes = 0
    cdef int mover, left = plies
    while state.to_move >= 0:
        mover = state.to_move
        advance(rules, state, rules.greedy(rules, state))
        nodes += 1
        if plies and state.to_move != mover:
            left -= 1
            if left == 0:
                break
    return nodes


cdef long long roll_out(const Rollout* task, const Move* candidates, int n, long long first, int count,
                        float* margins, float* wins) except -1 nogil:
    cdef const Rules* rules = task.rules
    cdef State* world = <State*>malloc(rules.state_size)
    cdef State* state = <State*>malloc(rules.state_size)
    cdef long long nodes = 0
    cdef int c, w, mover
    cdef Rng rng
    if world == NULL or state == NULL:
        free(world)
        free(state)
        with gil:
            raise MemoryError("no memory for a sampled world")
    for w in range(count):
        seed_rng(&rng, task.seed, STREAM_WORLDS, first + w)
        rules.sample(rules, task.view, world, &rng)
        for c in range(n):
            copy(rules, state, world)
            mover = state.to_move
            advance(rules, state, candidates[c])
            nodes += 1
            if state.to_move == mover:      # a swap: the turn goes on
                nodes += play_greedily(rules, state, 1)
            nodes += play_greedily(rules, state, task.plies)
            margins[c * count + w] = margin(state, task.player)
            wins[c * count + w] = win_chance(rules, state, task.player)
    free(world)
    free(state)
    return nodes
