"""The table of partitions, built at import, and the group of most cards."""

from kiebitz.engine.bits cimport bit
from kiebitz.engine.quanto.cards cimport RAINBOW_FROM, count_of, fits, unit


cdef void enter(Cards partition, int place) noexcept:
    """Writes a partition at its place and into the set of every byte that allows it."""
    cdef int number, pair
    cdef Cards both
    PARTITIONS.of[place] = partition
    for number in range(RAINBOW_FROM, NUMBERS + 1):
        if count_of(partition, number):
            PARTITIONS.of[place] |= bit(48 + number)
    for pair in range(PAIRS):
        for both in range(256):
            if fits(both << 4, partition >> 8 * pair & 0xFF0):
                PARTITIONS.allowed[pair][both][place >> 6] |= bit(place & 63)


cdef int enter_all(Cards begun, int missing, int largest, int place) noexcept:
    """Enters every partition that begins with `begun` and adds numbers up to `largest`. Returns the next free place."""
    cdef int number
    if missing == 0:
        enter(begun, place)
        return place + 1
    for number in range(min(missing, largest), 0, -1):
        place = enter_all(begun + unit(number), missing - number, number, place)
    return place


cdef void build_partitions() noexcept:
    cdef int sum
    for sum in range(NUMBERS + 1):
        enter_all(0, sum, NUMBERS, 64 * sum)


build_partitions()


cdef Cards smallest_below(Cards rest, int sum) noexcept nogil:
    cdef Cards chosen = 0
    cdef int number, n
    for number in range(1, 12):
        n = min(count_of(rest, number), (sum - 1) // number)
        chosen += n * unit(number)
        sum -= n * number
        if sum <= number:
            return chosen
    return chosen
