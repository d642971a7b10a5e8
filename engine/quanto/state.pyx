"""Counts that need the whole state of Quanto."""

from kiebitz.engine.quanto.cards cimport TABLES


cdef int givers(const Quanto* q) noexcept nogil:
    cdef int p, found = 0
    for p in range(q.head.players):
        found += p != q.mover and q.head.score[p] > 0
    return found


cdef int points_of(const Quanto* q, Move move) noexcept nogil:
    cdef int kind = kind_of(move), points = bonus_of(move) != 0
    if kind == DISCARD:
        return points + (givers(q) if TABLES.number[card_of(move)] == 1 else 0)
    if kind == CAPTURE or kind == COLLECT or kind == STEAL:
        points += 1 + size_of(move.lo)
    if kind == COLLECT or kind == STEAL:
        points += q.stack_size[owner_of(move)]
    return points


cdef Cards unseen_cards(const Quanto* q) noexcept nogil:
    cdef Cards unseen = TABLES.deck - q.display - q.turned - q.gone
    cdef int p, i
    for p in range(q.head.players):
        unseen -= q.hand[p] + q.stack[p]
    for i in range(q.pile_size):
        unseen -= TABLES.one[q.pile[i]]
    return unseen
