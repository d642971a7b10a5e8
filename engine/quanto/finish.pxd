# How the end of a game goes when everybody plays greedily.

from kiebitz.engine.game cimport Rules, State
from kiebitz.engine.quanto.table cimport Quanto

cdef enum:
    LATE = 12       # cards in the pile from which on the end is played out
    WORLDS = 4      # in which it is, where something is hidden; both by matches, see docs/learning.md


# Points still to come to each player; nothing as long as the end is far.
cdef void finish(const Rules* rules, const State* state, int eye, float* to_come) noexcept nogil
cdef int last_to_play(const Quanto* q, int next) noexcept nogil
