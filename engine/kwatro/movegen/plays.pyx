"""Generates plays: the windows of each frontier cell, and the permutations of cards that each window allows."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from kiebitz.engine.bits cimport lowest
from kiebitz.engine.game cimport Move, list_reserve
from kiebitz.engine.kwatro.line cimport (
    HAND, LOT, TABLES, Line, Subsets, first_subset, has_size, join, sizes_of,
)
from kiebitz.engine.kwatro.movegen.cross_line cimport (
    CrossLine, additive_part, doublings_of, fitting_slots, frontier_cells_of, most_added_of, needs_joint_test,
    no_cross_line, slot_of, sum_of, weight_of, wilds_in,
)
from kiebitz.engine.kwatro.movegen.permutations cimport (
    MAX_PERMUTATIONS, PERMUTATIONS, PermutationSet, PermutationTable,
)
from kiebitz.engine.kwatro.movegen.play_context cimport fill_subset_lines, fill_words, highest_sum_of
from kiebitz.engine.kwatro.movegen.wild_filter cimport filter_wilds
from kiebitz.engine.kwatro.movegen.window cimport F, Window, places_of
from kiebitz.engine.kwatro.state cimport ACROSS, DOWN, FIRST_SLOT, PLAY, Cell, move_head, place_of, step


# Data that all permutations of a window share. Points of a play = times * (base + sum of weight * value of its cards).
cdef struct Batch:
    int32_t base
    int32_t times
    # Weight of cell 0..3 in byte 3..0, value of card 0..3 in byte 0..3: byte 3 of the product is the weighted sum.
    uint32_t weights
    uint64_t head           # lowest byte of the moves
    const uint64_t* words   # by permutation
    const uint8_t* subset   # by permutation
    const uint8_t* tie_rank     # by subset


cdef inline int32_t points_for(const Batch* batch, uint64_t word) noexcept nogil:
    return batch.times * (batch.base + <int32_t>(<uint32_t>(<uint32_t>(word >> 32) * batch.weights) >> 24))


cdef inline uint64_t low_word(const Batch* batch, uint64_t word, int32_t points) noexcept nogil:
    return <uint64_t><uint32_t>word << 8 | batch.head | <uint64_t>points << 40


cdef inline void append_batch(
    PlayContext* context, const Batch* batch, PermutationSet permutations, uint64_t places
) noexcept nogil:
    cdef Move* move = context.list.moves + context.list.size
    cdef int32_t* points = context.list.points + context.list.size
    cdef uint64_t word
    while permutations:
        word = batch.words[lowest(permutations)]
        permutations &= permutations - 1
        points[0] = points_for(batch, word)
        move.lo = low_word(batch, word, points[0])
        move.hi = places
        move += 1
        points += 1
    context.list.size = points - context.list.points


cdef inline void keep_best_of_batch(
    PlayContext* context, const Batch* batch, PermutationSet permutations, const Window* w
) noexcept nogil:
    cdef int32_t points, rank
    cdef int i
    while permutations:
        i = lowest(permutations)
        permutations &= permutations - 1
        points = points_for(batch, batch.words[i])
        rank = points * 16 + batch.tie_rank[batch.subset[i]]
        if rank >= context.best_rank:
            keep_better(context, rank, points, low_word(batch, batch.words[i], points), places_of(context.k, w))


cdef void keep_better(PlayContext* context, int32_t rank, int32_t points, uint64_t lo, uint64_t hi) noexcept nogil:
    """Keeps the better play. Of equal plays the smaller move stays, so the order of the frontier does not matter."""
    if rank > context.best_rank or hi < context.best.hi or (hi == context.best.hi and lo < context.best.lo):
        context.best_rank = rank
        context.best_points = points
        context.best = Move(lo, hi)


cdef inline int plays_on_window(PlayContext* context, Window* w, Subsets subsets) except -1 nogil:
    """Generates the plays on a window. `subsets`: the subsets of the window's size that its run allows."""
    cdef bint lot = w.run_count + w.size == LOT
    cdef bint last_cards = w.size == context.hand_size and context.k.pile_size == 0
    cdef int doublings = doublings_of(w.cross_sum) + lot + (w.size == HAND) + last_cards
    cdef int run_weight = 0 if w.run_count + w.size < 2 else context.scoring.lot_weight if lot else 1
    cdef int most = most_added_of(w.cross_sum)
    cdef Batch batch
    batch.times = context.scoring.times[doublings]
    batch.base = run_weight * w.run_sum + sum_of(w.cross_sum)
    if context.list == NULL:
        # Skips the window if even the highest fitting card at every cell would score too little.
        most += run_weight * highest_sum_of(context, w.size, subsets >> first_subset(w.size))
        if batch.times * (batch.base + most) * 16 + 15 < context.best_rank:
            return 0
    return permute(context, w, subsets, &batch, run_weight)


cdef int permute(PlayContext* context, Window* w, Subsets subsets, Batch* batch, int run_weight) except -1 nogil:
    """Generates the plays on a window after the check of the bound. `batch` has only times and base yet."""
    cdef const PermutationTable* table = &PERMUTATIONS[w.size]
    cdef const CrossLine* cross = &w.cross[w.first]
    cdef PermutationSet permutations = (
        table.of_subsets[subsets >> table.first_subset] & table.in_order[context.wild_order]
    )
    cdef uint32_t weights = 0
    cdef int j
    for j in range(w.size):
        permutations &= table.with_card_at[j][fitting_slots(cross[j])]
        weights |= <uint32_t>(run_weight + weight_of(cross[j])) << 8 * (3 - j)
    # If only f has a line across, the other cards score the same in every order. The best play needs one order only.
    if context.list == NULL and frontier_cells_of(w.cross_sum) == 1:
        permutations &= table.rising_but[F - w.first]
    if permutations and (wilds_in(w.cross_union) or w.run_wilds or context.wild_slots):
        if not context.has_subset_lines:
            fill_subset_lines(context)
        permutations = filter_wilds(context, w, subsets, permutations)
    if not permutations:
        return 0
    if context.words_up_to < w.size:
        fill_words(context, w.size)
    batch.weights = weights
    batch.words = context.words[w.size]
    batch.head = move_head(PLAY, w.size, w.direction)
    if context.list != NULL:
        if context.list.capacity - context.list.size < MAX_PERMUTATIONS:
            list_reserve(context.list, MAX_PERMUTATIONS)
        append_batch(context, batch, permutations, places_of(context.k, w))
    else:
        batch.subset = table.subset
        batch.tie_rank = context.tie_rank + table.first_subset
        keep_best_of_batch(context, batch, permutations, w)
    return 0


cdef inline Subsets subsets_for(const PlayContext* context, Line line, int count) noexcept nogil:
    """The usable subsets that fit a run of `count` cards with this line."""
    return (context.fit_row[0][line & 31] & context.fit_row[1][(line >> 5) & 31] & context.fit_row[2][line >> 10]
            & TABLES.not_too_long[count] & context.usable)


cdef inline bint set_cell(const PlayContext* context, Window* w, int index, uint16_t cell) noexcept nogil:
    """Puts a cell into a window. Returns False if no card of the hand fits the cell."""
    cdef CrossLine cross = context.cross[1 - w.direction][context.k.grid[cell]]
    w.cell[index] = cell
    w.cross[index] = cross
    w.possible &= TABLES.using[fitting_slots(cross)]
    w.cross_sum += additive_part(cross)
    w.cross_union |= cross
    return fitting_slots(cross) != 0


cdef inline uint16_t add_cards_behind(const PlayContext* context, Window* w, int index) noexcept nogil:
    """Adds the cards behind a cell of the window to its run. Returns the empty cell behind them."""
    cdef int d = w.direction
    cdef const Cell* cell = &context.k.frontier[slot_of(w.cross[index])]
    w.run_line = join(w.run_line, cell.line_behind[d])
    w.run_count += cell.count_behind[d]
    w.run_sum += cell.sum_behind[d]
    w.run_wilds |= cell.wilds_behind >> 2 * d & 3
    return step(w.cell[index], d, 1 + cell.count_behind[d])


cdef inline void open_window(const PlayContext* context, Window* w, int slot, int direction) noexcept nogil:
    """Makes the window of a single frontier cell."""
    cdef const Cell* cell = &context.k.frontier[slot]
    w.direction = direction
    w.first = F
    w.size = 1
    w.run_line = cell.line[direction]
    w.run_count = cell.count[direction]
    w.run_sum = cell.sum[direction]
    w.run_wilds = cell.wilds >> 2 * direction & 3
    w.possible = context.usable
    w.cross_sum = w.cross_union = 0
    set_cell(context, w, F, cell.at)


cdef inline int set_cells_before(const PlayContext* context, Window* w) noexcept nogil:
    """Puts the three cells before f into the window as free cells. Returns how many of them really are free, up to f."""
    cdef const uint8_t* grid = context.k.grid
    cdef int before
    for before in range(1, HAND):
        w.cell[F - before] = step(w.cell[F], w.direction, -before)
        w.cross[F - before] = no_cross_line()
    cdef int one = grid[w.cell[F - 1]] == 0
    cdef int two = one & (grid[w.cell[F - 2]] == 0)
    return one + two + (two & (grid[w.cell[F - 3]] == 0))


cdef inline int windows_before(
    PlayContext* context, Window* w, int behind, int least, int most, Subsets subsets
) except -1 nogil:
    """Generates the plays on the windows of f, `behind` cells behind it, and `least` to `most` free cells before it."""
    cdef int sizes
    subsets &= w.possible
    sizes = sizes_of(subsets) & ((4 << most + behind) - (2 << least + behind))
    while sizes:
        w.size = lowest(sizes)
        sizes &= sizes - 1
        w.first = F + 1 + behind - w.size
        plays_on_window(context, w, subsets & TABLES.of_size[w.size])
    return 0


cdef int plays_from(PlayContext* context, int slot, int direction) except -1 nogil:
    cdef Subsets subsets = context.fits[direction][slot]
    cdef Window w
    cdef uint16_t next
    cdef int behind = 0, count, free
    # True while all cells behind f are free. Then a window with more free cells before f scores the same as a window with
    # more free cells behind f, and the best play needs only one of them.
    cdef bint repeats = context.list == NULL
    open_window(context, &w, slot, direction)
    free = set_cells_before(context, &w)
    windows_before(context, &w, 0, 1, free, subsets)
    next = step(w.cell[F], direction, 1 + context.k.frontier[slot].count_behind[direction])
    while True:
        behind += 1
        if behind == HAND or not has_size(subsets & w.possible, behind + 1):
            return 0
        if not set_cell(context, &w, F + behind, next):
            return 0
        count = w.run_count
        repeats = repeats and context.k.grid[next] == 0
        next = add_cards_behind(context, &w, F + behind)
        if w.run_count != count:
            repeats = False
            subsets = subsets_for(context, w.run_line, w.run_count)
            if not has_size(subsets, behind + 1):
                return 0
        windows_before(context, &w, behind, free if repeats else 0, free, subsets)


cdef int single_plays(PlayContext* context, int slot) except -1 nogil:
    """A single card counts as a play in direction ACROSS. Both of its lines count as lines across."""
    cdef CrossLine across = context.cross[ACROSS][FIRST_SLOT + slot], down = context.cross[DOWN][FIRST_SLOT + slot]
    cdef CrossLine both = additive_part(across) + additive_part(down)
    cdef int fitting = fitting_slots(across & down) & context.usable
    cdef int doublings = doublings_of(both) + (context.hand_size == 1 and context.k.pile_size == 0)
    cdef bint wild_beside_wild = (
        fitting & context.wild_slots and (wilds_in(across | down) or not context.wilds_independent)
    )
    cdef Window w
    cdef Batch batch
    if wild_beside_wild or needs_joint_test(across | down):
        open_window(context, &w, slot, ACROSS)
        return plays_on_window(context, &w, fitting)
    batch.times = context.scoring.times[doublings]
    batch.base = sum_of(both)
    batch.weights = weight_of(both) << 24
    batch.head = move_head(PLAY, 1, ACROSS)
    batch.words = context.words[1]
    if context.list != NULL:
        if context.list.capacity - context.list.size < HAND:
            list_reserve(context.list, HAND)
        append_batch(context, &batch, fitting, place_of(context.k, context.k.frontier[slot].at))
    else:
        w.size = 1
        w.first = F
        w.cell[F] = context.k.frontier[slot].at
        batch.tie_rank = context.tie_rank
        batch.subset = PERMUTATIONS[1].subset
        keep_best_of_batch(context, &batch, fitting, &w)
    return 0


cdef int append_plays(PlayContext* context) except -1 nogil:
    cdef int i, direction
    for direction in range(2):
        for i in range(context.start_count[direction]):
            plays_from(context, context.start[direction][i], direction)
    for i in range(context.single_count):
        single_plays(context, context.single[i])
    return 0
