# The learned value of a position: points now, and for every player what is still to come.
#
#   final score of p  ~  score[p] + weights[stage] . features[p]
#   margin of p       ~  that, minus the highest of the others' (alone: that itself)
#
# The highest of several scores that may still stray is on average above the highest of their means: the more so, the
# closer these are.
#
# How far the final margin strays from that was learned too; without a learned value it is what the game says of the
# margin at hand. A normal margin with that deviation has a chance to end above 0: the share of a win to be expected.
#
# The weights were fitted on games of the value's own player (tools.train_self_play). A state that is over is worth what
# it says.

from libc.math cimport erfc, sqrt

from kiebitz.engine.game cimport MarginModel, Rules, State


cdef inline double learned_sd(const Rules* rules, const State* state) noexcept nogil:
    """Standard deviation of the final margin around what the learned value expects, before the end."""
    cdef int n = rules.value.feature_count
    return rules.value.weights[rules.value.phase(rules, state) * (n + 1) + n]


cdef inline double margin_sd(const Rules* rules, const State* state, bint learned) noexcept nogil:
    """Standard deviation of the final margin, before the end."""
    cdef MarginModel model
    if learned:
        return learned_sd(rules, state)
    rules.value.margin_model(rules, state, 0, state.to_move, &model)
    return model.sd


cdef inline double win_chance(const State* state, double margin, double deviation) noexcept nogil:
    """That a normal margin stays above 0; alone the win is sure."""
    if state.players == 1:
        return 1.0
    return 0.5 * erfc(-margin / (max(deviation, 1e-3) * sqrt(2.0)))


# Expected final scores of all players; at the end the scores.
cdef void expected_scores(const Rules* rules, const State* state, int observer, double* scores) noexcept nogil
# The final margin that the game's margin model expects, and its standard deviation; before the end.
cdef double modelled_margin(const Rules* rules, const State* state, int player, double* sd) noexcept nogil
cdef double expected_margin(const Rules* rules, const State* state, int player, int observer) noexcept nogil
# The player's margin to the highest of the others, where normal scores stray so far that a margin of two has this deviation.
cdef double margin_among(const double* scores, int players, int player, double deviation) noexcept nogil
# Share of a win to be expected beside an expected margin: exact at the end.
cdef double expected_win(const Rules* rules, const State* state, int player, double margin) noexcept nogil
