# The groups of a display: the choices of its numbers that sum to at most 12.
#
# Each is one of the 272 partitions of 0 to 12, which stand in one table by their sum, so that a set of them is six words:
#
#     word 0   sums 0 to 7        word 2   sum 10         words 4, 5   sum 12, all its 77 partitions
#     word 1   sums 8 and 9       word 3   sum 11
#
# For each number and count a set of the table names the partitions that need no more copies of that number. What the
# twelve counts of a display allow is where twelve sets meet, found without a single branch.

from libc.stdint cimport uint64_t

from kiebitz.engine.bits cimport lowest, without_lowest
from kiebitz.engine.quanto.cards cimport NUMBERS, Cards, count_of, counts, rainbows

cdef enum:
    WORDS = 6
    PLACES = 64 * WORDS
    MOST = 77           # groups of one sum


cdef struct Groups:
    uint64_t set[WORDS]
    Cards mask              # the counts, and the rainbow bits of the display, which go with their numbers


cdef struct Partitions:
    Cards of[PLACES]        # with the rainbow bits of all their numbers
    uint64_t allowed[NUMBERS + 1][16][WORDS]    # by number and count
    int word[NUMBERS + 1]   # by sum: the word it begins in; the next one has the rest of the twelves
    uint64_t part[NUMBERS + 1][2]               # by sum: its places in these two words

cdef Partitions PARTITIONS


cdef inline void find_groups(Groups* groups, Cards display) noexcept nogil:
    """Jokers do not count. A rainbow card in the display is taken with its number: the caller leaves out the others."""
    cdef uint64_t found[WORDS]
    cdef const uint64_t* allowed
    cdef int number, w
    for w in range(WORDS):
        found[w] = ~<uint64_t>0
    for number in range(1, NUMBERS + 1):
        allowed = PARTITIONS.allowed[number][count_of(display, number)]
        for w in range(WORDS):
            found[w] &= allowed[w]
    for w in range(WORDS):
        groups.set[w] = found[w]
    groups.mask = counts(~<uint64_t>0) | rainbows(display)


cdef inline uint64_t places(const Groups* groups, int sum, int half) noexcept nogil:
    """The set of a sum's groups, in its first and its second word."""
    return groups.set[PARTITIONS.word[sum] + half] & PARTITIONS.part[sum][half]


cdef inline Cards group_at(const Groups* groups, int sum, int half, int place) noexcept nogil:
    return PARTITIONS.of[64 * (PARTITIONS.word[sum] + half) + place] & groups.mask


cdef inline bint any_group(const Groups* groups, int sum) noexcept nogil:
    return (places(groups, sum, 0) | places(groups, sum, 1)) != 0


cdef inline int list_groups(const Groups* groups, int sum, Cards* list) noexcept nogil:
    """Writes a sum's groups, at most 77; returns how many."""
    cdef uint64_t left
    cdef int half, n = 0
    for half in range(2):
        left = places(groups, sum, half)
        while left:
            list[n] = group_at(groups, sum, half, lowest(left))
            left = without_lowest(left)
            n += 1
    return n
