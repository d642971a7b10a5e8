"""Endings of Qwinto: alone, when nothing will be drawn any more; several players write at the same time to the end."""

from libc.string cimport memcpy, memset

from kiebitz.engine.hashing cimport hash_words
from kiebitz.engine.qwinto.table cimport EMPTY_PILE, RESHUFFLE, Qwinto


cdef bint settled(const Rules* rules, const State* state) noexcept nogil:
    cdef const Qwinto* q = <const Qwinto*>state
    return state.players == 1 and q.pile_size == 0 and rules.options[EMPTY_PILE] != RESHUFFLE


cdef void essence(const Rules* rules, const State* state, uint64_t* words) noexcept nogil:
    cdef const Qwinto* q = <const Qwinto*>state
    memset(words, 0, ESSENCE * sizeof(uint64_t))
    memcpy(words, q.sheet, <size_t>&q.born[0] - <size_t>&q.sheet[0])
    words[ESSENCE - 1] = state.noise ^ <uint64_t>state.to_move << 8 ^ state.decision


cdef uint64_t key(const Rules* rules, const State* state) noexcept nogil:
    cdef uint64_t words[ESSENCE]
    essence(rules, state, words)
    return hash_words(words, ESSENCE)
