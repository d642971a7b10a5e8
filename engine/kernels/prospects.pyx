"""The learned value of a position."""

from kiebitz.engine.game cimport MAX_FEATURES, MAX_PLAYERS, OVER, margin_of, win_share


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
    expected_scores(rules, state, eye, scores)
    return margin_of(scores, state.players, player)


cdef double expected_win(const Rules* rules, const State* state, int player, double margin) noexcept nogil:
    if state.to_move == OVER:
        return win_share(state, player)
    return win_chance(state, margin, deviation_of(rules, state, True))
