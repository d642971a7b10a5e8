"""The standard deviation of the final margin."""

from libc.math cimport sqrt

from kiebitz.engine.game cimport OVER
from kiebitz.engine.qwinto.sheet cimport PLACES, ROWS, SHEETS, places_filled
from kiebitz.engine.qwinto.state cimport Qwinto

cdef double VARIANCE_FIXED = 330.0
cdef double VARIANCE_PER_FIELD = 4.0
cdef double VARIANCE_PER_FIELD_ALONE = 100.0


cdef void margin_model(const Rules* rules, const State* state, int player, int next,
                       MarginModel* model) noexcept nogil:
    """The variance grows with the empty fields, as a mean over the sheets.

    It is fitted to games of greedy players. Up to the fitted positions a third of the moves was random.
    In a game of one player the margin is the own score, so nothing cancels and the variance is larger.
    """
    cdef const Qwinto* q = <const Qwinto*>state
    cdef int seat, row, empty = 0
    model.sd = model.shift = model.rollout_bias = model.ended_bias = model.ended_bias_sd = 0
    if state.to_move == OVER:
        return
    for seat in range(state.players):
        for row in range(ROWS):
            empty += PLACES - SHEETS.count[places_filled(&q.sheet[seat], row)]
    if state.players == 1:
        model.sd = sqrt(VARIANCE_PER_FIELD_ALONE * empty)
    else:
        model.sd = sqrt(VARIANCE_FIXED + VARIANCE_PER_FIELD * empty / state.players)
