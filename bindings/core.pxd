# What Python sees of a game: value types over the engine's structs.

from kiebitz.codec cimport Codec
from kiebitz.engine.game cimport Move as CMove
from kiebitz.engine.game cimport MoveList, Rules, State


cdef class Game:
    cdef Rules rules
    cdef Codec codec
    cdef readonly str name
    cdef readonly int players
    cdef readonly object options        # frozen dataclass
    cdef readonly object notation       # kiebitz.language.Language
    cdef readonly bint learned          # whether `learn` has given a value of what is left
    cdef float* value                   # weights, then deviations


cdef class Move:
    cdef CMove value
    cdef readonly int points
    cdef Py_ssize_t index               # where it stood among the legal moves: where it is looked for first
    cdef Game game
    cdef tuple names


cdef class Moves:
    cdef MoveList list
    cdef Game game
    cdef tuple names
    cdef Py_ssize_t find(self, CMove move, Py_ssize_t first=*) noexcept


cdef class GameState:
    cdef readonly Game game
    cdef readonly tuple names
    cdef State* state
    cdef Moves legal                    # of this very state, or None
    cdef Moves moves(self)


cdef class Position(GameState):
    pass


cdef class View(GameState):
    pass
