# The possible outcomes of a chance node: cards drawn into a hand, or turned up by a 3.

from kiebitz.engine.game cimport MoveList, Rules, State

cdef int outcomes(const Rules* rules, const State* state, int most, MoveList* list) except -1 nogil
