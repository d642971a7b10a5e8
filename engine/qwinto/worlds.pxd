# Deals, views, and the worlds that agree with a view.

from kiebitz.engine.game cimport Move, Rules, State
from kiebitz.engine.rng cimport Rng

cdef void deal(const Rules* rules, State* state, int players, Rng* rng) noexcept nogil
cdef void hide(const Rules* rules, State* state, int player) noexcept nogil
cdef void sample(const Rules* rules, const State* view, State* world, Rng* rng) noexcept nogil
cdef bint show(const Rules* rules, const State* state, Move* move) noexcept nogil   # writes come to light together
