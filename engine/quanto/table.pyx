"""What can be counted on the table of Quanto."""

from kiebitz.engine.bits cimport count
from kiebitz.engine.quanto.cards cimport TABLES, rainbows, size_of


cdef int display_wants(const Rules* rules, const Quanto* q) noexcept nogil:
    cdef int lying = count(rainbows(q.display)) if rules.options[RAINBOW_DISPLAY] else 0
    return base_size(rules, q) + lying - size_of(q.display)


cdef int hand_wants(const Rules* rules, const Quanto* q) noexcept nogil:
    return base_size(rules, q) - q.hand_size[q.mover]


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
