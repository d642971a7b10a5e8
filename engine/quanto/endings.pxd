# When nothing is hidden any more, and what then decides the rest of the game.

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport Rules, State

cdef bint settled(const Rules* rules, const State* state) noexcept nogil
cdef uint64_t key(const Rules* rules, const State* state) noexcept nogil
