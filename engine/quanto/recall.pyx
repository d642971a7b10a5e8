"""Back from a hand to what it was before its owner's move: any of the cards may be the ones drawn since."""

from kiebitz.engine.game cimport RECONSTRUCTED, UNKNOWN
from kiebitz.engine.quanto.cards cimport JOKER, TABLES, Cards, holds, size_of
from kiebitz.engine.quanto.table cimport FILL, Quanto, card_of, kind_of
from kiebitz.engine.rng cimport below


cdef int recall(const Rules* rules, State* before, Move* move, const State* after, Rng* rng) noexcept nogil:
    cdef Quanto* q = <Quanto*>before
    cdef const Quanto* now = <const Quanto*>after
    cdef int mover = before.to_move
    cdef bint from_hand = kind_of(move[0]) != FILL and not q.turned
    cdef int drawn = now.hand_size[mover] - (q.hand_size[mover] - from_hand)
    if drawn < 0 or drawn > now.hand_size[mover]:
        return UNKNOWN
    q.hand[mover] = without_some(now.hand[mover], drawn, rng)
    if from_hand:
        q.hand[mover] += TABLES.one[card_of(move[0])]
    return RECONSTRUCTED


cdef Cards without_some(Cards hand, int n, Rng* rng) noexcept nogil:
    """A hand without n of its cards, each choice as likely as any other."""
    cdef int left = size_of(hand), card
    cdef Cards kept = hand
    for card in range(1, JOKER + 1):
        while holds(hand, card):
            hand -= TABLES.one[card]
            if <int>below(rng, left) < n:
                kept -= TABLES.one[card]
                n -= 1
            left -= 1
    return kept
