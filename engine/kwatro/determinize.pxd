# The knowledge of players: deals, views, worlds, and earlier hands.

from libc.stdint cimport uint8_t

from kiebitz.engine.game cimport Move, Rules, State
from kiebitz.engine.kwatro.state cimport Kwatro
from kiebitz.engine.rng cimport Rng

cdef void deal(const Rules* rules, State* state, int players, Rng* rng) noexcept nogil
cdef void mask(const Rules* rules, State* state, int player) noexcept nogil
cdef void determinize(const Rules* rules, const State* view, State* world, Rng* rng) noexcept nogil
# Writes the cards whose place is unknown, at most CARDS, in rising order, wilds last. Returns their number.
cdef int list_unseen(Kwatro* k, uint8_t* unseen) noexcept nogil
cdef bint observed(const Rules* rules, const State* state, Move* move) noexcept nogil
cdef int reconstruct_hand(const Rules* rules, State* before, Move* move, const State* after, Rng* rng) noexcept nogil
