# Endings: whether the rest of the game has perfect information, and a hash of everything that decides the rest.

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport Rules, State

cdef bint perfect_information(const Rules* rules, const State* state) noexcept nogil
cdef uint64_t hash(const Rules* rules, const State* state) noexcept nogil
