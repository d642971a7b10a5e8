"""Search for the best play. Each start has an upper bound of its points. Starts with the highest bounds come first."""

from libc.stdint cimport int32_t, uint16_t

from kiebitz.engine.kwatro.line cimport HAND, LOT, TABLES, Subsets, has_size
from kiebitz.engine.kwatro.movegen.cross_line cimport (
    CrossLine, additive_part, doublings_of, fitting_slots, most_added_of, slot_of, sum_of,
)
from kiebitz.engine.kwatro.movegen.play_context cimport fill_bounds
from kiebitz.engine.kwatro.movegen.plays cimport plays_from, single_may_be_best, single_plays
from kiebitz.engine.kwatro.state cimport ACROSS, DOWN, FIRST_SLOT, MAX_FRONTIER, Cell, step

cdef enum:
    STARTS = 512    # more than the largest number of starts
    BLOCK = 8       # numbers compared at once


cdef int32_t bound_of(const PlayContext* context, int slot, int direction) noexcept nogil:
    """Upper bound of the points of plays of two or more cards whose first frontier cell is this one."""
    cdef Subsets subsets = context.fits[direction][slot]
    cdef int most = 2 + has_size(subsets, 3) + has_size(subsets, 4)     # cards
    cdef const Cell* cell = &context.k.frontier[slot]
    cdef const CrossLine* crosses = context.cross[1 - direction]
    cdef CrossLine total = additive_part(crosses[FIRST_SLOT + slot]), cross
    cdef int sum = cell.sum[direction]
    cdef uint16_t next = step(cell.at, direction, 1 + cell.count_behind[direction])
    cdef int doublings
    cdef bint lot = subsets & TABLES.of_size[LOT - cell.count[direction]] != 0
    for _ in range(1, most):
        cross = crosses[context.k.grid[next]]
        if fitting_slots(cross) == 0:
            break
        total += additive_part(cross)
        cell = &context.k.frontier[slot_of(cross)]
        sum += cell.sum_behind[direction]
        lot |= cell.count_behind[direction] != 0
        next = step(next, direction, 1 + cell.count_behind[direction])
    doublings = doublings_of(total) + lot + (most == HAND) + (most == context.hand_size and context.k.pile_size == 0)
    return context.scoring.times[doublings] * (
        context.scoring.lot_weight * (sum + context.highest_sum[most]) + sum_of(total) + most_added_of(total)
    )


cdef void best_play(PlayContext* context, int32_t least) noexcept nogil:
    # By start: STARTS * bound + number of the start; -1 after the start was tried.
    cdef int32_t bound[2 * MAX_FRONTIER + BLOCK]
    cdef int32_t best
    cdef int i, across = context.start_count[ACROSS], starts = context.start_count[ACROSS] + context.start_count[DOWN]
    fill_bounds(context)
    context.best_rank = least * 16 - 1
    for i in range(across):
        bound[i] = STARTS * bound_of(context, context.start[ACROSS][i], ACROSS) + i
    for i in range(across, starts):
        bound[i] = STARTS * bound_of(context, context.start[DOWN][i - across], DOWN) + i
    for i in range(BLOCK):
        bound[starts + i] = -1
    while True:
        best = highest_of(bound, starts)
        if best < 0 or best // STARTS * 16 + 15 < context.best_rank:
            break
        i = best % STARTS
        bound[i] = -1
        # This cannot fail: without a list no memory is allocated.
        if i < across:
            plays_from(context, context.start[ACROSS][i], ACROSS)
        else:
            plays_from(context, context.start[DOWN][i - across], DOWN)
    # Single cards come last, because the best longer play rules most of them out.
    for i in range(context.single_count):
        if single_may_be_best(context, context.single[i]):
            single_plays(context, context.single[i])


cdef inline int32_t highest_of(const int32_t* numbers, int n) noexcept nogil:
    """The highest of n numbers. BLOCK numbers of -1 must follow them, because whole blocks are compared, without branches."""
    cdef int32_t most[BLOCK]
    cdef int j
    for j in range(BLOCK):
        most[j] = -1
    for _ in range((n + BLOCK - 1) // BLOCK):
        for j in range(BLOCK):
            most[j] = numbers[j] if numbers[j] > most[j] else most[j]
        numbers += BLOCK
    for j in range(1, BLOCK):
        most[0] = most[j] if most[j] > most[0] else most[0]
    return most[0]
