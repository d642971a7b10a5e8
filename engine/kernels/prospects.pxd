# The learned value of a position: points now, and for every player what is still to come.
#
#   final score of p  ~  score[p] + weights[stage] . features[p]
#   margin of p       ~  that, minus the best other player's (alone: that itself)
#
# The weights were fitted on games of the value's own player (kiebitz.solvers.training). A state that is over is worth what
# it says.

from kiebitz.engine.game cimport Rules, State

# Expected final scores of all players; at the end the scores.
cdef void expected_scores(const Rules* rules, const State* state, int eye, double* scores) noexcept nogil
cdef double expected_margin(const Rules* rules, const State* state, int player, int eye) noexcept nogil
# Share of a win to be expected beside an expected margin: exact at the end.
cdef double expected_win(const Rules* rules, const State* state, int player, double margin) noexcept nogil
