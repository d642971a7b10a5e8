"""The largest take, found without memory from the heap."""

from kiebitz.engine.quanto.cards cimport count_of, fits, size_of, unit
from kiebitz.engine.quanto.groups cimport MOST, list_groups, smallest_below
from kiebitz.engine.quanto.largest_takes cimport largest_takes

cdef enum:
    # Room for the candidates of all levels of the search. The deck sums to 702, that is 58 groups of sum 12.
    CANDIDATES = 60 * MOST
    # Displays of up to so many cards are searched by unions of groups; larger ones by the cards that stay. For 16 cards with
    # two jokers the first search takes 7 us on average, the second 3 us; for 8 cards 0.7 and 0.8 us.
    UNITED = 12


cdef struct BestTake:
    int sum
    int size
    Cards take


cdef inline void keep_larger(BestTake* best, Cards take) noexcept nogil:
    cdef int size = size_of(take)
    if size > best.size or (size == best.size and take < best.take):
        best.size = size
        best.take = take


cdef void add_jokers(const Groups* groups, BestTake* best, Cards rest, Cards taken) noexcept nogil:
    """Adds the jokers of the rest.

    The last joker takes the smallest cards. A joker before it is tried with each possible group.
    """
    cdef int s, i, n
    cdef Cards list[MOST]
    if count_of(rest, 0) == 1:
        keep_larger(best, taken + unit(0) + smallest_below(rest, best.sum))
        return
    for s in range(best.sum):
        n = list_groups(groups, s, list)
        for i in range(n):
            if fits(rest, list[i]):
                add_jokers(groups, best, rest - list[i] - unit(0), taken + list[i] + unit(0))


cdef void search(const Groups* groups, BestTake* best, Cards rest, Cards taken, Cards* candidates,
                 int n) noexcept nogil:
    """Tries the unions of groups, but skips those that cannot become as large as the best."""
    cdef Cards* remaining = candidates + n
    cdef Cards left
    cdef int i, j, fitting
    if count_of(rest, 0):
        add_jokers(groups, best, rest, taken)
    else:
        keep_larger(best, taken)
    if n == 0 or size_of(taken) + size_of(rest) < best.size:
        return
    for i in range(n):
        left = rest - candidates[i]
        fitting = 0
        for j in range(i, n):
            remaining[fitting] = candidates[j]
            fitting += fits(left, candidates[j])
        search(groups, best, left, taken + candidates[i], remaining, fitting)


cdef Cards best_take(const Groups* groups, Cards display, int sum) noexcept nogil:
    cdef BestTake best
    cdef Cards candidates[CANDIDATES]
    cdef int i, n = 0, found
    if size_of(display) > UNITED:
        return largest_takes(groups, display, sum, 1, &best.take) * best.take
    found = list_groups(groups, sum, candidates)
    best.sum = sum
    best.size = 0
    best.take = 0
    for i in range(found):
        candidates[n] = candidates[i]
        n += fits(display, candidates[n])
    if n or count_of(display, 0):
        search(groups, &best, display, 0, candidates, n)
    return best.take
