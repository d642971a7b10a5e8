# The moves of Kwatro worth a thought.

from kiebitz.engine.game cimport MoveList, Rules, State

cdef int propose(const Rules* rules, const State* state, MoveList* list) except -1 nogil
