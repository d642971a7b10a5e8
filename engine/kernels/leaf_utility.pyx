"""Utility of a leaf for every player."""

from libc.math cimport M_PI, sqrt

from kiebitz.engine.game cimport ALL_PLAYERS, is_final, present_margin, win_share
from kiebitz.engine.kernels.evaluation cimport (
    expected_scores, learned_sd, margin_among, margin_sd, modelled_margin, win_chance,
)


cdef double points_per_win(const Rules* rules, const State* root, bint learned) noexcept nogil:
    return max(margin_sd(rules, root, learned), 1.0) * sqrt(2 * M_PI)


cdef void evaluate_leaf(const Rules* rules, const State* state, const LeafUtility* utility, LeafValue* leaf) noexcept nogil:
    cdef double[MAX_PLAYERS] scores
    cdef double sd = 0
    cdef bint final = is_final(rules, state)
    cdef int p
    if utility.learned:
        expected_scores(rules, state, ALL_PLAYERS, scores)
        sd = 0 if final else learned_sd(rules, state)
    for p in range(state.players):
        if utility.learned:
            leaf.margin[p] = margin_among(scores, state.players, p, sd)
        elif final:
            leaf.margin[p] = present_margin(state, p)
        else:
            leaf.margin[p] = modelled_margin(rules, state, p, &sd)
        leaf.win[p] = win_share(state, p) if final else win_chance(state, leaf.margin[p], sd)
        leaf.utility[p] = (utility.win_weight * leaf.win[p]
                           + (1 - utility.win_weight) * (0.5 + leaf.margin[p] / utility.points_per_win))
