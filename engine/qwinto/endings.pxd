# Endings of Qwinto: the test for perfect information, the hash of a state for the transposition table, and the decisions that
# players make at the same time.

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport Rules, State


cdef bint perfect_information(const Rules* rules, const State* state) noexcept nogil
cdef bint simultaneous(const Rules* rules, const State* state) noexcept nogil
cdef uint64_t hash(const Rules* rules, const State* state) noexcept nogil
