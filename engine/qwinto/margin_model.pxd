# The margin model of Qwinto: how far the final margin may be from the present one.

from kiebitz.engine.game cimport MarginModel, Rules, State


cdef void margin_model(const Rules* rules, const State* state, int player, int next, MarginModel* model) noexcept nogil
