"""The joint test of the wilds on the table."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from kiebitz.engine.bits cimport bit, lowest, without_lowest
from kiebitz.engine.kwatro.board cimport NOWHERE, Cell, is_card, run_through, step
from kiebitz.engine.kwatro.line cimport TABLES, WILD, all_fields, cards_of, join, values_allowed


cdef void wilds_of(const Kwatro* k, Wilds* wilds) noexcept nogil:
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


cdef bint fit_any(const Wilds* wilds) noexcept nogil:
    cdef uint32_t first, second
    cdef int d, a
    if not wilds.shared:
        for a in range(2):
            if wilds.present >> a & 1 and not all_fields(
                values_allowed(&TABLES, wilds.line[a][0]) & values_allowed(&TABLES, wilds.line[a][1])
            ):
                return False
        return True
    d = wilds.shared - 1
    first = values_allowed(&TABLES, wilds.line[0][1 - d])
    second = values_allowed(&TABLES, wilds.line[1][1 - d])
    for a in range(3):
        if not (TABLES.pair[(wilds.line[0][d] >> 5 * a) & 31]
                & TABLES.outer[(first >> 4 * a) & 15][(second >> 4 * a) & 15]):
            return False
    return True


cdef uint64_t lying_in(const Kwatro* k, uint16_t cell) noexcept nogil:
    """The real cards in the row and the column of a card on the table."""
    cdef uint64_t found = 0
    cdef uint16_t at
    cdef int d, way
    for d in range(2):
        for way in range(-1, 2, 2):
            at = step(cell, d, way)
            while is_card(k.grid[at]):
                if k.grid[at] != 1 + WILD:
                    found |= bit(k.grid[at] - 1)
                at = step(at, d, way)
    return found


cdef bint fit_on_board(const Kwatro* k, int identity, int touched) noexcept nogil:
    cdef Wilds wilds
    cdef uint64_t fits[2]
    cdef uint64_t rest
    cdef int i, d
    wilds_of(k, &wilds)
    for i in range(2):
        if not wilds.present >> i & 1:
            continue
        fits[i] = cards_of(&TABLES, values_allowed(&TABLES, wilds.line[i][0]) & values_allowed(&TABLES, wilds.line[i][1]))
        if identity == DISTINCT_IN_LINE:
            fits[i] &= ~lying_in(k, k.wild_at[i])
        elif identity == UNPLAYED and touched >> i & 1:
            fits[i] &= ~k.table
        if fits[i] == 0:
            return False
    if not wilds.shared:
        return True
    d = wilds.shared - 1
    rest = fits[0]
    while rest:
        if fits[1] & cards_of(
            &TABLES, values_allowed(&TABLES, join(wilds.line[1][d], TABLES.line[lowest(rest)]))
        ):
            return True
        rest = without_lowest(rest)
    return False
