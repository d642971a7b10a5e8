# When nothing is hidden any more, and what then decides the rest of the game.

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport Rules, State

cdef enum:
    ESSENCE = 44    # words: the bytes from the sheets to the pile, and the noise

cdef bint settled(const Rules* rules, const State* state) noexcept nogil
cdef uint64_t key(const Rules* rules, const State* state) noexcept nogil
cdef void essence(const Rules* rules, const State* state, uint64_t* words) noexcept nogil
