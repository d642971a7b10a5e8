# The margin model: how the present margin relates to the final margin.

from kiebitz.engine.game cimport MarginModel, Rules, State

cdef void margin_model(const Rules* rules, const State* state, int player, int next, MarginModel* model) noexcept nogil
