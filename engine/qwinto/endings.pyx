"""Endings of Qwinto. Only a game of one player has perfect information, as soon as no more cards are drawn.

With several players each decision is hidden from the others.
"""

from libc.string cimport memcpy, memset

from kiebitz.engine.hashing cimport hash_words
from kiebitz.engine.qwinto.state cimport EMPTY_PILE, RESHUFFLE, WRITING, Qwinto

cdef enum:
    WORDS = 44      # the bytes from the sheets to the pile, and one word for turn and shuffle seed


cdef bint perfect_information(const Rules* rules, const State* state) noexcept nogil:
    cdef const Qwinto* q = <const Qwinto*>state
    return state.players == 1 and q.pile_size == 0 and rules.options[EMPTY_PILE] != RESHUFFLE


cdef bint simultaneous(const Rules* rules, const State* state) noexcept nogil:
    """All players write at the same time. Sheets and announcement are public, so everybody knows what each may write."""
    return state.to_move >= 0 and state.decision == WRITING


cdef uint64_t hash(const Rules* rules, const State* state) noexcept nogil:
    cdef const Qwinto* q = <const Qwinto*>state
    cdef uint64_t words[WORDS]
    memset(words, 0, sizeof(words))
    memcpy(words, q.sheet, <size_t>&q.pile_generation[0] - <size_t>&q.sheet[0])
    words[WORDS - 1] = state.shuffle_seed ^ <uint64_t>state.to_move << 8 ^ state.decision
    return hash_words(words, WORDS)
