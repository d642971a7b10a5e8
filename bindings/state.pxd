# The moves of a state.

from kiebitz.base_state cimport BaseState
from kiebitz.engine.game cimport Move as CMove
from kiebitz.moves cimport Move, Moves


cdef class GameState(BaseState):
    cdef Moves legal                    # all legal moves of this very state, or None
    cdef Moves selected                 # the candidate moves, or None; the same object as `legal` if they are all
    cdef Moves moves(self)
    cdef Moves candidates(self)
    cdef Moves listed(self, Py_ssize_t most)
    cdef int forget(self) except -1     # call it after every change of the state
    cdef Move legal_move(self, CMove value, Py_ssize_t first=*)     # None if it is not legal
