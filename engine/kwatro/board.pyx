"""Placing, exchanging and taking back cards on the table of Kwatro."""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from kiebitz.engine.bits cimport bit
from kiebitz.engine.kwatro.line cimport LOT, TABLES, WILD, all_fields, join, values_allowed


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


cdef inline void bury_if_dead(Kwatro* k, Cell* cell, Undo* undo) noexcept nogil:
    """Marks a cell whose lines no single card fits, not even the wild; `k.grid` must still hold its slot."""
    if cell.count[0] >= LOT or cell.count[1] >= LOT or not all_fields(
        values_allowed(&TABLES, cell.line[0]) & values_allowed(&TABLES, cell.line[1])
    ):
        set_alive(k, k.grid[cell.at] - FRONT, False)
        set_byte(k, undo, cell.at, DEAD)


cdef inline void extend(Kwatro* k, uint16_t cell, const Cell* run, int d, bint behind, Undo* undo) noexcept nogil:
    """Adds to the empty cell at an end of a run what is new of the run, which may lie behind it."""
    cdef Cell* end = frontier_cell(k, cell, undo)
    if end == NULL:
        return
    if behind:
        end.line_behind[d] = join(end.line_behind[d], run.line[d])
        end.count_behind[d] += run.count[d]
        end.sum_behind[d] += run.sum[d]
        end.wilds_behind |= run.wilds & (3 << 2 * d)
    end.line[d] = join(end.line[d], run.line[d])
    end.count[d] += run.count[d]
    end.sum[d] += run.sum[d]
    end.wilds |= run.wilds & (3 << 2 * d)
    bury_if_dead(k, end, undo)


cdef inline void lay(Kwatro* k, uint16_t cell, int card, Undo* undo) noexcept nogil:
    """Puts a card on a cell that is no longer of the frontier and tells the ends of its runs."""
    cdef Cell own, before, behind
    cdef uint16_t first, last
    cdef int d, row, column
    set_byte(k, undo, cell, 1 + card)
    k.lying += hash_of(cell, card)
    memset(&own, 0, sizeof(Cell))
    if card == WILD:
        k.wild_at[0 if k.wild_at[0] == NOWHERE else 1] = cell
    else:
        k.table |= <uint64_t>1 << card
    for d in range(2):
        add_card(k, &own, d, cell)
    for d in range(2):
        before = own
        behind = own
        first = walk(k, &before, d, cell, -1)
        last = walk(k, &behind, d, cell, 1)
        extend(k, first, &behind, d, True, undo)
        extend(k, last, &before, d, False, undo)
    row = true_row(k, cell)
    column = true_column(k, cell)
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
    """The first card of the table, or one of a table being read in, whose neighbours may come later."""
    cdef uint16_t cell = (row & 63) << 6 | (column & 63)
    if k.front_size == 0:
        k.top = row
        k.left = column
        lay(k, cell, card, NULL)
    else:
        if row < k.top:
            k.top = row
        if column < k.left:
            k.left = column
        if k.grid[cell] == 0:
            lay(k, cell, card, NULL)
        else:
            place(k, cell, card, NULL)


cdef void place(Kwatro* k, uint16_t cell, int card, Undo* undo) noexcept nogil:
    cdef int slot = k.grid[cell] - FRONT
    cdef int last = k.front_size - 1
    if slot != last:
        log_cell(k, undo, slot)
        k.front[slot] = k.front[last]
        set_alive(k, slot, k.grid[k.front[slot].at] != DEAD)
        if k.grid[k.front[slot].at] != DEAD:
            set_byte(k, undo, k.front[slot].at, FRONT + slot)
    set_alive(k, last, False)
    k.front_size = last
    lay(k, cell, card, undo)


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
            bury_if_dead(k, entry, undo)


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
