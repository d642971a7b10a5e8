"""The standard deviation of the final margin."""

from libc.math cimport sqrt

from kiebitz.engine.game cimport OVER
from kiebitz.engine.quanto.state cimport Quanto

# With more than two players the margin to the best of several others varies less. The values are fitted to the wins in
# games between strong players: python -m tools.tuning.fit_margin_sd quanto --solver best:worlds=30
cdef double VARIANCE_FIXED_TWO = 31.0
cdef double VARIANCE_PER_CARD_TWO = 1.5
cdef double VARIANCE_FIXED_MORE = 36.0
cdef double VARIANCE_PER_CARD_MORE = 0.3


cdef void margin_model(const Rules* rules, const State* state, int player, int next,
                       MarginModel* model) noexcept nogil:
    """The variance grows with the cards still to be played."""
    cdef const Quanto* q = <const Quanto*>state
    cdef int p, left = q.pile_size
    model.sd = model.shift = model.rollout_bias = model.ended_bias = model.ended_bias_sd = 0
    if state.to_move == OVER:
        return
    for p in range(state.players):
        left += q.hand_size[p]
    if state.players == 2:
        model.sd = sqrt(VARIANCE_FIXED_TWO + VARIANCE_PER_CARD_TWO * left)
    else:
        model.sd = sqrt(VARIANCE_FIXED_MORE + VARIANCE_PER_CARD_MORE * left)
