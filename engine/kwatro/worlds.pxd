# Deals, what a player knows, and the worlds that agree with it.

from libc.stdint cimport uint8_t

from kiebitz.engine.game cimport Rules, State
from kiebitz.engine.kwatro.board cimport Kwatro
from kiebitz.engine.rng cimport Rng

cdef void deal(const Rules* rules, State* state, int players, Rng* rng) noexcept nogil
cdef void hide(const Rules* rules, State* state, int player) noexcept nogil
cdef int list_unseen(Kwatro* k, uint8_t* unseen) noexcept nogil        # of at most CARDS
cdef void sample(const Rules* rules, const State* view, State* world, Rng* rng) noexcept nogil
