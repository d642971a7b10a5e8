"""Endings of Quanto: the pile is empty and at most two players have cards.

Then each of them knows the other hand, if all cards that have left the game are known.
"""

from libc.string cimport memcpy

from kiebitz.engine.hashing cimport hash_words
from kiebitz.engine.quanto.cards cimport counts, size_of
from kiebitz.engine.quanto.state cimport PILE, SEATS, Quanto, unseen_cards

cdef enum:
    # Display, turned up cards, and turn; for each player the hand, and stack with score; then the pile.
    MOST_WORDS = 3 + 2 * SEATS + PILE // 8


cdef bint perfect_information(const Rules* rules, const State* state) noexcept nogil:
    cdef const Quanto* q = <const Quanto*>state
    cdef int p, hands = 0, hidden = 0
    if q.pile_size:
        return False
    if state.viewer < 0:
        return True
    for p in range(state.players):
        hands += q.hand_size[p] > 0
        hidden += q.hand_size[p] - size_of(q.hand[p])
    # If more cards are unseen than hidden in the hand, some of them are in a stack or have gone unseen.
    return hands <= 2 and size_of(unseen_cards(q)) == hidden


cdef inline uint64_t stack_word(const Quanto* q, int p, int left) noexcept nogil:
    """The word of a stack and a score.

    Only size and chip of a stack matter. A score matters up to `left`, because each discarded 1 takes one card from it.
    """
    return <uint64_t>q.stack_size[p] | <uint64_t>q.chip[p] << 8 | <uint64_t>min(q.head.score[p], left) << 16


cdef int write_words(const Quanto* q, uint64_t* words) noexcept nogil:
    """Writes the facts that decide the rest of the game; returns the number of words."""
    cdef int p, n = 3 + 2 * q.head.players, left = size_of(q.turned) + q.pile_size
    for p in range(q.head.players):
        left += q.hand_size[p]
    # With an empty pile a rainbow card of the display counts like any other card.
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


cdef uint64_t hash(const Rules* rules, const State* state) noexcept nogil:
    cdef uint64_t words[MOST_WORDS]
    cdef int n = write_words(<const Quanto*>state, words)
    return hash_words(words, n)
