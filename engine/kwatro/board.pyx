"""Placing, exchanging and taking back cards on the table of Kwatro."""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from kiebitz.engine.bits cimport bit
from kiebitz.engine.kwatro.line cimport LOT, TABLES, WILD, Line, cards_of, join, values_allowed


cdef inline void log_cell(Kwatro* k, Undo* undo, int slot) noexcept nogil:
    if undo != NULL:
        undo.cell[undo.cells].slot = slot
        undo.cell[undo.cells].was = k.front[slot]
        undo.cells += 1


cdef inline void set_byte(Kwatro* k, Undo* undo, uint16_t cell, uint8_t byte) noexcept nogil:
    if undo != NULL:
        undo.byte[undo.bytes].at = cell
        undo.byte[undo.bytes].was = k.grid[cell]
        undo.bytes += 1
    k.grid[cell] = byte


cdef struct Run:            # cards side by side in one direction
    Line line
    uint8_t count
    uint8_t sum
    uint8_t wilds           # as in a cell


cdef inline void add_card(const Kwatro* k, Cell* run, int direction, uint16_t cell) noexcept nogil:
    """Adds the card lying on that cell to a run."""
    cdef int card = k.grid[cell] - 1
    run.line[direction] = join(run.line[direction], TABLES.line[card])
    run.count[direction] += 1
    run.sum[direction] += TABLES.value[card]
    if card == WILD:
        run.wilds |= 1 << (2 * direction + (0 if k.wild_at[0] == cell else 1))


cdef inline uint16_t walk(const Kwatro* k, Cell* run, int direction, uint16_t cell, int way) noexcept nogil:
    """Adds the cards from the cell on to a run; returns the empty cell behind them."""
    cell = step(cell, direction, way)
    while is_card(k.grid[cell]):
        add_card(k, run, direction, cell)
        cell = step(cell, direction, way)
    return cell


cdef inline Cell* frontier_cell(Kwatro* k, uint16_t cell, Undo* undo) noexcept nogil:
    """The frontier's entry of an empty cell next to a card, made new if need be; logged to be changed; NULL if dead."""
    cdef int slot
    if k.grid[cell] == DEAD:
        return NULL
    if k.grid[cell] != 0:
        slot = k.grid[cell] - FRONT
        log_cell(k, undo, slot)
        return &k.front[slot]
    slot = k.front_size
    log_cell(k, undo, slot)
    set_byte(k, undo, cell, FRONT + slot)
    k.front_size += 1
    set_alive(k, slot, True)
    memset(&k.front[slot], 0, sizeof(Cell))
    k.front[slot].at = cell
    return &k.front[slot]


cdef inline void set_alive(Kwatro* k, int slot, bint alive) noexcept nogil:
    k.alive[slot >> 6] &= ~bit(slot & 63)
    k.alive[slot >> 6] |= <uint64_t>alive << (slot & 63)


cdef inline void find_takers(Kwatro* k, Cell* cell, Undo* undo) noexcept nogil:
    """Which cards fit a cell whose lines changed; dead if none, not even the wild. `k.grid` must still hold its slot."""
    cell.cards = cards_of(&TABLES, values_allowed(&TABLES, cell.line[0]) & values_allowed(&TABLES, cell.line[1]))
    if cell.count[0] >= LOT or cell.count[1] >= LOT or not cell.cards:
        set_alive(k, k.grid[cell.at] - FRONT, False)
        set_byte(k, undo, cell.at, DEAD)


cdef inline void extend(Kwatro* k, uint16_t cell, Run run, int d, bint behind, Undo* undo) noexcept nogil:
    """Adds to the empty cell at an end of a run what is new of the run, which may lie behind it."""
    cdef Cell* end = frontier_cell(k, cell, undo)
    if end == NULL:
        return
    if behind:
        end.line_behind[d] = join(end.line_behind[d], run.line)
        end.count_behind[d] += run.count
        end.sum_behind[d] += run.sum
        end.wilds_behind |= run.wilds
    end.line[d] = join(end.line[d], run.line)
    end.count[d] += run.count
    end.sum[d] += run.sum
    end.wilds |= run.wilds
    find_takers(k, end, undo)


cdef inline Line line_before(const Kwatro* k, const Cell* cell, int d) noexcept nogil:
    """The line of the cards before a cell of the frontier, which knows that of all and of those behind it."""
    cdef Line line = 0
    cdef int i
    if cell.count_behind[d] == 0:
        return cell.line[d]
    for i in range(cell.count[d] - cell.count_behind[d]):
        line = join(line, TABLES.line[k.grid[step(cell.at, d, -1 - i)] - 1])
    return line


cdef inline void lay(Kwatro* k, const Cell* cell, int card, Undo* undo) noexcept nogil:
    """Puts a card on a cell that is no longer of the frontier, as which it is given, and tells the ends of its runs."""
    cdef int d, row, column, count_before, wild = 0
    cdef uint8_t side
    cdef Run before, behind
    set_byte(k, undo, cell.at, 1 + card)
    k.lying += hash_of(cell.at, card)
    if card == WILD:
        wild = 1 if k.wild_at[0] == NOWHERE else 2
        k.wild_at[wild - 1] = cell.at
    else:
        k.table |= <uint64_t>1 << card
    for d in range(2):
        side = 3 << 2 * d
        count_before = cell.count[d] - cell.count_behind[d]
        behind.line = join(cell.line_behind[d], TABLES.line[card])
        behind.count = 1 + cell.count_behind[d]
        behind.sum = TABLES.value[card] + cell.sum_behind[d]
        behind.wilds = cell.wilds_behind & side | wild << 2 * d
        before.line = join(line_before(k, cell, d), TABLES.line[card])
        before.count = 1 + count_before
        before.sum = TABLES.value[card] + cell.sum[d] - cell.sum_behind[d]
        before.wilds = cell.wilds & ~cell.wilds_behind & side | wild << 2 * d
        extend(k, step(cell.at, d, -before.count), behind, d, True, undo)
        extend(k, step(cell.at, d, behind.count), before, d, False, undo)
    row = true_row(k, cell.at)
    column = true_column(k, cell.at)
    if row < k.top:
        k.top = row
    if column < k.left:
        k.left = column


cdef void clear(Kwatro* k) noexcept nogil:
    memset(k, 0, sizeof(Kwatro))
    k.head.viewer = -1
    k.wild_at[0] = k.wild_at[1] = NOWHERE
    memset(k.traded_by, NOBODY, PILE)


cdef void place_first(Kwatro* k, int row, int column, int card) noexcept nogil:
    """The first card of the table, or one of a table being read in, next to one that lies already."""
    cdef uint16_t cell = (row & 63) << 6 | (column & 63)
    cdef Cell first
    if k.front_size == 0:
        k.top = row
        k.left = column
        memset(&first, 0, sizeof(Cell))
        first.at = cell
        lay(k, &first, card, NULL)
        return
    if row < k.top:
        k.top = row
    if column < k.left:
        k.left = column
    # No card of a possible table lies on a dead cell; of an impossible one it is left out.
    if k.grid[cell] >= FRONT and k.grid[cell] != DEAD:
        place(k, cell, card, NULL)


cdef void place(Kwatro* k, uint16_t cell, int card, Undo* undo) noexcept nogil:
    cdef int slot = k.grid[cell] - FRONT
    cdef int last = k.front_size - 1
    cdef Cell was = k.front[slot]
    if slot != last:
        log_cell(k, undo, slot)
        k.front[slot] = k.front[last]
        set_alive(k, slot, k.grid[k.front[slot].at] != DEAD)
        if k.grid[k.front[slot].at] != DEAD:
            set_byte(k, undo, k.front[slot].at, FRONT + slot)
    set_alive(k, last, False)
    k.front_size = last
    lay(k, &was, card, undo)


cdef void exchange(Kwatro* k, int wild, int card, Undo* undo) noexcept nogil:
    cdef uint16_t cell = k.wild_at[wild]
    cdef uint16_t end
    cdef Cell* entry
    cdef int d, way
    set_byte(k, undo, cell, 1 + card)
    k.lying += hash_of(cell, card) - hash_of(cell, WILD)
    k.wild_at[wild] = NOWHERE
    k.table |= <uint64_t>1 << card
    for d in range(2):
        for way in range(-1, 2, 2):
            end = step(cell, d, way)
            while is_card(k.grid[end]):
                end = step(end, d, way)
            entry = frontier_cell(k, end, undo)
            if entry == NULL:
                continue
            entry.line[d] = join(entry.line[d], TABLES.line[card])
            entry.sum[d] += TABLES.value[card]
            entry.wilds &= ~(1 << (2 * d + wild))
            if way < 0:
                entry.line_behind[d] = join(entry.line_behind[d], TABLES.line[card])
                entry.sum_behind[d] += TABLES.value[card]
                entry.wilds_behind &= ~(1 << (2 * d + wild))
            find_takers(k, entry, undo)


cdef void restore(Kwatro* k, const Undo* undo) noexcept nogil:
    cdef int i
    for i in range(undo.cells - 1, -1, -1):
        k.front[undo.cell[i].slot] = undo.cell[i].was
    for i in range(undo.bytes - 1, -1, -1):
        k.grid[undo.byte[i].at] = undo.byte[i].was
    memcpy(k, undo.small, small_size(k))


cdef void run_through(const Kwatro* k, uint16_t cell, int direction, Cell* run) noexcept nogil:
    """What the cards on either side of a cell, empty or not, have in common in that direction."""
    memset(run, 0, sizeof(Cell))
    run.at = cell
    walk(k, run, direction, cell, -1)
    walk(k, run, direction, cell, 1)
