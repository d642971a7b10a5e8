"""The margin model of Kwatro, by the number of players and the cards still to be played.

Standard deviation and shift were fitted to games of strong players, because margins of greedy players vary less:
python -m tools.tuning.fit_margin_sd kwatro --solver best:worlds=30
The bias of rollouts was fitted by python -m tools.tuning.fit_rollout_bias kwatro
"""

from libc.math cimport sqrt

from kiebitz.engine.game cimport OVER
from kiebitz.engine.kwatro.line cimport HAND
from kiebitz.engine.kwatro.state cimport Kwatro

# By players: variance of the final margin = fixed + per card * cards still to be played. Fitted to wins.
cdef double[5] VARIANCE_FIXED = [0, 0, 2497, 6248, 4329]
cdef double[5] VARIANCE_PER_CARD = [0, 0, 590.3, 74.2, 48.6]

# By players: expected final margin minus present margin. In an ending hands can no longer be filled up. Then the player to
# move is far more likely to go out first.
cdef struct Shift:
    double fixed[5]
    double per_card[5]
    double ending[5]
cdef Shift OF_THE_MOVER = Shift([0, 0, 13.8, 5.1, -4.4], [0, 0, -0.095, -0.474, -0.459], [0, 0, 52.7, 32.3, 30.0])
cdef Shift OF_OTHERS = Shift([0, 0, -13.8, -11.8, -14.1], [0, 0, 0.095, -0.397, -0.476], [0, 0, -52.7, -22.6, -23.6])

# By players: bias of rollouts that were cut off; bias of rollouts that greedy play has ended, and its standard deviation.
cdef double[5] ROLLOUT_BIAS = [0, 0, 12, 14.2, 8.6]
cdef double[5] ENDED_BIAS = [0, 0, 53, 63.5, 60.6]
cdef double[5] ENDED_BIAS_SD = [0, 0, 96, 72.0, 62.9]


cdef int cards_left(const Kwatro* k) noexcept nogil:
    """Cards in the pile and in all hands."""
    cdef int p, left = k.pile_size
    for p in range(k.head.players):
        left += k.hand[p].size
    return left


cdef void margin_model(const Rules* rules, const State* state, int player, int next, MarginModel* model) noexcept nogil:
    cdef const Shift* shift = &OF_THE_MOVER if player == next else &OF_OTHERS
    cdef int n = state.players, left = cards_left(<const Kwatro*>state)
    model.rollout_bias = ROLLOUT_BIAS[n]
    model.ended_bias = ENDED_BIAS[n]
    model.ended_bias_sd = ENDED_BIAS_SD[n]
    model.sd = model.shift = 0
    if state.to_move == OVER:
        return
    model.sd = sqrt(VARIANCE_FIXED[n] + VARIANCE_PER_CARD[n] * left)
    model.shift = shift.ending[n] if left < HAND * n else shift.fixed[n] + shift.per_card[n] * left
