# The moves of the player to move.

from kiebitz.engine.game cimport MoveList, Rules, State


cdef int generate(const Rules* rules, const State* state, MoveList* list) except -1 nogil
