"""Flat Monte Carlo over sampled worlds."""

from libc.math cimport erfc, sqrt
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from kiebitz.engine.game cimport EVERYBODY, advance, copy, margin, win_share
from kiebitz.engine.kernels.endgame cimport Endgame, endgame_forget, endgame_free, endgame_new, solve
from kiebitz.engine.kernels.policy cimport Policy, play_on, policy_free, policy_new
from kiebitz.engine.kernels.prospects cimport expected_margin, expected_win
from kiebitz.engine.rng cimport STREAM_WORLDS, Rng
from kiebitz.engine.rng cimport seed as seed_rng

cdef enum:
    LOG_ENTRIES = 13    # of the table of endings, which is emptied for each world


cdef double win_chance(const Rules* rules, const State* state, int player) noexcept nogil:
    """Share of a win: exact at the end, before it the chance that a normal margin with the game's spread stays above 0."""
    cdef double spread
    if state.to_move < 0:
        return win_share(state, player)
    spread = rules.spread(rules, state)
    return 0.5 * erfc(-margin(state, player) / (spread * sqrt(2.0)))


cdef void value_state(const Rollout* task, const State* state, float* the_margin, float* win) noexcept nogil:
    cdef double expected
    if task.learned and state.to_move >= 0:
        expected = expected_margin(task.rules, state, task.player, EVERYBODY)
        the_margin[0] = expected
        win[0] = expected_win(task.rules, state, task.player, expected)
    else:
        the_margin[0] = margin(state, task.player)
        win[0] = win_chance(task.rules, state, task.player)


cdef int value_ending(const Rollout* task, Policy* policy, Endgame* endgame, State* state, float* the_margin, float* win,
                      Rng* rng, long long* nodes) except -1 nogil:
    """Whether the state is an ending that could be solved, and what it is worth then. One that could not is played on."""
    cdef int margin
    if state.to_move < 0 or not task.rules.settled(task.rules, state):
        return False
    nodes[0] += solve(endgame, state, task.ending_nodes, 1)
    if not endgame.exact:
        policy.to_ending = False
        nodes[0] += play_on(policy, state, 0, rng)
        policy.to_ending = True
        return False
    margin = endgame.moves[0].margin
    if state.to_move != task.player:
        margin = -margin
    the_margin[0] = margin
    win[0] = 0.5 * ((margin > 0) + (margin >= 0))
    return True


cdef long long roll_out(const Rollout* task, const Move* candidates, int n, const long long* numbers, long long first, int count,
                        float* margins, float* wins) except -1 nogil:
    cdef const Rules* rules = task.rules
    cdef State* world = <State*>malloc(rules.state_size)
    cdef State* state = <State*>malloc(rules.state_size)
    cdef Policy policy
    cdef Endgame endgame
    cdef long long nodes = 0
    cdef int c, w
    cdef Py_ssize_t at
    cdef Rng rng
    memset(&endgame, 0, sizeof(Endgame))
    try:
        policy_new(&policy, rules, task.policy)
        policy.to_ending = task.ending_nodes > 0
        if task.ending_nodes:
            endgame_new(&endgame, rules, LOG_ENTRIES, False)
        if world == NULL or state == NULL:
            with gil:
                raise MemoryError("no memory for a sampled world")
        for w in range(count):
            seed_rng(&rng, task.seed, STREAM_WORLDS, first + w if numbers == NULL else numbers[w])
            rules.sample(rules, task.view, world, &rng)
            if task.ending_nodes:
                endgame_forget(&endgame)    # results do not depend on the batch
            for c in range(n):
                copy(rules, state, world)
                nodes += play_candidate(task, &policy, state, candidates[c], &rng)
                at = c * count + w
                if not task.ending_nodes or not value_ending(task, &policy, &endgame, state, &margins[at], &wins[at],
                                                             &rng, &nodes):
                    value_state(task, state, &margins[at], &wins[at])
    finally:
        endgame_free(&endgame)
        policy_free(&policy)
        free(world)
        free(state)
    return nodes


cdef long long play_candidate(const Rollout* task, Policy* policy, State* state, Move candidate, Rng* rng) except -1 nogil:
    cdef int mover = state.to_move
    cdef long long nodes = 1
    advance(task.rules, state, candidate)
    if state.to_move == mover:      # a swap: the turn goes on
        nodes += play_on(policy, state, 1, rng)
    return nodes + play_on(policy, state, task.plies, rng)
