# What Python sees of a game: value types over the engine's structs.

from kiebitz.ruleset cimport Ruleset
from kiebitz.state cimport GameState


cdef class Game(Ruleset):
    pass


cdef class Position(GameState):
    pass


cdef class View(GameState):
    pass
