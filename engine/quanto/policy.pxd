# The greedy policy, which is also the heuristic: the move that surely wins most cards in this turn. A discarded 2
# counts the cards that the rest of the hand can then win.
#
# Rules of thumb order the moves that win equally many cards. The played card costs its worth in the hand, so that
# jokers and rainbow cards stay. The discard of a 3 that turns up cards beats every other move that wins nothing. A
# stack is worth more if its collector is in the hand.

from kiebitz.engine.game cimport Move, Rules, State


cdef Move greedy(const Rules* rules, const State* state) noexcept nogil
