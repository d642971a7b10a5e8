"""Tables of gaps, computed at import from the cards alone."""

from itertools import combinations

from libc.string cimport memcpy, memset

from kiebitz.engine.qwinto.state cimport colour_of, value_of

# By future: rounds to come, and numbers offered in each round.
cdef int[FUTURES][2] FUTURE = [[3, 1], [8, 1], [4, 3], [10, 3]]


def offered_numbers():
    """By number: its chance in an announcement of three random cards, given that the announcement names a given row."""
    cards = [(colour_of(card), value_of(card)) for card in range(32)]
    ways = [0] * (HIGHEST + 1)
    for three in combinations(cards, 3):
        number = sum([value for _, value in three])
        if number >= 1 and any([colour == 0 for colour, _ in three]):
            ways[number] += 1
    return [way / sum(ways) for way in ways]


cdef double power(double base, int exponent) noexcept nogil:
    cdef double result = 1
    for _ in range(exponent):
        result *= base
    return result


cdef double expected_best(double* gains, double* chances, int n, int choices) noexcept nogil:
    """The expected largest gain of `choices` numbers. If the chances sum to less than 1, the rest gains nothing."""
    cdef double total = 0, above = 0, gain, chance
    cdef int i, j
    for i in range(1, n):       # by falling gain
        gain, chance = gains[i], chances[i]
        j = i
        while j > 0 and gains[j - 1] < gain:
            gains[j], chances[j] = gains[j - 1], chances[j - 1]
            j -= 1
        gains[j], chances[j] = gain, chance
    for i in range(n):
        total += gains[i] * (power(1 - above, choices) - power(1 - above - chances[i], choices))
        above += chances[i]
    return total


cdef double best_split(const GapTable* later, bint product, int low, int number, int high, int m) noexcept nogil:
    """The best value of a gap after the number is written, over all fields.

    The value is the product of the values of the two new gaps, or 1 plus their sum.
    """
    cdef double best = 0, value
    cdef int place
    for place in range(m):
        if product:
            value = later[0][low][number][place] * later[0][number][high][m - 1 - place]
        else:
            value = 1 + later[0][low][number][place] + later[0][number][high][m - 1 - place]
        best = max(best, value)
    return best


cdef void one_round(const GapTable* later, GapTable* now, bint product, int choices) noexcept nogil:
    cdef double[HIGHEST] gains
    cdef double[HIGHEST] chances
    cdef int low, high, m, number, n
    for low in range(HIGHEST + 1):
        for high in range(low + 2, HIGHEST + 2):
            for m in range(1, PLACES + 1):
                n = 0
                for number in range(low + 1, high):
                    gains[n] = max(best_split(later, product, low, number, high, m) - later[0][low][high][m], 0)
                    chances[n] = CHANCE_OF[number]
                    n += 1
                now[0][low][high][m] = later[0][low][high][m] + expected_best(gains, chances, n, choices)


cdef void fill_gap_table(GapTable* table, bint product, int rounds, int choices) noexcept nogil:
    cdef GapTable later
    cdef int low, high
    memset(table, 0, sizeof(GapTable))
    if product:
        for low in range(HIGHEST + 1):
            for high in range(low + 1, HIGHEST + 2):
                table[0][low][high][0] = 1
    for _ in range(rounds):
        memcpy(&later, table, sizeof(GapTable))
        one_round(&later, table, product, choices)


cdef void build_future(int future) noexcept nogil:
    cdef GapTable capacity, full
    cdef int low, high, m
    fill_gap_table(&capacity, False, FUTURE[future][0], FUTURE[future][1])
    fill_gap_table(&full, True, FUTURE[future][0], FUTURE[future][1])
    for low in range(HIGHEST + 1):
        for high in range(low + 1, HIGHEST + 2):
            for m in range(PLACES + 1):
                GAPS[low][high][m].capacity[future] = capacity[low][high][m]
                GAPS[low][high][m].full[future] = full[low][high][m]


def build_gaps():
    for number, likelihood in enumerate(offered_numbers()):
        CHANCE_OF[number] = likelihood
    for future in range(FUTURES):
        build_future(future)


build_gaps()
