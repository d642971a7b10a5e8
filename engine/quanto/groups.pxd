# The groups of a display: the choices of its numbers that sum to at most 12.
#
# A group is one of the 272 partitions of the sums 0 to 12. One table holds the partitions of a sum from place 64 * sum on,
# so a set of partitions of one sum is one word. The 77 partitions of 12 need a second word, word 13.
#
#   display 2 4 4, sum 8:   partitions of 8 = {8}, {7 1}, {6 2}, {6 1 1}, ... {4 4}, ...    groups = {4 4}
#
# A byte holds the counts of two neighbouring numbers. For each value of it, a table gives the partitions that these counts
# allow. The display allows the intersection of the sets of its six bytes. It is computed without branches.

from libc.stdint cimport uint64_t

from kiebitz.engine.bits cimport lowest, without_lowest
from kiebitz.engine.quanto.cards cimport NUMBERS, Cards, counts, rainbows

cdef enum:
    WORDS = NUMBERS + 2
    PAIRS = NUMBERS // 2
    MOST = 77           # groups of one sum
    SMALLER = 195       # groups of all sums below 12


cdef struct Groups:
    uint64_t set[WORDS]     # by sum: the groups, as a set of partitions
    Cards mask              # all counts, and the rainbow bits of the display


cdef struct Partitions:
    Cards of[64 * WORDS]    # with the rainbow bits of all their numbers
    uint64_t allowed[PAIRS][256][WORDS]

cdef Partitions PARTITIONS


# The largest set of cards that sums to less than `sum`.
cdef Cards smallest_below(Cards rest, int sum) noexcept nogil


cdef inline void find_groups(Groups* groups, Cards display) noexcept nogil:
    """Finds the groups of a display without its jokers. A group has the rainbow bits of the display for its numbers."""
    cdef uint64_t found[WORDS]
    cdef const uint64_t* allowed
    cdef int pair, w
    for w in range(WORDS):
        found[w] = PARTITIONS.allowed[0][(display >> 4) & 255][w]
    for pair in range(1, PAIRS):
        allowed = PARTITIONS.allowed[pair][(display >> (4 + 8 * pair)) & 255]
        for w in range(WORDS):
            found[w] &= allowed[w]
    for w in range(WORDS):
        groups.set[w] = found[w]
    groups.mask = counts(~<uint64_t>0) | rainbows(display)


cdef inline Cards group_at(const Groups* groups, int word, uint64_t set) noexcept nogil:
    """The first group of a set."""
    return PARTITIONS.of[64 * word + lowest(set)] & groups.mask


cdef inline bint any_group(const Groups* groups, int sum) noexcept nogil:
    return (groups.set[sum] | (groups.set[NUMBERS + 1] if sum == NUMBERS else 0)) != 0


cdef inline int list_groups(const Groups* groups, int sum, Cards* list) noexcept nogil:
    """Writes the groups of a sum, at most 77, and returns their number."""
    cdef uint64_t left
    cdef int word = sum, n = 0
    while True:
        left = groups.set[word]
        while left:
            list[n] = group_at(groups, word, left)
            left = without_lowest(left)
            n += 1
        if word != NUMBERS:
            return n
        word = NUMBERS + 1
