# What a hand of Quanto was before its owner's move. All moves are public.

from kiebitz.engine.game cimport Move, Rules, State
from kiebitz.engine.rng cimport Rng

cdef int recall(const Rules* rules, State* before, Move* move, const State* after, Rng* rng) noexcept nogil
