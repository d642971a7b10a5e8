"""Flat Monte Carlo over sampled worlds."""

from libc.math cimport sqrt
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from kiebitz.engine.game cimport EVERYBODY, advance, copy, margin, margin_foreseen, win_share
from kiebitz.engine.kernels.endgame cimport Endgame, endgame_forget, endgame_free, endgame_new, solve
from kiebitz.engine.kernels.policy cimport GREEDY, Policy, play_on, policy_free, policy_new
from kiebitz.engine.kernels.prospects cimport deviation_of, expected_margin, win_chance
from kiebitz.engine.rng cimport STREAM_WORLDS, Rng
from kiebitz.engine.rng cimport seed as seed_rng

cdef enum:
    LOG_ENTRIES = 13    # of the table of endings, which is emptied for each world


cdef double chance_of(const Rules* rules, const State* state, double margin, double doubt) noexcept nogil:
    """That a normal margin with the game's spread, and some doubt, around this one stays above 0."""
    cdef double spread = rules.spread(rules, state)
    return win_chance(state, margin, sqrt(spread * spread + doubt * doubt))


cdef void value_cut(const Rules* rules, const State* state, int player, bint learned, double* the_margin,
                    double* win) noexcept nogil:
    if state.to_move < 0:
        the_margin[0] = margin(state, player)
        win[0] = win_share(state, player)
        return
    if learned:
        the_margin[0] = expected_margin(rules, state, player, EVERYBODY)
    else:
        the_margin[0] = margin_foreseen(rules, state, player)
    win[0] = win_chance(state, the_margin[0], deviation_of(rules, state, learned))


cdef long long value_turns(const Rollout* task, Policy* policy, State* state, bint played, float* the_margin, float* win,
                           Rng* rng) except -1 nogil:
    """After every player's last turn the margin favours that player; the mean over a round favours nobody. Plays it.

    played: whether the policy has played at all; a move that ends the game is worth what it says.
    """
    cdef double total = 0, expected, chance
    cdef long long nodes = 0
    cdef int i
    for i in range(task.turns):
        if i:
            nodes += play_on(policy, state, 1, rng)
        value_cut(task.rules, state, task.player, task.learned, &expected, &chance)
        if state.to_move < 0:
            total = expected * task.turns
            break
        total += expected
    the_margin[0] = total / task.turns
    win[0] = chance
    if task.turns > 1 and (played or state.to_move >= 0):
        sober(task, state, the_margin, win)
    return nodes


cdef void sober(const Rollout* task, const State* state, float* the_margin, float* win) noexcept nogil:
    """Takes off what the weakness of greedy answers flatters; how far other policies' do is not known."""
    cdef const Rules* rules = task.rules
    cdef double flattery = 0, doubt = 0
    if rules.flattery != NULL and task.policy == GREEDY and not task.flattered:
        rules.flattery(rules, state, &flattery, &doubt)
        the_margin[0] -= flattery
    if state.to_move >= 0 or doubt > 0:
        win[0] = chance_of(rules, state, the_margin[0], doubt)


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
    cdef long long nodes = 0, made
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
                made = play_candidate(task, &policy, state, candidates[c], &rng)
                nodes += made
                at = c * count + w
                if not task.ending_nodes or not value_ending(task, &policy, &endgame, state, &margins[at], &wins[at],
                                                             &rng, &nodes):
                    nodes += value_turns(task, &policy, state, made > 1, &margins[at], &wins[at], &rng)
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
    return nodes + play_on(policy, state, task.plies - (task.turns - 1), rng)
