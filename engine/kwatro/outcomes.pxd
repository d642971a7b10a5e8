# The possible draws at a chance node, as the viewer knows them.

from kiebitz.engine.game cimport MoveList, Rules, State

cdef int outcomes(const Rules* rules, const State* state, int most, MoveList* list) except -1 nogil
