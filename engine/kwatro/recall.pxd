# What others see of a move of Kwatro, and what a hand was before it.

from kiebitz.engine.game cimport Move, Rules, State
from kiebitz.engine.rng cimport Rng

cdef bint show(const Rules* rules, const State* state, Move* move) noexcept nogil
cdef int recall(const Rules* rules, State* before, Move* move, const State* after, Rng* rng) noexcept nogil
