"""What a leaf is worth to every player."""

from libc.math cimport M_PI, erfc, sqrt

from kiebitz.engine.game cimport EVERYBODY, OVER, win_share
from kiebitz.engine.kernels.prospects cimport expected_scores


cdef double deviation(const Rules* rules, const State* state, bint learned) noexcept nogil:
    if learned:
        return rules.deviations[rules.stage(rules, state)]
    return rules.spread(rules, state)


cdef double unit_of(const Rules* rules, const State* root, bint learned) noexcept nogil:
    return max(deviation(rules, root, learned), 1.0) * sqrt(2 * M_PI)


cdef double margin_of(const double* scores, int players, int player) noexcept nogil:
    cdef double best = -1e30
    cdef int p
    if players == 1:
        return scores[0]
    for p in range(players):
        if p != player and scores[p] > best:
            best = scores[p]
    return scores[player] - best


cdef void value_leaf(const Rules* rules, const State* state, const Taste* taste, Worth* worth) noexcept nogil:
    cdef double[MAX_PLAYERS] scores
    cdef double width = 0
    cdef bint over = state.to_move == OVER
    cdef int p
    if taste.learned:
        expected_scores(rules, state, EVERYBODY, scores)
    else:
        for p in range(state.players):
            scores[p] = state.score[p]
    if not over:
        width = max(deviation(rules, state, taste.learned), 1e-3) * sqrt(2.0)
    for p in range(state.players):
        worth.margin[p] = margin_of(scores, state.players, p)
        if not (taste.learned or over) and rules.drift != NULL:
            worth.margin[p] += rules.drift(rules, state, p, state.to_move)
        worth.win[p] = win_share(state, p) if over else 0.5 * erfc(-worth.margin[p] / width)
        worth.utility[p] = (taste.win_weight * worth.win[p]
                            + (1 - taste.win_weight) * (0.5 + worth.margin[p] / taste.unit))
