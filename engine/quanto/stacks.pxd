# Moves that create or extend the mover's stack.

from kiebitz.engine.quanto.cards cimport uint64_t
from kiebitz.engine.quanto.effects cimport Actions

cdef enum:
    CHIPS = 0x1FE0          # set of the numbers 5 to 12


cdef int creates(Actions* a) except -1 nogil
cdef int joker_creates(Actions* a) except -1 nogil
cdef int extends(Actions* a) except -1 nogil
cdef int joker_extends(Actions* a) except -1 nogil


cdef inline uint64_t creatable(const Actions* a, int number) noexcept nogil:
    """The set of the chips of stacks that the number can create."""
    return (a.numbers << number) & CHIPS & ~<uint64_t>a.q.chips
