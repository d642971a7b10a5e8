# Evaluation: what final scores, margin and win chance to expect from a state.
#
#   score of p at the end  ~  score[p] + weights[phase] . features[p]        the learned value
#   margin of p            ~  that, minus the highest score of the others    (alone: the score itself)
#   win chance of p        ~  P(normal(margin, sd) > 0)                      sd: learned with the weights
#
# The highest of several scores that are still uncertain is on average above the highest of their means. The closer the
# means, the larger the difference; `margin_among` accounts for it.
#
# Without a learned value the margin is the one at hand plus the shift of the game's margin model, and sd is that model's.
# A state that is over has its final values. The weights were fitted on games of the value's own player
# (tools.train_self_play).

from libc.math cimport erfc, sqrt

from kiebitz.engine.game cimport MarginModel, Rules, State


cdef inline double learned_sd(const Rules* rules, const State* state) noexcept nogil:
    """Standard deviation of the final margin around the learned one, before the end."""
    cdef int n = rules.value.feature_count
    return rules.value.weights[rules.value.phase(rules, state) * (n + 1) + n]


cdef inline double margin_sd(const Rules* rules, const State* state, bint learned) noexcept nogil:
    """Standard deviation of the final margin, before the end."""
    cdef MarginModel model
    if learned:
        return learned_sd(rules, state)
    rules.value.margin_model(rules, state, 0, state.to_move, &model)
    return model.sd


cdef inline double win_chance(const State* state, double margin, double sd) noexcept nogil:
    """Chance that a normal margin ends above 0. A single player always wins."""
    if state.players == 1:
        return 1.0
    return 0.5 * erfc(-margin / (max(sd, 1e-3) * sqrt(2.0)))


# Writes the expected final scores of all players, as far as `observer` can know them; at the end the scores.
cdef void expected_scores(const Rules* rules, const State* state, int observer, double* scores) noexcept nogil
# The final margin of a player by the learned value.
cdef double expected_margin(const Rules* rules, const State* state, int player, int observer) noexcept nogil
# The final margin of a player by the margin model, and its standard deviation; before the end.
cdef double modelled_margin(const Rules* rules, const State* state, int player, double* sd) noexcept nogil
# The margin of a player to the highest of the others. The scores are means of normal numbers; sd is that of a margin of two.
cdef double margin_among(const double* scores, int players, int player, double sd) noexcept nogil
# The win share of a player whose expected margin is `margin`, by the learned value; exact at the end.
cdef double expected_win(const Rules* rules, const State* state, int player, double margin) noexcept nogil
