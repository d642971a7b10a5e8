# What a player of Quanto knows, and the worlds that agree with it.

from kiebitz.engine.game cimport Rules, State
from kiebitz.engine.quanto.cards cimport Cards
from kiebitz.engine.rng cimport Rng


cdef bint stack_possible(const Rules* rules, Cards stack, int chip) noexcept nogil  # built by the rules
cdef void hide(const Rules* rules, State* state, int player) noexcept nogil
cdef void sample(const Rules* rules, const State* view, State* world, Rng* rng) noexcept nogil
