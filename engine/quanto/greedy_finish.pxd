# Points from the end of a game if all players play it greedily: a feature of the learned value.

from kiebitz.engine.game cimport Rules, State
from kiebitz.engine.quanto.state cimport Quanto

cdef enum:
    LATE = 12       # the end is played if the pile has at most LATE cards
    WORLDS = 4      # number of worlds if cards are hidden; matches decided both constants, see docs/learning.md


# Writes the points to come for each player. Writes 0 if the pile is large or if cards of a stack are unknown.
cdef void greedy_finish(const Rules* rules, const State* state, int observer, float* to_come) noexcept nogil
# The player who plays the last card of the game, if the pile is empty and `next` plays next.
cdef int last_to_play(const Quanto* q, int next) noexcept nogil
