"""What a leaf is worth to every player."""

from libc.math cimport M_PI, sqrt

from kiebitz.engine.game cimport ALL_PLAYERS, OVER, margin, win_share
from kiebitz.engine.kernels.prospects cimport expected_scores, learned_sd, margin_among, margin_sd, modelled_margin, win_chance


cdef double unit_of(const Rules* rules, const State* root, bint learned) noexcept nogil:
    return max(margin_sd(rules, root, learned), 1.0) * sqrt(2 * M_PI)


cdef void value_leaf(const Rules* rules, const State* state, const Taste* taste, Worth* worth) noexcept nogil:
    cdef double[MAX_PLAYERS] scores
    cdef double deviation = 0
    cdef bint over = state.to_move == OVER
    cdef int p
    if taste.learned:
        expected_scores(rules, state, ALL_PLAYERS, scores)
        deviation = 0 if over else learned_sd(rules, state)
    for p in range(state.players):
        if taste.learned:
            worth.margin[p] = margin_among(scores, state.players, p, deviation)
        elif over:
            worth.margin[p] = margin(state, p)
        else:
            worth.margin[p] = modelled_margin(rules, state, p, &deviation)
        worth.win[p] = win_share(state, p) if over else win_chance(state, worth.margin[p], deviation)
        worth.utility[p] = (taste.win_weight * worth.win[p]
                            + (1 - taste.win_weight) * (0.5 + worth.margin[p] / taste.unit))
