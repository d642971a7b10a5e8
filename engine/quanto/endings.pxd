# Endings of Quanto: the test for perfect information, and the hash of a state for the transposition table.

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport Rules, State


cdef bint perfect_information(const Rules* rules, const State* state) noexcept nogil
cdef uint64_t hash(const Rules* rules, const State* state) noexcept nogil
