"""The table of partitions, built at import."""

from kiebitz.engine.bits cimport bit
from kiebitz.engine.quanto.cards cimport RAINBOW_FROM, unit


cdef void enter(Cards partition, int place) noexcept:
    """Puts a partition at its place, and into the sets of all counts that allow it."""
    cdef int number, count
    PARTITIONS.of[place] = partition
    for number in range(1, NUMBERS + 1):
        if number >= RAINBOW_FROM and count_of(partition, number):
            PARTITIONS.of[place] |= bit(48 + number)
        for count in range(count_of(partition, number), 16):
            PARTITIONS.allowed[number][count][place >> 6] |= bit(place & 63)


cdef int enter_all(Cards begun, int missing, int largest, int place) noexcept:
    """Enters what completes a partition with no number above the largest; returns the next place."""
    cdef int number
    if missing == 0:
        enter(begun, place)
        return place + 1
    for number in range(min(missing, largest), 0, -1):
        place = enter_all(begun + unit(number), missing - number, number, place)
    return place


cdef int count_all(int missing, int largest) noexcept:
    cdef int number, n = missing == 0
    for number in range(1, min(missing, largest) + 1):
        n += count_all(missing - number, number)
    return n


cdef void build_partitions() noexcept:
    """Sum by sum; one that does not fit into the rest of a word begins in the next."""
    cdef int sum, size, i, place = 0
    for sum in range(NUMBERS + 1):
        size = count_all(sum, NUMBERS)
        if (place & 63) + size > 64:
            place = (place + 63) & ~63
        PARTITIONS.word[sum] = place >> 6
        for i in range(place, place + size):
            PARTITIONS.part[sum][(i >> 6) - (place >> 6)] |= bit(i & 63)
        place = enter_all(0, sum, NUMBERS, place)


build_partitions()
