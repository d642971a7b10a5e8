# Moves of Qwinto and their list.
#
#     PLACE    lo: kind | n << 4 | a byte card << 2 | stack for each card from bit 8, in the order placed
#     WRITE    lo: kind | field << 8
#     DECLINE  lo: kind
#     DRAW     lo: kind | n << 4 | cards, a byte each from bit 8, rising: nature's; the order of a draw does not matter
#
# hi is always 0. `O3@TL P3@TR` = PLACE | 2 << 4 | (4 << 2 | 0) << 8 | (20 << 2 | 1) << 16.

from libc.stdint cimport uint32_t, uint64_t

from kiebitz.engine.bits cimport lowest, without_lowest
from kiebitz.engine.game cimport Move, MoveList, Rules, State

cdef enum:
    PLACE = 1
    WRITE = 2
    DECLINE = 3
    DRAW = 4


cdef inline int kind_of(Move move) noexcept nogil:
    return move.lo & 15


cdef inline int size_of(Move move) noexcept nogil:
    return move.lo >> 4 & 15


cdef inline int card_of(Move move, int i) noexcept nogil:
    """Of a placement."""
    return move.lo >> (8 * i + 10) & 63


cdef inline int stack_of(Move move, int i) noexcept nogil:
    return move.lo >> (8 * i + 8) & 3


cdef inline int field_of(Move move) noexcept nogil:
    return move.lo >> 8 & 31


cdef inline int drawn_card(Move move, int i) noexcept nogil:
    return move.lo >> (8 * i + 8) & 255


cdef inline Move place_one(int card, int stack) noexcept nogil:
    return Move(PLACE | 1 << 4 | (card << 2 | stack) << 8, 0)


cdef inline Move place_two(int first, int stack, int second, int neighbour) noexcept nogil:
    return Move(PLACE | 2 << 4 | (first << 2 | stack) << 8 | (second << 2 | neighbour) << 16, 0)


cdef inline Move write_in(int field) noexcept nogil:
    return Move(WRITE | field << 8, 0)


cdef inline Move draw_of(uint32_t cards) noexcept nogil:
    cdef uint64_t lo = DRAW
    cdef int n = 0
    while cards:
        lo |= <uint64_t>lowest(cards) << (8 * n + 8)
        cards = without_lowest(cards)
        n += 1
    return Move(lo | n << 4, 0)


cdef int generate(const Rules* rules, const State* state, MoveList* list) except -1 nogil
cdef int outcomes(const Rules* rules, const State* state, int most, MoveList* list) except -1 nogil
