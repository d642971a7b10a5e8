# The cards that nature may be about to bring into a hand or to turn up.

from kiebitz.engine.game cimport MoveList, Rules, State

cdef int outcomes(const Rules* rules, const State* state, int most, MoveList* list) except -1 nogil
