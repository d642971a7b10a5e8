# When nothing is hidden any more, and what then decides the rest of the game.

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport Rules, State
from kiebitz.engine.quanto.table cimport PILE, SEATS

cdef enum:
    ESSENCE = 3 + 2 * SEATS + PILE // 8     # words: display, turned, the turn, hands, stacks and scores, the pile

cdef bint settled(const Rules* rules, const State* state) noexcept nogil
cdef uint64_t key(const Rules* rules, const State* state) noexcept nogil
cdef void essence(const Rules* rules, const State* state, uint64_t* words) noexcept nogil
