"""Bounds of what a sheet can still be worth.

Rows and columns only grow: a ninth number turns 8 points into 9 or more. Penalties only cost, four at most. A row ends
with 18 at best, or with the number that stands there; a column brings its pentagon's number, at best the one that
the next number to its right leaves room for.
"""

from libc.stdint cimport uint32_t

from kiebitz.engine.bits cimport lowest, without_lowest
from kiebitz.engine.game cimport OVER
from kiebitz.engine.qwinto.sheet cimport (
    FIELDS, FULL_ROW, HIGHEST, PENALTY, PLACES, ROWS, SHEETS, Sheet, number_at, places_filled,
)
from kiebitz.engine.qwinto.table cimport Qwinto


cdef inline int highest_at(const Sheet* sheet, int row, int place) noexcept nogil:
    """The largest number the field holds or may come to hold: each further one to the right needs room."""
    cdef int right, number
    for right in range(place, PLACES):
        number = number_at(sheet, row, right)
        if number:
            return number - (right - place)
    return HIGHEST - (PLACES - 1 - place)


cdef int still_to_gain(const Sheet* sheet) noexcept nogil:
    cdef int row, field, best, points = 0
    cdef uint32_t filled, pentagons = 0
    for row in range(ROWS):
        filled = places_filled(sheet, row)
        if filled != FULL_ROW:
            points += highest_at(sheet, row, PLACES - 1) - SHEETS.count[filled]
    for field in range(FIELDS):
        if SHEETS.three[field] and SHEETS.three[field] & ~sheet.filled:
            pentagons |= <uint32_t>1 << SHEETS.pentagon[field]
    while pentagons:
        field = lowest(pentagons)
        pentagons = without_lowest(pentagons)
        best = highest_at(sheet, field // PLACES, field % PLACES)
        points += max(best, 0)
    return points


cdef void bounds(const Rules* rules, const State* state, int player, double* low, double* high) noexcept nogil:
    cdef const Qwinto* q = <const Qwinto*>state
    cdef double best_low = -1e9, best_high = -1e9, least, most
    cdef int p
    for p in range(state.players):
        least = most = state.score[p]
        if state.to_move != OVER:
            least -= PENALTY * (4 - q.sheet[p].penalties)
            most += still_to_gain(&q.sheet[p])
        if p == player:
            low[0] = least
            high[0] = most
        else:
            best_low = max(best_low, least)
            best_high = max(best_high, most)
    if state.players > 1:
        low[0] -= best_high
        high[0] -= best_low
