# A move as a value, and the legal moves of a state.

from libc.stdint cimport int32_t

from kiebitz.engine.game cimport Move as CMove
from kiebitz.engine.game cimport MoveList
from kiebitz.ruleset cimport Ruleset


cdef class Move:
    cdef CMove value
    cdef readonly int points
    cdef Py_ssize_t index               # where it stood among the legal moves: where it is looked for first
    cdef Ruleset game
    cdef tuple names


cdef class Moves:
    cdef MoveList list
    cdef readonly bint complete         # whether these are all legal moves
    cdef readonly object total          # number of legal moves; estimated if they are not all here
    cdef Ruleset game
    cdef tuple names
    cdef Py_ssize_t find(self, CMove move, Py_ssize_t first=*) noexcept


cdef Move new_move(Ruleset game, tuple names, CMove value, int32_t points, Py_ssize_t index)
cdef Moves new_moves(Ruleset game, tuple names)     # none yet
cdef tuple key()                                    # the arguments that make an object of a type that users cannot make
cdef int require_key(tuple given, str source) except -1
