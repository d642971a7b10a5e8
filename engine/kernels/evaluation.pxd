# Evaluation: expected final scores, expected margin and win chance of a state.
#
#   final score of p       ~  score[p] + weights[phase] . features[p]        the learned value
#   margin of p            ~  final score of p - highest final score of the others (a single player: the score)
#   win chance of p        ~  P(normal(margin, sd) > 0)                      sd: learned with the weights
#
# The highest of several uncertain scores is on average higher than the highest of their means. The difference is largest if
# the means are close. `margin_among` includes it.
#
# Without a learned value the expected margin is the present margin plus the shift of the game's margin model, and sd is the
# model's. A state whose scores are final has its final values. The weights are fitted on games that a player with this learned
# value plays against itself (tools.train_self_play).

from libc.math cimport erfc, sqrt

from kiebitz.engine.game cimport MarginModel, Rules, State


cdef inline double learned_sd(const Rules* rules, const State* state) noexcept nogil:
    """Standard deviation of the final margin around the learned one, in points. Not for a state that is over."""
    cdef int n = rules.value.feature_count
    return rules.value.weights[rules.value.phase(rules, state) * (n + 1) + n]


cdef inline double margin_sd(const Rules* rules, const State* state, bint learned) noexcept nogil:
    """Standard deviation of the final margin, in points. Not for a state that is over."""
    cdef MarginModel model
    if learned:
        return learned_sd(rules, state)
    rules.value.margin_model(rules, state, 0, state.to_move, &model)
    return model.sd


cdef inline double win_chance(const State* state, double margin, double sd) noexcept nogil:
    """Chance that a normally distributed margin is above 0. A single player always wins."""
    if state.players == 1:
        return 1.0
    return 0.5 * erfc(-margin / (max(sd, 1e-3) * sqrt(2.0)))


# Writes the expected final scores of all players, as `observer` can know them. Final scores are exact.
cdef void expected_scores(const Rules* rules, const State* state, int observer, double* scores) noexcept nogil
# The expected final margin of a player by the learned value, as `observer` can know it.
cdef double expected_margin(const Rules* rules, const State* state, int player, int observer) noexcept nogil
# The expected final margin of a player by the margin model. Writes its standard deviation; 0 if
# the scores are final.
cdef double modelled_margin(const Rules* rules, const State* state, int player, double* sd) noexcept nogil
# The expected margin of a player. The scores are means of normal distributions. sd is the standard deviation of the
# difference of two scores.
cdef double margin_among(const double* scores, int players, int player, double sd) noexcept nogil
# The expected win share of a player whose expected margin is `margin`, by the learned value. It is exact if the scores
# are final.
cdef double expected_win(const Rules* rules, const State* state, int player, double margin) noexcept nogil


cdef enum:
    CERTAIN = 1000          # more than the points and wins of any result in a choice by wins


# Value of a result for a choice: points * margin + wins * win share. If wins count, a certain win comes before all chances,
# and a certain loss after them, as in answers (solvers/utility.py).
cdef inline double choice_value(double points, double wins, double margin, double win) noexcept nogil:
    cdef double value = points * margin + wins * win
    if wins > 0 and (win <= 0 or win >= 1):
        value += CERTAIN if win >= 1 else -CERTAIN
    return value
