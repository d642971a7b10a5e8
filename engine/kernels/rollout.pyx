"""Flat Monte Carlo over sampled worlds."""

from libc.stdlib cimport free
from libc.string cimport memset

from kiebitz.engine.clock cimport now
from kiebitz.engine.game cimport (
    ALL_PLAYERS, MarginModel, advance, copy, has_perfect_information, is_final, present_margin, win_share,
)
from kiebitz.engine.kernels.endgame cimport EndgameSearch, endgame_forget, endgame_free, endgame_new, solve
from kiebitz.engine.kernels.evaluation cimport expected_margin, learned_sd, modelled_margin, win_chance
from kiebitz.engine.kernels.policy cimport GREEDY, Policy, play_on, policy_free, policy_new
from kiebitz.engine.memory cimport allocate
from kiebitz.engine.rng cimport STREAM_WORLDS, Rng
from kiebitz.engine.rng cimport seed as seed_rng

cdef enum:
    LOG_ENTRIES = 13    # log2 of the entries of the transposition table of endings


cdef void value_cut(const Rules* rules, const State* state, int player, bint learned, double* margin,
                    double* win) noexcept nogil:
    cdef double sd
    if is_final(rules, state):
        margin[0] = present_margin(state, player)
        win[0] = win_share(state, player)
        return
    if learned:
        margin[0] = expected_margin(rules, state, player, ALL_PLAYERS)
        sd = learned_sd(rules, state)
    else:
        margin[0] = modelled_margin(rules, state, player, &sd)
    win[0] = win_chance(state, margin[0], sd)


cdef long long value_turns(const Rollout* task, Policy* policy, State* state, bint played, float* margin, float* win,
                           Rng* rng) except -1 nogil:
    """Plays the last turns and writes the mean of the margins after each turn.

    The margin right after a turn favours the player of that turn. The mean over a round favours no player. Final margins
    need no mean.
    played: whether the policy has made a move. If it has not and the game is over, the result is certain.
    """
    cdef double total = 0, expected, chance
    cdef long long nodes = 0
    cdef bint ended = False
    cdef int i
    for i in range(task.turns):
        if i:
            nodes += play_on(policy, state, 1, rng)
        value_cut(task.rules, state, task.player, task.learned, &expected, &chance)
        ended = is_final(task.rules, state)
        if ended:
            total = expected * task.turns
            break
        total += expected
    margin[0] = total / task.turns
    win[0] = chance
    if task.turns > 1:
        if not ended:
            correct_cut(task, state, margin, win)
        elif played or nodes:
            correct_end(task, state, margin, win)
    return nodes


cdef inline bint corrects(const Rollout* task) noexcept nogil:
    """Whether the bias of replies is subtracted. Only that of greedy replies is known."""
    return task.correct_bias and task.policy == GREEDY


cdef void correct_cut(const Rollout* task, const State* state, float* margin, float* win) noexcept nogil:
    """Subtracts the bias of a playout that was cut off, and computes the win share of the mean margin."""
    cdef MarginModel model
    task.rules.value.margin_model(task.rules, state, task.player, state.to_move, &model)
    if corrects(task):
        margin[0] -= model.rollout_bias
    win[0] = win_chance(state, margin[0], model.sd)


cdef void correct_end(const Rollout* task, const State* state, float* margin, float* win) noexcept nogil:
    """Subtracts the bias of a playout that greedy play has ended. Stronger players would have ended it otherwise."""
    cdef MarginModel model
    task.rules.value.margin_model(task.rules, state, task.player, state.to_move, &model)
    if corrects(task) and model.ended_bias_sd > 0:
        margin[0] -= model.ended_bias
        win[0] = win_chance(state, margin[0], model.ended_bias_sd)


cdef int value_ending(const Rollout* task, Policy* policy, EndgameSearch* endgame, State* state, float* margin,
                      float* win, Rng* rng, long long* nodes) except -1 nogil:
    """Solves an ending and writes its value. Returns False if there is no ending, or if it needs too many nodes.

    In the second case the policy plays it to the end.
    """
    cdef int solved
    if state.to_move < 0 or not has_perfect_information(task.rules, state):
        return False
    nodes[0] += solve(endgame, state, task.ending_nodes, 1)
    if not endgame.exact:
        policy.to_ending = False
        nodes[0] += play_on(policy, state, 0, rng)
        policy.to_ending = True
        return False
    solved = endgame.moves[0].margin
    if state.to_move != task.player:
        solved = -solved
    margin[0] = solved
    win[0] = 0.5 * ((solved > 0) + (solved >= 0))
    return True


cdef long long roll_out(const Rollout* task, const Move* candidates, int n, const long long* numbers, long long first,
                        int count, double deadline, float* margins, float* wins) except -1 nogil:
    cdef const Rules* rules = task.rules
    cdef State* world = NULL
    cdef State* state = NULL
    cdef Policy policy
    cdef EndgameSearch endgame
    cdef long long nodes = 0, made
    cdef int c, w
    cdef Py_ssize_t at
    cdef Rng rng
    memset(&endgame, 0, sizeof(EndgameSearch))
    try:
        policy_new(&policy, rules, task.policy)
        policy.to_ending = task.ending_nodes > 0
        if task.ending_nodes:
            endgame_new(&endgame, rules, LOG_ENTRIES)
        world = <State*>allocate(1, rules.state_size)
        state = <State*>allocate(1, rules.state_size)
        for w in range(count):
            seed_rng(&rng, task.seed, STREAM_WORLDS, first + w if numbers == NULL else numbers[w])
            rules.determinize(rules, task.view, world, &rng)
            if task.ending_nodes:
                endgame_forget(&endgame)    # makes results independent of earlier worlds
            for c in range(n):
                if deadline and nodes and now() > deadline:
                    return nodes
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
    if state.to_move == mover:      # the turn goes on, for example after a swap
        nodes += play_on(policy, state, 1, rng)
    return nodes + play_on(policy, state, task.plies - (task.turns - 1), rng)
