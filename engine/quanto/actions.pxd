# Every move of the player to move, each effect once.
#
# Two ways to one effect arise where a card beside the groups is taken (a bonus, the creating card) or where the number
# is free (jokers). The card beside is the smallest possible one, and so is the number.

from kiebitz.engine.game cimport MoveList, Rules, State


cdef int generate(const Rules* rules, const State* state, MoveList* list) except -1 nogil
