# The move of most cards this turn, as far as they are sure: a discarded 2 counts with what the rest of the hand can
# take then.
#
# Among equals, by hand: what the played card is worth in the hand (jokers and rainbow cards stay), and what becomes of
# it. A 3 that turns up cards beats everything that takes nothing; a stack is worth building if its collector is in
# hand.

from kiebitz.engine.game cimport Move, Rules, State


cdef Move greedy(const Rules* rules, const State* state) noexcept nogil
