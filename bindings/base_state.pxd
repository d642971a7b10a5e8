# A state of a game, without its moves.

from kiebitz.engine.game cimport State
from kiebitz.ruleset cimport Ruleset


cdef class BaseState:
    cdef readonly Ruleset game
    cdef readonly tuple names
    cdef State* state


cdef int set_up(BaseState target, Ruleset game, names) except -1    # memory for a state, which is zero
