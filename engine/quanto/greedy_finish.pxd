# Points from the end of a game if all players play it greedily: a feature of the learned value.

from kiebitz.engine.game cimport Rules, State
from kiebitz.engine.quanto.state cimport Quanto

cdef enum:
    LATE = 12       # the end is played out if the pile has at most so many cards
    WORLDS = 4      # number of worlds if cards are hidden; both by matches, see docs/learning.md


# Writes the points to come for each player; 0 as long as the pile is large or the cards of a stack are unknown.
cdef void greedy_finish(const Rules* rules, const State* state, int observer, float* to_come) noexcept nogil
# The player of the last card of all, if nothing is drawn any more and `next` plays next.
cdef int last_to_play(const Quanto* q, int next) noexcept nogil
