# When nothing is hidden any more, and what then decides the rest of the game.

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport Rules, State
from kiebitz.engine.kwatro.board cimport CELLS

cdef enum:
    ESSENCE = CELLS // 8 + 18   # words: the table's cards by cell, hands, the turn, the pile

cdef bint settled(const Rules* rules, const State* state) noexcept nogil
cdef uint64_t key(const Rules* rules, const State* state) noexcept nogil
cdef void essence(const Rules* rules, const State* state, uint64_t* words) noexcept nogil
