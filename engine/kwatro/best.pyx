"""The best play: starts of windows in descending order of what they promise, until none can do better."""

from libc.stdint cimport int32_t, uint16_t

from kiebitz.engine.kwatro.board cimport ACROSS, DOWN, FRONT, FRONTIER, Cell, step
from kiebitz.engine.kwatro.line cimport HAND, LOT, TABLES, Subsets
from kiebitz.engine.kwatro.plays cimport (
    Cross, doublings_of, mask_of, reach_of, single, single_may_win, slot_of, sum_of, sums_of, takes, windows,
)
from kiebitz.engine.kwatro.prepare cimport prepare_best

cdef enum:
    STARTS = 512    # there are fewer of them
    AT_ONCE = 8     # numbers compared in one block


cdef int32_t most_points(const Turn* turn, int slot, int direction) noexcept nogil:
    """No play of two or more cards whose first frontier cell is this one scores more."""
    cdef Subsets subsets = turn.fits[direction][slot]
    cdef int most = 2 + takes(subsets, 3) + takes(subsets, 4)
    cdef const Cell* cell = &turn.k.front[slot]
    cdef const Cross* crosses = turn.cross[1 - direction]
    cdef Cross total = sums_of(crosses[FRONT + slot]), cross
    cdef int sum = cell.sum[direction]
    cdef uint16_t next = step(cell.at, direction, 1 + cell.count_behind[direction])
    cdef int i, doublings
    cdef bint lot = subsets & TABLES.sized[LOT - cell.count[direction]] != 0
    for i in range(1, most):
        cross = crosses[turn.k.grid[next]]
        if mask_of(cross) == 0:
            break
        total += sums_of(cross)
        cell = &turn.k.front[slot_of(cross)]
        sum += cell.sum_behind[direction]
        lot |= cell.count_behind[direction] != 0
        next = step(next, direction, 1 + cell.count_behind[direction])
    doublings = doublings_of(total) + lot + (most == HAND) + (most == turn.hand_size and turn.k.pile_size == 0)
    return turn.scoring.times[doublings] * (
        turn.scoring.lot_weight * (sum + turn.highest_of[most]) + sum_of(total) + reach_of(total)
    )


cdef void best_play(Turn* turn, int32_t least) noexcept nogil:
    """Looks at the most promising starts first, until none of the others can do better."""
    cdef int32_t promise[2 * FRONTIER + AT_ONCE]    # the most points of a start, and its number in the lowest STARTS
    cdef int32_t best
    cdef int i, across = turn.starts[ACROSS], starts = turn.starts[ACROSS] + turn.starts[DOWN]
    prepare_best(turn)
    turn.best_rank = least * 16 - 1
    for i in range(across):
        promise[i] = STARTS * most_points(turn, turn.start[ACROSS][i], ACROSS) + i
    for i in range(across, starts):
        promise[i] = STARTS * most_points(turn, turn.start[DOWN][i - across], DOWN) + i
    for i in range(AT_ONCE):
        promise[starts + i] = -1
    while True:
        best = highest(promise, starts)
        if best < 0 or best // STARTS * 16 + 15 < turn.best_rank:
            break
        i = best % STARTS
        promise[i] = -1
        # Without a list nothing is allocated, so nothing can fail.
        if i < across:
            windows(turn, turn.start[ACROSS][i], ACROSS)
        else:
            windows(turn, turn.start[DOWN][i - across], DOWN)
    # The single cards last: most of them are ruled out by the longer plays.
    for i in range(turn.singles):
        if single_may_win(turn, turn.single[i]):
            single(turn, turn.single[i])


cdef inline int32_t highest(const int32_t* numbers, int n) noexcept nogil:
    """The highest of n numbers that are followed by AT_ONCE of -1; in blocks and without branches, which would be guessed wrong."""
    cdef int32_t most[AT_ONCE]
    cdef int i, j
    for j in range(AT_ONCE):
        most[j] = -1
    for i in range((n + AT_ONCE - 1) // AT_ONCE):
        for j in range(AT_ONCE):
            most[j] = numbers[j] if numbers[j] > most[j] else most[j]
        numbers += AT_ONCE
    for j in range(1, AT_ONCE):
        most[0] = most[j] if most[j] > most[0] else most[0]
    return most[0]
