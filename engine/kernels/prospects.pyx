"""The learned value of a position."""

from libc.math cimport erfc, sqrt

from kiebitz.engine.game cimport MAX_FEATURES, MAX_PLAYERS, OVER, win_share


cdef void expected_scores(const Rules* rules, const State* state, int eye, double* scores) noexcept nogil:
    cdef float[MAX_PLAYERS * MAX_FEATURES] rows
    cdef const float* weights
    cdef const float* row
    cdef float total
    cdef int p, i, n = rules.features
    if state.to_move == OVER:
        for p in range(state.players):
            scores[p] = state.score[p]
        return
    rules.describe(rules, state, eye, rows)
    weights = rules.weights + rules.stage(rules, state) * n
    for p in range(state.players):
        row = rows + p * n
        total = 0
        for i in range(n):
            total += weights[i] * row[i]
        scores[p] = state.score[p] + total


cdef double expected_margin(const Rules* rules, const State* state, int player, int eye) noexcept nogil:
    cdef double[MAX_PLAYERS] scores
    cdef double best = -1e30
    cdef int p
    expected_scores(rules, state, eye, scores)
    if state.players == 1:
        return scores[0]
    for p in range(state.players):
        if p != player and scores[p] > best:
            best = scores[p]
    return scores[player] - best


cdef double expected_win(const Rules* rules, const State* state, int player, double margin) noexcept nogil:
    if state.to_move == OVER or state.players == 1:
        return win_share(state, player)
    return 0.5 * erfc(-margin / (rules.deviations[rules.stage(rules, state)] * sqrt(2.0)))
