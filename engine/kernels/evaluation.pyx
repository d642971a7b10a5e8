"""Evaluation of states."""

from libc.math cimport M_PI, erfc, exp, sqrt

from kiebitz.engine.game cimport MAX_FEATURES, MAX_PLAYERS, is_final, present_margin, win_share


cdef void expected_scores(const Rules* rules, const State* state, int observer, double* scores) noexcept nogil:
    cdef float[MAX_PLAYERS * MAX_FEATURES] rows
    cdef const float* weights
    cdef const float* row
    cdef float total
    cdef int p, i, n = rules.value.feature_count
    if is_final(rules, state):
        for p in range(state.players):
            scores[p] = state.score[p]
        return
    rules.value.features(rules, state, observer, rows)
    weights = rules.value.weights + rules.value.phase(rules, state) * (n + 1)
    for p in range(state.players):
        row = rows + p * n
        total = 0
        for i in range(n):
            total += weights[i] * row[i]
        scores[p] = state.score[p] + total


cdef double expected_margin(const Rules* rules, const State* state, int player, int observer) noexcept nogil:
    cdef double[MAX_PLAYERS] scores
    expected_scores(rules, state, observer, scores)
    return margin_among(scores, state.players, player, 0 if is_final(rules, state) else learned_sd(rules, state))


cdef double modelled_margin(const Rules* rules, const State* state, int player, double* sd) noexcept nogil:
    cdef MarginModel model
    sd[0] = 0
    if is_final(rules, state):
        return present_margin(state, player)
    rules.value.margin_model(rules, state, player, state.to_move, &model)
    sd[0] = model.sd
    return present_margin(state, player) + model.shift


cdef double margin_among(const double* scores, int players, int player, double sd) noexcept nogil:
    cdef double best = 0, variance = 0, each = sd * sd / 2
    cdef bint found = False
    cdef int p
    if players == 1:
        return scores[0]
    for p in range(players):
        if p == player:
            continue
        if found and each > 0:
            take_higher(&best, &variance, scores[p], each)
        elif not found or scores[p] > best:
            best = scores[p]
            variance = each
        found = True
    return scores[player] - best


cdef void take_higher(double* mean, double* variance, double other, double other_variance) noexcept nogil:
    """Replaces a normal variable by the maximum of it and another one: writes the new mean and variance (Clark 1961)."""
    cdef double theta = sqrt(variance[0] + other_variance), alpha = (mean[0] - other) / theta
    cdef double first = 0.5 * erfc(-alpha / sqrt(2.0)), density = theta * exp(-alpha * alpha / 2) / sqrt(2 * M_PI)
    cdef double higher = mean[0] * first + other * (1 - first) + density
    variance[0] = ((mean[0] * mean[0] + variance[0]) * first + (other * other + other_variance) * (1 - first)
                   + (mean[0] + other) * density - higher * higher)
    mean[0] = higher


cdef double expected_win(const Rules* rules, const State* state, int player, double margin) noexcept nogil:
    if is_final(rules, state):
        return win_share(state, player)
    return win_chance(state, margin, learned_sd(rules, state))
