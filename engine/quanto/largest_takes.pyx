"""Searches large takes by the cards that stay in the display."""

from libc.stdint cimport uint64_t

from kiebitz.engine.bits cimport lowest, without_lowest
from kiebitz.engine.quanto.cards cimport NUMBERS, RAINBOW_FROM, count_of, counts, fits, present, rainbows, size_of, unit
from kiebitz.engine.quanto.groups cimport MOST, list_groups, smallest_below
from kiebitz.engine.quanto.takes cimport Split, least_remaining, split_begin, splits, total_of


cdef struct Search:
    Cards usable            # the cards that some take has
    Split split
    int sum
    int most
    int found
    Cards* takes
    int total               # of the usable numbers
    int tries


cdef Cards usable_cards(const Groups* groups, Cards display, int sum) noexcept nogil:
    """The cards that can be in a take: jokers with all smaller numbers, else the numbers of the groups."""
    cdef Cards groups_of_sum[MOST]
    cdef Cards usable = 0
    cdef uint64_t numbers = 0, below
    cdef int i
    if count_of(display, 0):
        below = (<uint64_t>1 << 4 * (sum + 1)) - 1
        numbers = present(display) & below
    else:
        for i in range(list_groups(groups, sum, groups_of_sum)):
            numbers |= present(groups_of_sum[i])
    usable = display & (numbers * 15)
    while numbers:
        i = lowest(numbers) >> 2
        numbers = without_lowest(numbers)
        usable |= rainbows(display) & (<uint64_t>(i >= RAINBOW_FROM) << (48 + i))
    return usable


cdef inline void keep(Search* search, Cards take) noexcept nogil:
    """Keeps a take, or the smaller one of two words if only one is wanted."""
    if search.most > 1 or search.found == 0:
        search.takes[search.found] = take
        search.found += 1
    elif take < search.takes[0]:
        search.takes[0] = take


cdef bint is_done(const Search* search) noexcept nogil:
    return search.tries > TRIES or search.split.steps == 0 or (search.most > 1 and search.found == search.most)


cdef Cards without(Cards cards, int number, int n) noexcept nogil:
    """The cards without n of a number. A rainbow bit stays only with its card (it is the last one of its number)."""
    cards -= n * unit(number)
    if number >= RAINBOW_FROM and count_of(cards, number) == 0:
        cards &= ~(<uint64_t>1 << (48 + number))
    return cards


cdef void try_remaining(Search* search, Cards take, int total, int number, int left, int below) noexcept nogil:
    """Tries all choices of `left` more cards that stay, of `number` and smaller numbers.

    take: the cards that do not stay so far.
    total: their sum without jokers.
    below: number of usable cards up to `number`.
    """
    cdef int own, n
    if left == 0:
        search.tries += 1
        if take and (count_of(take, 0) or total % search.sum == 0) and splits(&search.split, counts(take)):
            keep(search, take)
        return
    own = count_of(search.usable, number)
    for n in range(min(own, left), max(left - (below - own), 0) - 1, -1):
        if is_done(search):
            return
        try_remaining(search, without(take, number, n), total - n * number, number - 1, left - n, below - own)


cdef Cards group_by_group(const Groups* groups, Cards display, int sum) noexcept nogil:
    """A large take: always the group with the most cards, then jokers with the smallest cards."""
    cdef Cards list[MOST]
    cdef Cards rest = display, take = 0, largest
    cdef int i, n = list_groups(groups, sum, list)
    while True:
        largest = 0
        for i in range(n):
            if fits(rest, list[i]) and size_of(list[i]) > size_of(largest):
                largest = list[i]
        if largest == 0:
            break
        rest -= counts(largest)
        take += counts(largest)
    for _ in range(count_of(display, 0)):
        largest = unit(0) + smallest_below(rest, sum)
        rest -= counts(largest)
        take += counts(largest)
    return take


cdef int largest_takes(const Groups* groups, Cards display, int sum, int most, Cards* takes) noexcept nogil:
    cdef Search search
    cdef int size, staying
    search.usable = usable_cards(groups, display, sum)
    split_begin(&search.split, sum)
    search.split.steps = STEPS
    search.sum = sum
    search.most = most
    search.found = search.tries = 0
    search.takes = takes
    search.total = total_of(search.usable)
    size = size_of(search.usable)
    for staying in range(least_remaining(search.usable, sum), size):
        try_remaining(&search, search.usable, search.total, NUMBERS, staying, size)
        if is_done(&search) or (most == 1 and search.found):
            break
    if search.found == 0 and is_done(&search):
        takes[0] = group_by_group(groups, display, sum)
        search.found = takes[0] != 0
    return search.found
