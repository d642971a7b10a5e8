"""Placing cards on the board of Kwatro, exchanging them, and taking them back.

No other module changes the board, except that `canonical` numbers its frontier and wilds anew.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from kiebitz.engine.kwatro.line cimport LOT, TABLES, WILD, Line, cards_allowed, join, values_allowed
from kiebitz.engine.kwatro.state cimport (
    DEAD, FIRST_SLOT, NOBODY, NOWHERE, PILE, card_of, cell_of, is_card, saved_size, size_of, set_alive, step,
    true_column, true_row,
)


cdef struct Run:            # cards side by side in one direction
    Line line
    uint8_t count
    uint8_t sum
    uint8_t wilds           # as in a cell


cdef inline void log_cell(Kwatro* k, Undo* undo, int slot) noexcept nogil:
    if undo != NULL:
        undo.cell[undo.cells].slot = slot
        undo.cell[undo.cells].was = k.frontier[slot]
        undo.cells += 1


cdef inline void set_byte(Kwatro* k, Undo* undo, uint16_t cell, uint8_t byte) noexcept nogil:
    if undo != NULL:
        undo.byte[undo.bytes].at = cell
        undo.byte[undo.bytes].was = k.grid[cell]
        undo.bytes += 1
    k.grid[cell] = byte


cdef inline void add_card(const Kwatro* k, Cell* run, int direction, uint16_t cell) noexcept nogil:
    """Adds the card on that cell to a run."""
    cdef int card = k.grid[cell] - 1
    run.line[direction] = join(run.line[direction], TABLES.line[card])
    run.count[direction] += 1
    run.sum[direction] += TABLES.value[card]
    if card == WILD:
        run.wilds |= 1 << (2 * direction + (0 if k.wild_at[0] == cell else 1))


cdef inline void add_cards(const Kwatro* k, Cell* run, int direction, uint16_t cell, int distance) noexcept nogil:
    """Adds the cards on one side of a cell to a run. `distance`: -1 for the side before it, 1 for the side behind."""
    cell = step(cell, direction, distance)
    while is_card(k.grid[cell]):
        add_card(k, run, direction, cell)
        cell = step(cell, direction, distance)


cdef void run_through(const Kwatro* k, uint16_t cell, int direction, Cell* run) noexcept nogil:
    memset(run, 0, sizeof(Cell))
    run.at = cell
    add_cards(k, run, direction, cell, -1)
    add_cards(k, run, direction, cell, 1)


cdef inline Cell* frontier_cell(Kwatro* k, uint16_t cell, Undo* undo) noexcept nogil:
    """Logs and returns the frontier cell of an empty cell next to a card. Makes it if needed. NULL if the cell is dead."""
    cdef int slot
    if k.grid[cell] == DEAD:
        return NULL
    if k.grid[cell] != 0:
        slot = k.grid[cell] - FIRST_SLOT
        log_cell(k, undo, slot)
        return &k.frontier[slot]
    slot = k.frontier_size
    log_cell(k, undo, slot)
    set_byte(k, undo, cell, FIRST_SLOT + slot)
    k.frontier_size += 1
    set_alive(k, slot, True)
    memset(&k.frontier[slot], 0, sizeof(Cell))
    k.frontier[slot].at = cell
    return &k.frontier[slot]


cdef inline void update_fitting(Kwatro* k, Cell* cell, Undo* undo) noexcept nogil:
    """Finds the cards that fit a cell whose lines changed. Marks it dead if not even a wild fits."""
    cell.fitting = cards_allowed(
        &TABLES, values_allowed(&TABLES, cell.line[0]) & values_allowed(&TABLES, cell.line[1])
    )
    if cell.count[0] >= LOT or cell.count[1] >= LOT or not cell.fitting:
        set_alive(k, k.grid[cell.at] - FIRST_SLOT, False)
        set_byte(k, undo, cell.at, DEAD)


cdef inline void add_run(Kwatro* k, uint16_t cell, Run run, int d, bint behind, Undo* undo) noexcept nogil:
    """Adds new cards of a run to the empty cell at its end. `behind`: the cards lie behind that cell."""
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
    update_fitting(k, end, undo)


cdef inline Line line_before(const Kwatro* k, const Cell* cell, int d) noexcept nogil:
    """The line of the cards before a frontier cell. The cell stores only the line of all cards and of those behind it."""
    cdef Line line = 0
    cdef int i
    if cell.count_behind[d] == 0:
        return cell.line[d]
    for i in range(cell.count[d] - cell.count_behind[d]):
        line = join(line, TABLES.line[k.grid[step(cell.at, d, -1 - i)] - 1])
    return line


cdef inline void put_card(Kwatro* k, const Cell* cell, int card, Undo* undo) noexcept nogil:
    """Puts a card on a cell that has left the frontier, and updates the cells at the ends of its two runs."""
    cdef int d, row, column, count_before, wild = 0
    cdef uint8_t side
    cdef Run before, behind
    set_byte(k, undo, cell.at, 1 + card)
    k.board_hash += card_hash(cell.at, card)
    if card == WILD:
        wild = 1 if k.wild_at[0] == NOWHERE else 2
        k.wild_at[wild - 1] = cell.at
    else:
        k.on_board |= <uint64_t>1 << card
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
        add_run(k, step(cell.at, d, -before.count), behind, d, True, undo)
        add_run(k, step(cell.at, d, behind.count), before, d, False, undo)
    row = true_row(k, cell.at)
    column = true_column(k, cell.at)
    if row < k.top:
        k.top = row
    if column < k.left:
        k.left = column


cdef void place(Kwatro* k, uint16_t cell, int card, Undo* undo) noexcept nogil:
    """Places a card on a cell of the frontier. The last slot moves into the slot that becomes free."""
    cdef int slot = k.grid[cell] - FIRST_SLOT
    cdef int last = k.frontier_size - 1
    cdef Cell was = k.frontier[slot]
    if slot != last:
        log_cell(k, undo, slot)
        k.frontier[slot] = k.frontier[last]
        set_alive(k, slot, k.grid[k.frontier[slot].at] != DEAD)
        if k.grid[k.frontier[slot].at] != DEAD:
            set_byte(k, undo, k.frontier[slot].at, FIRST_SLOT + slot)
    set_alive(k, last, False)
    k.frontier_size = last
    put_card(k, &was, card, undo)


cdef bint place_all(Kwatro* k, Move move, Undo* undo) noexcept nogil:
    # A cell may enter the frontier only after its neighbour has a card. So the loop goes on until all cards are placed.
    cdef int i, left = (1 << size_of(move)) - 1
    while left:
        for i in range(size_of(move)):
            if left >> i & 1 and k.grid[cell_of(move, i)] >= FIRST_SLOT:
                if k.grid[cell_of(move, i)] == DEAD:
                    return False
                place(k, cell_of(move, i), card_of(move, i), undo)
                left ^= 1 << i
    return True


cdef void clear(Kwatro* k) noexcept nogil:
    memset(k, 0, sizeof(Kwatro))
    k.head.viewer = -1
    k.wild_at[0] = k.wild_at[1] = NOWHERE
    memset(k.traded_by, NOBODY, PILE)


cdef void place_at(Kwatro* k, int row, int column, int card) noexcept nogil:
    cdef uint16_t cell = (row & 63) << 6 | (column & 63)
    cdef Cell first
    if k.frontier_size == 0:
        k.top = row
        k.left = column
        memset(&first, 0, sizeof(Cell))
        first.at = cell
        put_card(k, &first, card, NULL)
        return
    if row < k.top:
        k.top = row
    if column < k.left:
        k.left = column
    # A card on a dead cell was laid against the rules, and it stood.
    if k.grid[cell] == DEAD:
        revive(k, cell)
    if k.grid[cell] >= FIRST_SLOT:
        place(k, cell, card, NULL)


cdef void revive(Kwatro* k, uint16_t cell) noexcept nogil:
    """Makes a dead cell an open cell of the frontier again. Its lines were not kept up since it died."""
    cdef Cell whole, behind
    cdef int slot = 0, d
    while k.frontier[slot].at != cell:
        slot += 1
    run_through(k, cell, 0, &whole)
    memset(&behind, 0, sizeof(Cell))
    for d in range(2):
        if d:
            add_cards(k, &whole, d, cell, -1)
            add_cards(k, &whole, d, cell, 1)
        add_cards(k, &behind, d, cell, 1)
        whole.line_behind[d] = behind.line[d]
        whole.count_behind[d] = behind.count[d]
        whole.sum_behind[d] = behind.sum[d]
    whole.wilds_behind = behind.wilds
    k.frontier[slot] = whole
    k.grid[cell] = FIRST_SLOT + slot


cdef void exchange(Kwatro* k, int wild, int card, Undo* undo) noexcept nogil:
    cdef uint16_t cell = k.wild_at[wild]
    cdef uint16_t end
    cdef Cell* entry
    cdef int d, distance
    set_byte(k, undo, cell, 1 + card)
    k.board_hash += card_hash(cell, card) - card_hash(cell, WILD)
    k.wild_at[wild] = NOWHERE
    k.on_board |= <uint64_t>1 << card
    for d in range(2):
        for distance in range(-1, 2, 2):
            end = step(cell, d, distance)
            while is_card(k.grid[end]):
                end = step(end, d, distance)
            entry = frontier_cell(k, end, undo)
            if entry == NULL:
                continue
            entry.line[d] = join(entry.line[d], TABLES.line[card])
            entry.sum[d] += TABLES.value[card]
            entry.wilds &= ~(1 << (2 * d + wild))
            if distance < 0:
                entry.line_behind[d] = join(entry.line_behind[d], TABLES.line[card])
                entry.sum_behind[d] += TABLES.value[card]
                entry.wilds_behind &= ~(1 << (2 * d + wild))
            update_fitting(k, entry, undo)


cdef void restore(Kwatro* k, const Undo* undo) noexcept nogil:
    cdef int i
    for i in range(undo.cells - 1, -1, -1):
        k.frontier[undo.cell[i].slot] = undo.cell[i].was
    for i in range(undo.bytes - 1, -1, -1):
        k.grid[undo.byte[i].at] = undo.byte[i].was
    memcpy(k, undo.saved, saved_size(k))
