"""Endings of Quanto: with an empty pile and two hands left, each owner knows the other one's by what has gone."""

from libc.string cimport memcpy

from kiebitz.engine.hashing cimport hash_words
from kiebitz.engine.quanto.cards cimport Cards, TABLES, counts, size_of
from kiebitz.engine.quanto.table cimport PILE, SEATS, Quanto

cdef enum:
    MOST_WORDS = 3 + 2 * SEATS + PILE // 8   # display, turned, the turn, hands, stacks and scores, the pile


cdef bint settled(const Rules* rules, const State* state) noexcept nogil:
    cdef const Quanto* q = <const Quanto*>state
    cdef int p, hands = 0, hidden = 0
    cdef Cards unseen = TABLES.deck - q.display - q.turned - q.gone
    if q.pile_size:
        return False
    if state.viewer < 0:
        return True
    for p in range(state.players):
        hands += q.hand_size[p] > 0
        hidden += q.hand_size[p] - size_of(q.hand[p])
        unseen -= q.hand[p] + q.stack[p]
    # More unseen cards than hidden ones of the hand: some lie in a stack or have gone, and nobody noted which.
    return hands <= 2 and size_of(unseen) == hidden


cdef inline uint64_t stack_word(const Quanto* q, int p, int left) noexcept nogil:
    """What is in a stack no longer matters, only how much; of a score, whether cards can still be taken from it."""
    return (<uint64_t>q.stack_size[p] | <uint64_t>q.chip[p] << 8 | <uint64_t>min(q.head.score[p], left) << 16)


cdef int write(const Quanto* q, uint64_t* words) noexcept nogil:
    """All that decides the rest of the game; returns the number of words."""
    cdef int p, n = 3 + 2 * q.head.players, left = size_of(q.turned) + q.pile_size
    for p in range(q.head.players):
        left += q.hand_size[p]
    # Rainbow cards of the display are cards like others once nothing is turned up any more.
    words[0] = q.display if q.pile_size else counts(q.display)
    words[1] = q.turned
    words[2] = (<uint64_t>q.mover | <uint64_t>(q.last_taker + 1) << 8 | <uint64_t>q.head.decision << 16
                | <uint64_t>q.chained << 24 | <uint64_t>q.pile_size << 32 | <uint64_t>q.head.players << 40)
    for p in range(q.head.players):
        words[3 + 2 * p] = q.hand[p]
        words[4 + 2 * p] = stack_word(q, p, left)
    if q.pile_size:
        memcpy(words + n, q.pile, (q.pile_size + 7) & ~7)
        n += (q.pile_size + 7) >> 3
    return n


cdef uint64_t key(const Rules* rules, const State* state) noexcept nogil:
    cdef uint64_t words[MOST_WORDS]
    cdef int n = write(<const Quanto*>state, words)
    return hash_words(words, n)
