"""What can be counted on the table of Quanto."""

from kiebitz.engine.quanto.cards cimport TABLES, size_of


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
