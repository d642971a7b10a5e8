# The greedy policy, which is also the heuristic: the move that is certain to win the most cards in this turn. A discarded 2
# counts the cards that the rest of the hand can then win.
#
# Between moves that win equally many cards, rules of thumb decide:
#   the played card costs its worth in the hand, so jokers and rainbow cards stay in the hand
#   the discard of a 3 that turns up cards is better than every other move that wins nothing
#   a stack is worth more if the hand has a card that collects it

from kiebitz.engine.game cimport Move, Rules, State


cdef Move greedy(const Rules* rules, const State* state) noexcept nogil
