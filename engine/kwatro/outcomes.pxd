# The draws that a player may be about to see.

from kiebitz.engine.game cimport MoveList, Rules, State

cdef int outcomes(const Rules* rules, const State* state, int most, MoveList* list) except -1 nogil
