"""The joint test of the wilds on the board."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from kiebitz.engine.bits cimport bit, lowest, without_lowest
from kiebitz.engine.kwatro.board cimport place_all, run_through
from kiebitz.engine.kwatro.line cimport TABLES, WILD, any_allowed, cards_allowed, join, values_allowed
from kiebitz.engine.kwatro.state cimport (
    DISTINCT_IN_LINE, NOWHERE, UNPLAYED, WILD_IDENTITY, Cell, cell_of, is_card, size_of, step,
)


cdef void find_wilds(const Kwatro* k, Wilds* wilds) noexcept nogil:
    cdef Cell run
    cdef int i, d
    wilds.present = wilds.shared = 0
    for i in range(2):
        if k.wild_at[i] == NOWHERE:
            continue
        wilds.present |= 1 << i
        for d in range(2):
            run_through(k, k.wild_at[i], d, &run)
            wilds.line[i][d] = run.line[d]
            if run.wilds:
                wilds.shared = 1 + d


cdef bint wilds_possible(const Wilds* wilds) noexcept nogil:
    cdef uint32_t first, second
    cdef int d, a
    if not wilds.shared:
        for a in range(2):
            if wilds.present >> a & 1 and not any_allowed(
                values_allowed(&TABLES, wilds.line[a][0]) & values_allowed(&TABLES, wilds.line[a][1])
            ):
                return False
        return True
    d = wilds.shared - 1
    first = values_allowed(&TABLES, wilds.line[0][1 - d])
    second = values_allowed(&TABLES, wilds.line[1][1 - d])
    for a in range(3):
        if not (TABLES.wild_pairs[(wilds.line[0][d] >> 5 * a) & 31]
                & TABLES.products[(first >> 4 * a) & 15][(second >> 4 * a) & 15]):
            return False
    return True


cdef uint64_t cards_in_lines(const Kwatro* k, uint16_t cell) noexcept nogil:
    """The real cards in the row and the column of a card on the board."""
    cdef uint64_t found = 0
    cdef uint16_t at
    cdef int d, distance
    for d in range(2):
        for distance in range(-1, 2, 2):
            at = step(cell, d, distance)
            while is_card(k.grid[at]):
                if k.grid[at] != 1 + WILD:
                    found |= bit(k.grid[at] - 1)
                at = step(at, d, distance)
    return found


cdef bint wilds_possible_on(const Kwatro* k, int identity, int touched) noexcept nogil:
    cdef Wilds wilds
    cdef uint64_t fits[2]
    cdef uint64_t rest
    cdef int i, d
    find_wilds(k, &wilds)
    for i in range(2):
        if not wilds.present >> i & 1:
            continue
        fits[i] = cards_allowed(
            &TABLES, values_allowed(&TABLES, wilds.line[i][0]) & values_allowed(&TABLES, wilds.line[i][1])
        )
        if identity == DISTINCT_IN_LINE:
            fits[i] &= ~cards_in_lines(k, k.wild_at[i])
        elif identity == UNPLAYED and touched >> i & 1:
            fits[i] &= ~k.on_board
        if fits[i] == 0:
            return False
    if not wilds.shared:
        return True
    d = wilds.shared - 1
    rest = fits[0]
    while rest:
        if fits[1] & cards_allowed(
            &TABLES, values_allowed(&TABLES, join(wilds.line[1][d], TABLES.line[lowest(rest)]))
        ):
            return True
        rest = without_lowest(rest)
    return False


cdef int wilds_in_lines(const Kwatro* k, uint16_t cell) noexcept nogil:
    """The set of the board's wilds in the lines through a card."""
    cdef int i, d, distance, found = 0
    cdef uint16_t at
    for d in range(2):
        for distance in range(-1, 2, 2):
            at = cell
            while is_card(k.grid[at]):
                for i in range(2):
                    if k.wild_at[i] == at:
                        found |= 1 << i
                at = step(at, d, distance)
    return found


cdef bint wilds_possible_after(const Kwatro* k, const int32_t* options, Move move) noexcept nogil:
    cdef Kwatro after = k[0]
    cdef int i, touched = 0
    if not place_all(&after, move, NULL):
        return False
    for i in range(size_of(move)):
        touched |= wilds_in_lines(&after, cell_of(move, i))
    return wilds_possible_on(&after, options[WILD_IDENTITY], touched)
