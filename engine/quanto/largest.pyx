"""The largest take of a sum, without any memory but the stack."""

from kiebitz.engine.quanto.cards cimport count_of, fits, size_of, unit
from kiebitz.engine.quanto.groups cimport MOST, list_groups

cdef enum:
    CANDIDATES = 60 * MOST      # a whole deck of 702 holds 58 groups that sum to 12; each level of the search has its own


cdef struct Largest:
    int sum
    int size
    Cards take


cdef Cards smallest_below(Cards rest, int sum) noexcept nogil:
    """As many numbers as possible that sum to less."""
    cdef Cards chosen = 0
    cdef int number, n
    for number in range(1, 12):
        n = min(count_of(rest, number), (sum - 1) // number)
        chosen += n * unit(number)
        sum -= n * number
        if sum <= number:
            return chosen
    return chosen


cdef inline void note(Largest* best, Cards take) noexcept nogil:
    cdef int size = size_of(take)
    if size > best.size or (size == best.size and take < best.take):
        best.size = size
        best.take = take


cdef void with_jokers(const Groups* groups, Largest* best, Cards rest, Cards taken) noexcept nogil:
    """The jokers that still lie there take the smallest cards along; the first of two tries every choice."""
    cdef int s, i, n
    cdef Cards list[MOST]
    if count_of(rest, 0) == 1:
        note(best, taken + unit(0) + smallest_below(rest, best.sum))
        return
    for s in range(best.sum):
        n = list_groups(groups, s, list)
        for i in range(n):
            if fits(rest, list[i]):
                with_jokers(groups, best, rest - list[i] - unit(0), taken + list[i] + unit(0))


cdef void search(const Groups* groups, Largest* best, Cards rest, Cards taken, Cards* candidates, int n) noexcept nogil:
    """All unions of groups, less those that cannot become as large as the best."""
    cdef Cards* still = candidates + n
    cdef Cards left
    cdef int i, j, fitting
    if count_of(rest, 0):
        with_jokers(groups, best, rest, taken)
    else:
        note(best, taken)
    if n == 0 or size_of(taken) + size_of(rest) < best.size:
        return
    for i in range(n):
        left = rest - candidates[i]
        fitting = 0
        for j in range(i, n):
            still[fitting] = candidates[j]
            fitting += fits(left, candidates[j])
        search(groups, best, left, taken + candidates[i], still, fitting)


cdef Cards largest_take(const Groups* groups, Cards display, int sum) noexcept nogil:
    """Of equally large ones that of the smallest numbers; empty if there is no group."""
    cdef Largest best
    cdef Cards candidates[CANDIDATES]
    cdef int i, n = 0, found = list_groups(groups, sum, candidates)
    best.sum = sum
    best.size = 0
    best.take = 0
    for i in range(found):
        candidates[n] = candidates[i]
        n += fits(display, candidates[n])
    if n or count_of(display, 0):
        search(groups, &best, display, 0, candidates, n)
    return best.take
