"""Generating plays: windows around frontier cells, and what run, cross lines and wilds leave of the arrangements on them."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from kiebitz.engine.bits cimport lowest
from kiebitz.engine.game cimport list_reserve
from kiebitz.engine.kwatro.agree cimport agreeing
from kiebitz.engine.kwatro.arranged cimport ARRANGED, MOST, Arrangements, OfSize
from kiebitz.engine.kwatro.board cimport ACROSS, DOWN, FRONT, Cell, step
from kiebitz.engine.kwatro.line cimport HAND, LOT, TABLES, Line, Subsets, join
from kiebitz.engine.kwatro.prepare cimport prepare_lines, prepare_words

cdef enum:
    F = 3           # index of the first frontier cell in a window


# Plays that differ only in their arrangement: points = times * (base + sum of weight * value over the cells).

cdef struct Alike:
    int32_t base
    int32_t times
    uint32_t weights        # of cell 0..3 in byte 3..0, so that a product with the values has their sum in its byte 3
    uint64_t head           # of their moves
    const uint64_t* words
    const uint8_t* subset
    const uint8_t* rank


cdef inline int32_t points_for(const Alike* alike, uint64_t word) noexcept nogil:
    return alike.times * (alike.base + <int32_t>(<uint32_t>(<uint32_t>(word >> 32) * alike.weights) >> 24))


cdef inline uint64_t low_word(const Alike* alike, uint64_t word, int32_t points) noexcept nogil:
    return <uint64_t><uint32_t>word << 8 | alike.head | <uint64_t>points << 40


cdef inline void list_all(Turn* turn, const Alike* alike, Arrangements some, uint64_t places) noexcept nogil:
    cdef Move* move = turn.list.moves + turn.list.size
    cdef int32_t* points = turn.list.points + turn.list.size
    cdef uint64_t word
    while some:
        word = alike.words[lowest(some)]
        some &= some - 1
        points[0] = points_for(alike, word)
        move.lo = low_word(alike, word, points[0])
        move.hi = places
        move += 1
        points += 1
    turn.list.size = points - turn.list.points


cdef inline void take_best(Turn* turn, const Alike* alike, Arrangements some, const Window* w) noexcept nogil:
    cdef int32_t points, rank
    cdef int i
    while some:
        i = lowest(some)
        some &= some - 1
        points = points_for(alike, alike.words[i])
        rank = points * 16 + alike.rank[alike.subset[i]]
        if rank >= turn.best_rank:
            better(turn, rank, points, low_word(alike, alike.words[i], points), places_of(turn, w))


cdef void better(Turn* turn, int32_t rank, int32_t points, uint64_t lo, uint64_t hi) noexcept nogil:
    """Keeps the best; between equals the smaller move, so that the order of the frontier does not matter."""
    if rank > turn.best_rank or hi < turn.best.hi or (hi == turn.best.hi and lo < turn.best.lo):
        turn.best_rank = rank
        turn.best_points = points
        turn.best = Move(lo, hi)


cdef inline int fill(Turn* turn, Window* w, Subsets subsets) except -1 nogil:
    """All plays on the cells of a window by any of the subsets, all of its size, that its run takes; or the best of them."""
    cdef bint lot = w.count + w.k == LOT
    cdef int doublings = doublings_of(w.total) + lot + (w.k == HAND) + (w.k == turn.hand_size and turn.k.pile_size == 0)
    cdef int main = 0 if w.count + w.k < 2 else turn.scoring.lot_weight if lot else 1
    cdef int highest
    cdef Alike alike
    alike.times = turn.scoring.times[doublings]
    alike.base = main * w.sum + sum_of(w.total)
    if turn.list == NULL:
        # Not even the highest card in every cross line would do?
        highest = main * highest_sum(turn, w.k, subsets >> (FIRST_OF_SIZE >> 4 * w.k & 15)) + reach_of(w.total)
        if alike.times * (alike.base + highest) * 16 + 15 < turn.best_rank:
            return 0
    return arrange(turn, w, subsets, &alike, main)


cdef int arrange(Turn* turn, Window* w, Subsets subsets, Alike* alike, int main) except -1 nogil:
    """The plays of a window that may matter; `alike` has no weights yet, `main` is the weight of its run."""
    cdef const OfSize* all = &ARRANGED[w.k]
    cdef const Cross* cross = &w.cross[w.first]
    cdef Arrangements some = all.of_subsets[subsets >> all.first_subset] & all.after[turn.behind]
    cdef uint32_t weights = 0
    cdef int j
    for j in range(w.k):
        some &= all.at[j][mask_of(cross[j])]
        weights |= <uint32_t>(main + weight_of(cross[j])) << 8 * (3 - j)
    # Looking for the best: where only f has a cross line, the other cards score the same in any order.
    if turn.list == NULL and framed(w.total) == 1:
        some &= all.rising_but[F - w.first]
    if some and (wilds_in(w.near) or w.wilds or turn.wild_slots):
        if not turn.lined:
            prepare_lines(turn)
        some = agreeing(turn, w, subsets, some)
    if not some:
        return 0
    if turn.prepared < w.k:
        prepare_words(turn, w.k)
    alike.weights = weights
    alike.words = turn.words[w.k]
    alike.head = PLAY | w.k << 4 | w.direction << 7
    if turn.list != NULL:
        if turn.list.capacity - turn.list.size < MOST:
            list_reserve(turn.list, MOST)
        list_all(turn, alike, some, places_of(turn, w))
    else:
        alike.subset = all.subset
        alike.rank = turn.rank + all.first_subset
        take_best(turn, alike, some, w)
    return 0


cdef inline Subsets subsets_fitting(const Turn* turn, Line line, int count) noexcept nogil:
    return (turn.codes[0][line & 31] & turn.codes[1][(line >> 5) & 31] & turn.codes[2][line >> 10]
            & TABLES.up_to[count] & turn.allowed)


cdef inline bint set_cell(const Turn* turn, Window* w, int index, uint16_t cell) noexcept nogil:
    """Puts a cell into a window; False if no card of the hand fits its cross line."""
    cdef Cross cross = turn.cross[1 - w.direction][turn.k.grid[cell]]
    w.cell[index] = cell
    w.cross[index] = cross
    w.possible &= TABLES.touching[mask_of(cross)]
    w.total += sums_of(cross)
    w.near |= cross
    return mask_of(cross) != 0


cdef inline uint16_t pass_run(const Turn* turn, Window* w, int index) noexcept nogil:
    """Adds the cards behind a cell of the window to its run; returns the empty cell after them."""
    cdef int d = w.direction
    cdef const Cell* cell = &turn.k.front[slot_of(w.cross[index])]
    w.line = join(w.line, cell.line_behind[d])
    w.count += cell.count_behind[d]
    w.sum += cell.sum_behind[d]
    w.wilds |= cell.wilds_behind >> 2 * d & 3
    return step(w.cell[index], d, 1 + cell.count_behind[d])


cdef inline void open_window(const Turn* turn, Window* w, int slot, int direction) noexcept nogil:
    """The window of a frontier cell alone."""
    cdef const Cell* cell = &turn.k.front[slot]
    w.direction = direction
    w.first = F
    w.k = 1
    w.line = cell.line[direction]
    w.count = cell.count[direction]
    w.sum = cell.sum[direction]
    w.wilds = cell.wilds >> 2 * direction & 3
    w.possible = turn.allowed
    w.total = w.near = 0
    set_cell(turn, w, F, cell.at)


cdef inline int free_before(const Turn* turn, Window* w) noexcept nogil:
    """Puts the three cells before f into the window as if they were free; returns how many of them, from f on, are."""
    cdef const uint8_t* grid = turn.k.grid
    cdef int before
    for before in range(1, HAND):
        w.cell[F - before] = step(w.cell[F], w.direction, -before)
        w.cross[F - before] = <Cross>FREE << 48 | ANY_CARD
    cdef int one = grid[w.cell[F - 1]] == 0
    cdef int two = one & (grid[w.cell[F - 2]] == 0)
    return one + two + (two & (grid[w.cell[F - 3]] == 0))


cdef inline int fill_to_the_left(Turn* turn, Window* w, int behind, int least, int most, Subsets subsets) except -1 nogil:
    """The windows of f and the cells behind it with `least` to `most` free cells before f."""
    cdef int before
    cdef int sizes
    subsets &= w.possible
    sizes = sizes_of(subsets) & ((4 << most + behind) - (2 << least + behind))
    while sizes:
        w.k = lowest(sizes)
        sizes &= sizes - 1
        w.first = F + 1 + behind - w.k
        fill(turn, w, subsets & TABLES.sized[w.k])
    return 0


cdef int windows(Turn* turn, int slot, int direction) except -1 nogil:
    """All windows of two or more cells whose first frontier cell is this one."""
    cdef Subsets subsets = turn.fits[direction][slot]
    cdef Window w
    cdef uint16_t next
    cdef int behind = 0, count, free
    cdef bint shifted = turn.list == NULL   # so far the cells behind f add nothing that free cells before f would not
    open_window(turn, &w, slot, direction)
    free = free_before(turn, &w)
    fill_to_the_left(turn, &w, 0, 1, free, subsets)
    next = step(w.cell[F], direction, 1 + turn.k.front[slot].count_behind[direction])
    while True:
        behind += 1
        if behind == HAND or not takes(subsets & w.possible, behind + 1) or not set_cell(turn, &w, F + behind, next):
            return 0
        count = w.count
        shifted = shifted and turn.k.grid[next] == 0
        next = pass_run(turn, &w, F + behind)
        if w.count != count:
            shifted = False
            subsets = subsets_fitting(turn, w.line, w.count)
            if not takes(subsets, behind + 1):
                return 0
        # The best play needs to be found once: the same cards score the same further to the left.
        fill_to_the_left(turn, &w, behind, free if shifted else 0, free, subsets)


cdef int single(Turn* turn, int slot) except -1 nogil:
    """Plays of one card, counted as across: two cross lines without a run of their own."""
    cdef Cross across = turn.cross[ACROSS][FRONT + slot], down = turn.cross[DOWN][FRONT + slot]
    cdef Cross both = sums_of(across) + sums_of(down)
    cdef int fitting = mask_of(across & down) & turn.allowed
    cdef int doublings = doublings_of(both) + (turn.hand_size == 1 and turn.k.pile_size == 0)
    cdef Window w
    cdef Alike alike
    alike.times = turn.scoring.times[doublings]
    alike.base = sum_of(both)
    if fitting & turn.wild_slots and (wilds_in(across | down) or not turn.apart) or is_knot(across | down):
        open_window(turn, &w, slot, ACROSS)
        return fill(turn, &w, fitting)
    alike.weights = weight_of(both) << 24
    alike.head = PLAY | 1 << 4
    alike.words = turn.words[1]
    if turn.list != NULL:
        if turn.list.capacity - turn.list.size < HAND:
            list_reserve(turn.list, HAND)
        list_all(turn, &alike, fitting, place_of(turn.k, turn.k.front[slot].at))
    else:
        w.k = 1
        w.first = F
        w.cell[F] = turn.k.front[slot].at
        alike.rank = turn.rank
        alike.subset = ARRANGED[1].subset
        take_best(turn, &alike, fitting, &w)
    return 0


cdef int plays(Turn* turn) except -1 nogil:
    cdef int i, direction
    for direction in range(2):
        for i in range(turn.starts[direction]):
            windows(turn, turn.start[direction][i], direction)
    for i in range(turn.singles):
        single(turn, turn.single[i])
    return 0
