"""Where a margin goes from here, by the number of players and the cards still to be played.

Spread and drift were fitted to strong players among themselves, who stray further than greedy ones:
python -m tools.tuning.fit_spread kwatro --solver best:worlds=30
"""

from libc.math cimport sqrt

from kiebitz.engine.game cimport OVER
from kiebitz.engine.kwatro.board cimport Kwatro
from kiebitz.engine.kwatro.line cimport HAND

# Variance, fitted to wins.
cdef double[5] SPREAD_FIXED = [0, 0, 2497, 6248, 4329]
cdef double[5] SPREAD_PER_CARD = [0, 0, 590.3, 74.2, 48.6]

# What the margin gains from here on. Who is to move when hands can no longer be filled up is far more likely to go out.
cdef struct Drift:
    double fixed[5]
    double per_card[5]
    double ending[5]
cdef Drift OF_THE_MOVER = Drift([0, 0, 13.8, 5.1, -4.4], [0, 0, -0.095, -0.474, -0.459], [0, 0, 52.7, 32.3, 30.0])
cdef Drift OF_OTHERS = Drift([0, 0, -13.8, -11.8, -14.1], [0, 0, 0.095, -0.397, -0.476], [0, 0, -52.7, -22.6, -23.6])

# Greedy playouts end games as strong players never would: python -m tools.tuning.fit_flattery kwatro
cdef double[5] FLATTERY_CUT = [0, 0, 12, 14.2, 8.6]
cdef double[5] FLATTERY_OVER = [0, 0, 53, 63.5, 60.6]
cdef double[5] DOUBT_OVER = [0, 0, 96, 72.0, 62.9]


cdef int cards_left(const Kwatro* k) noexcept nogil:
    """Still to be played."""
    cdef int p, left = k.pile_size
    for p in range(k.head.players):
        left += k.hand[p].size
    return left


cdef void margin_model(const Rules* rules, const State* state, int player, int next, MarginModel* model) noexcept nogil:
    """The variance grows with the cards still to be played."""
    cdef const Drift* by = &OF_THE_MOVER if player == next else &OF_OTHERS
    cdef int players = state.players, left = cards_left(<const Kwatro*>state)
    if state.to_move == OVER:
        model.sd = model.shift = 0
        model.rollout_bias = FLATTERY_OVER[players]
        model.rollout_bias_sd = DOUBT_OVER[players]
        return
    model.sd = sqrt(SPREAD_FIXED[players] + SPREAD_PER_CARD[players] * left)
    model.shift = by.ending[players] if left < HAND * players else by.fixed[players] + by.per_card[players] * left
    model.rollout_bias = FLATTERY_CUT[players]
    model.rollout_bias_sd = 0
