# The moves that create or extend the mover's stack.

from kiebitz.engine.quanto.emit cimport Emitter


# Each function appends the moves of the card in the emitter. The runs of all needed sums must have been made.
cdef int emit_creates(Emitter* e) except -1 nogil
cdef int emit_joker_creates(Emitter* e) except -1 nogil
cdef int emit_extends(Emitter* e) except -1 nogil
cdef int emit_joker_extends(Emitter* e) except -1 nogil
