"""Flat Monte Carlo over sampled worlds."""

from libc.math cimport sqrt
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from kiebitz.engine.game cimport ALL_PLAYERS, MarginModel, advance, copy, has_perfect_information, margin, win_share
from kiebitz.engine.kernels.endgame cimport Endgame, endgame_forget, endgame_free, endgame_new, solve
from kiebitz.engine.kernels.policy cimport GREEDY, Policy, play_on, policy_free, policy_new
from kiebitz.engine.kernels.prospects cimport expected_margin, learned_sd, modelled_margin, win_chance
from kiebitz.engine.rng cimport STREAM_WORLDS, Rng
from kiebitz.engine.rng cimport seed as seed_rng

cdef enum:
    LOG_ENTRIES = 13    # of the table of endings, which is emptied for each world


cdef void value_cut(const Rules* rules, const State* state, int player, bint learned, double* the_margin,
                    double* win) noexcept nogil:
    cdef double sd
    if state.to_move < 0:
        the_margin[0] = margin(state, player)
        win[0] = win_share(state, player)
        return
    if learned:
        the_margin[0] = expected_margin(rules, state, player, ALL_PLAYERS)
        sd = learned_sd(rules, state)
    else:
        the_margin[0] = modelled_margin(rules, state, player, &sd)
    win[0] = win_chance(state, the_margin[0], sd)


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
        correct_bias(task, state, the_margin, win)
    return nodes


cdef void correct_bias(const Rollout* task, const State* state, float* the_margin, float* win) noexcept nogil:
    """Subtracts the bias of greedy replies. The bias of other policies is not known."""
    cdef const Rules* rules = task.rules
    cdef MarginModel model
    rules.value.margin_model(rules, state, task.player, state.to_move, &model)
    if task.policy != GREEDY or task.flattered:
        model.rollout_bias = model.rollout_bias_sd = 0
    the_margin[0] -= model.rollout_bias
    if state.to_move >= 0 or model.rollout_bias_sd > 0:
        win[0] = win_chance(state, the_margin[0], sqrt(model.sd * model.sd + model.rollout_bias_sd * model.rollout_bias_sd))


cdef int value_ending(const Rollout* task, Policy* policy, Endgame* endgame, State* state, float* the_margin, float* win,
                      Rng* rng, long long* nodes) except -1 nogil:
    """Whether the state is an ending that could be solved, and what it is worth then. One that could not is played on."""
    cdef int margin
    if state.to_move < 0 or not has_perfect_information(task.rules, state):
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
            endgame_new(&endgame, rules, LOG_ENTRIES)
        if world == NULL or state == NULL:
            with gil:
                raise MemoryError("no memory for a sampled world")
        for w in range(count):
            seed_rng(&rng, task.seed, STREAM_WORLDS, first + w if numbers == NULL else numbers[w])
            rules.determinize(rules, task.view, world, &rng)
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
