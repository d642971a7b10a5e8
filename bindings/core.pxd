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
    cdef readonly bint complete         # whether these are all legal moves
    cdef readonly object total          # number of legal moves; estimated if they are not all here
    cdef Game game
    cdef tuple names
    cdef Py_ssize_t find(self, CMove move, Py_ssize_t first=*) noexcept


cdef class GameState:
    cdef readonly Game game
    cdef readonly tuple names
    cdef State* state
    cdef Moves legal                    # all legal moves of this very state, or None
    cdef Moves selected                 # the candidate moves, or None; the same object as `legal` if they are all
    cdef Moves moves(self)
    cdef Moves candidates(self)
    cdef Moves listed(self, Py_ssize_t most)
    cdef int forget(self) except -1     # call it after every change of the state
    cdef Move legal_move(self, CMove value, Py_ssize_t first=*)     # None if it is not legal


cdef class Position(GameState):
    pass


cdef class View(GameState):
    pass
