# The hidden cards of Qwinto: the deal, views, and the worlds that agree with a view.

from kiebitz.engine.game cimport Move, Rules, State
from kiebitz.engine.rng cimport Rng

cdef void deal(const Rules* rules, State* state, int players, Rng* rng) noexcept nogil
cdef void mask(const Rules* rules, State* state, int player) noexcept nogil
cdef void determinize(const Rules* rules, const State* view, State* world, Rng* rng) noexcept nogil
# The other players do not see a write or a decline before all players have decided.
cdef bint observed(const Rules* rules, const State* state, Move* move) noexcept nogil
