# The hidden cards of Quanto: the deal, views, the worlds that agree with a view, and hands before a move.
#
#   position  hand[0] 4 8*   hand[1] 5 10   pile 2 7 ...        mask for player 0
#   view      hand[0] 4 8*   hand[1] - -    pile ? ? ...        determinize
#   world     hand[0] 4 8*   hand[1] 2 J    pile 10 5 ...

from kiebitz.engine.game cimport Move, Rules, State
from kiebitz.engine.rng cimport Rng


cdef void deal(const Rules* rules, State* state, int players, Rng* rng) noexcept nogil
cdef void mask(const Rules* rules, State* state, int player) noexcept nogil
cdef void determinize(const Rules* rules, const State* view, State* world, Rng* rng) noexcept nogil
cdef int reconstruct_hand(const Rules* rules, State* before, Move* move, const State* after, Rng* rng) noexcept nogil
