"""Generating plays: windows around frontier cells, subsets of the hand, cross lines, wilds tested jointly."""

from libc.string cimport memset

from kiebitz.engine.bits cimport lowest
from kiebitz.engine.game cimport as_it_lies, list_reserve
from kiebitz.engine.kwatro.board cimport ACROSS, DOWN, FRONT, NOWHERE, Cell, is_card, place, step
from kiebitz.engine.kwatro.line cimport LOT, TABLES, WILD, join
from kiebitz.engine.kwatro.wilds cimport ANY, Wilds, fit_any, fit_on_board, wilds_of

cdef enum:
    FREE = 255      # slot of a cell outside of the frontier
    FIRST_OF_SIZE = 0xFEA400    # by size, four bits each: the number of the first subset of that size
    F = 3           # index of the first frontier cell in a window
    ADDITIVE = 1    # doubling
    LOT_ONLY = 2


cdef void prepare(Turn* turn, const Kwatro* k, const int32_t* options) noexcept nogil:
    cdef uint64_t rest = k.hand[k.mover].cards
    cdef int i, n = 0
    turn.k = k
    turn.options = options
    turn.list = NULL
    turn.best = as_it_lies()
    turn.best_rank = turn.best_points = -1
    turn.wild_slots = turn.first_wild = turn.second_wild = 0
    while rest:
        turn.card[n] = lowest(rest)
        rest &= rest - 1
        n += 1
    for i in range(k.hand[k.mover].wilds):
        turn.card[n] = WILD
        turn.wild_slots |= 1 << n
        n += 1
    turn.hand_size = n
    if k.hand[k.mover].wilds == 2:
        turn.first_wild = 1 << (n - 2)
        turn.second_wild = 1 << (n - 1)
    for i in range(n):
        turn.value[i] = TABLES.value[turn.card[i]]
    prepare_subsets(turn)
    prepare_times(turn)
    prepare_fits(turn)
    if k.wild_at[0] != NOWHERE or k.wild_at[1] != NOWHERE or turn.wild_slots:
        wilds_of(k, &turn.wilds)


cdef void prepare_subsets(Turn* turn) noexcept nogil:
    cdef int number, members, first, rest
    turn.allowed = 0
    for number in range(SUBSETS):
        members = TABLES.members[number]
        if members >> turn.hand_size:
            continue
        first = lowest(members)
        rest = members & (members - 1)
        turn.sum[number] = turn.top[number] = turn.value[first]
        turn.line[number] = TABLES.line[turn.card[first]]
        # Greedy's order between equal points: wilds kept, then more cards, since each brings a new one.
        turn.rank[number] = 6 if turn.wild_slots >> first & 1 else 11
        if rest:        # a smaller subset, so it comes earlier
            turn.rank[number] += turn.rank[TABLES.subset[rest]] - 10
            turn.sum[number] += turn.sum[TABLES.subset[rest]]
            turn.top[number] = max(turn.top[number], turn.top[TABLES.subset[rest]])
            turn.line[number] = join(turn.line[number], turn.line[TABLES.subset[rest]])
        if not members & turn.second_wild or members & turn.first_wild:
            turn.allowed |= 1 << number


cdef void prepare_fits(Turn* turn) noexcept nogil:
    """For every frontier cell and direction: which subsets of the hand the run through it would take."""
    cdef const Cell* cell
    cdef int codes[3]
    cdef int card, i, d, power = 1
    cdef Line line
    codes[0] = codes[1] = codes[2] = 0
    for i in range(HAND):
        if i >= turn.hand_size:
            codes[0] += 5 * power
            codes[1] += 5 * power
            codes[2] += 5 * power
        else:
            card = turn.card[i]
            codes[0] += (4 if card == WILD else card >> 4) * power
            codes[1] += (4 if card == WILD else card >> 2 & 3) * power
            codes[2] += (4 if card == WILD else card & 3) * power
        power *= 6
    cdef const uint16_t* colours = TABLES.fit[codes[0]]
    cdef const uint16_t* shapes = TABLES.fit[codes[1]]
    cdef const uint16_t* numbers = TABLES.fit[codes[2]]
    turn.codes[0] = colours
    turn.codes[1] = shapes
    turn.codes[2] = numbers
    for i in range(turn.k.front_size):
        cell = &turn.k.front[i]
        for d in range(2):
            line = cell.line[d]
            turn.fits[d][i] = (
                colours[line & 31] & shapes[(line >> 5) & 31] & numbers[line >> 10] & TABLES.up_to[cell.count[d]]
            )
            prepare_cross(turn, cell, i, d)
            turn.fits[d][i] &= turn.allowed


cdef inline void prepare_cross(Turn* turn, const Cell* cell, int slot, int d) noexcept nogil:
    cdef Cross* cross = &turn.cross[d][slot]
    cdef int count = cell.count[d]
    cross[0] = turn.crossed[count]
    cross.mask = turn.fits[d][slot] & 15
    cross.slot = slot
    cross.sum = cross.weight * cell.sum[d]
    cross.wild = cell.wilds >> 2 * d & 3


cdef void prepare_times(Turn* turn) noexcept nogil:
    cdef int doublings
    turn.lot_weight = 2 if turn.options[DOUBLING] == LOT_ONLY else 1
    memset(turn.crossed, 0, sizeof(turn.crossed))
    for doublings in range(1, 9):
        turn.crossed[doublings].weight = 1
    turn.crossed[LOT - 1].weight = turn.lot_weight
    turn.crossed[LOT - 1].doublings = 1
    for doublings in range(10):
        turn.times[doublings] = 1 << doublings
        if turn.options[DOUBLING] == ADDITIVE:
            turn.times[doublings] = 1 + doublings
        elif turn.options[DOUBLING] == LOT_ONLY:
            turn.times[doublings] = 1


cdef inline Subsets subsets_fitting(const Turn* turn, Line line, int count) noexcept nogil:
    return (turn.codes[0][line & 31] & turn.codes[1][(line >> 5) & 31] & turn.codes[2][line >> 10]
            & TABLES.up_to[count] & turn.allowed)


cdef bint wilds_agree(const Turn* turn, const Window* w, const uint8_t* slots, int subset) noexcept nogil:
    """Whether all wilds stand for something after this play; slots: the card of the hand for each cell."""
    if turn.options[WILD_IDENTITY] != ANY:
        return wilds_agree_on_board(turn, w, slots)
    cdef Wilds wilds = turn.wilds
    cdef Line whole = join(w.line, turn.line[subset])
    cdef int main = w.direction, cross = 1 - w.direction
    cdef int in_main = w.wilds
    cdef int i, j, card, in_cross
    cdef const Cell* cell
    for j in range(w.k):
        card = turn.card[slots[j]]
        i = w.cross[w.first + j].slot
        cell = NULL if i == FREE else &turn.k.front[i]
        in_cross = 0 if cell == NULL else cell.wilds >> 2 * cross & 3
        if card == WILD:
            i = 1 if wilds.present & 1 else 0
            wilds.present |= 1 << i
            in_main |= 1 << i
            wilds.line[i][cross] = 0 if cell == NULL else cell.line[cross]
            if in_cross:
                in_cross |= 1 << i
        if in_cross:
            for i in range(2):
                if in_cross >> i & 1:
                    wilds.line[i][cross] = join(cell.line[cross], TABLES.line[card])
            if in_cross == 3:
                wilds.shared = 1 + cross
    for i in range(2):
        if in_main >> i & 1:
            wilds.line[i][main] = whole
    if in_main == 3:
        wilds.shared = 1 + main
    return fit_any(&wilds)


cdef bint wilds_agree_on_board(const Turn* turn, const Window* w, const uint8_t* slots) noexcept nogil:
    cdef Move move = Move(0, places_of(turn, w))
    cdef int j
    for j in range(w.k):
        move.lo |= <uint64_t>turn.card[slots[j]] << (8 + 8 * j)
    move.lo |= PLAY | w.k << 4 | w.direction << 7
    return legal_on_board(turn.k, turn.options, move)


cdef bint legal_on_board(const Kwatro* k, const int32_t* options, Move move) noexcept nogil:
    """The joint test of the wilds on a copy of the table, for the identities that forbid single cards."""
    cdef Kwatro after = k[0]
    cdef int i, touched = 0
    lay_all(&after, move, NULL)
    for i in range(size_of(move)):
        touched |= wilds_beside(&after, cell_of(move, i))
    return fit_on_board(&after, options[WILD_IDENTITY], touched)


cdef int wilds_beside(const Kwatro* k, uint16_t cell) noexcept nogil:
    """The set of the table's wilds in the lines through a card."""
    cdef int i, d, way, found = 0
    cdef uint16_t at
    for d in range(2):
        for way in range(-1, 2, 2):
            at = cell
            while is_card(k.grid[at]):
                for i in range(2):
                    if k.wild_at[i] == at:
                        found |= 1 << i
                at = step(at, d, way)
    return found


cdef void lay_all(Kwatro* k, Move move, Undo* undo) noexcept nogil:
    """Places the cards of a play, those next to the table first."""
    cdef int i, left = (1 << size_of(move)) - 1
    while left:
        for i in range(size_of(move)):
            if left >> i & 1 and k.grid[cell_of(move, i)] >= FRONT:
                place(k, cell_of(move, i), card_of(move, i), undo)
                left ^= 1 << i


cdef inline uint64_t places_of(const Turn* turn, const Window* w) noexcept nogil:
    """The cells of a window as moves name them."""
    cdef uint64_t places = 0
    cdef int j
    for j in range(w.k):
        places |= place_of(turn.k, w.cell[w.first + j]) << 16 * j
    return places


cdef inline void found(Turn* turn, const Window* w, const uint8_t* slots, int subset, uint64_t cards,
                       int32_t points) noexcept nogil:
    """Takes note of a play that is right but for the wilds."""
    cdef Move move
    cdef int rank = points * 16 + turn.rank[subset]
    cdef bint own_wild = TABLES.members[subset] & turn.wild_slots
    if turn.list == NULL and rank < turn.best_rank:
        return
    if w.wilds or w.cross_wild or (own_wild and (w.cross_weight or turn.options[WILD_IDENTITY] != ANY)):
        if not wilds_agree(turn, w, slots, subset):
            return
    move.lo = cards << 8 | PLAY | w.k << 4 | w.direction << 7 | <uint64_t>points << 40
    if turn.list != NULL:
        move.hi = w.places
        turn.list.moves[turn.list.size] = move
        turn.list.points[turn.list.size] = points
        turn.list.size += 1
        return
    move.hi = places_of(turn, w)
    # Between equals the smaller move, so that the order of the frontier does not matter.
    if rank > turn.best_rank or move.hi < turn.best.hi or (move.hi == turn.best.hi and move.lo < turn.best.lo):
        turn.best_rank = rank
        turn.best_points = points
        turn.best = move


cdef inline int candidates(const Turn* turn, const Cross* cross, int rest) noexcept nogil:
    """Cards of the rest that may go to a cell; of two wilds in hand the first is used first."""
    cdef int fitting = rest & cross.mask
    return fitting & ~turn.second_wild if rest & turn.first_wild else fitting


cdef void arrange(Turn* turn, const Window* w, int subset, int32_t base, int32_t times) noexcept nogil:
    """All ways to put the cards of a subset on the cells of a window."""
    cdef const Cross* cross = &w.cross[w.first]
    cdef int32_t p0, p1, p2
    cdef int a, b, c, rest_a, rest_b, rest_c, members = TABLES.members[subset]
    cdef uint64_t cards_a, cards_b, cards_c
    cdef uint8_t slots[HAND]
    a = candidates(turn, &cross[0], members)
    while a:
        slots[0] = lowest(a)
        a &= a - 1
        rest_a = members ^ (1 << slots[0])
        cards_a = turn.card[slots[0]]
        p0 = base + cross[0].weight * turn.value[slots[0]]
        if w.k == 1:
            found(turn, w, slots, subset, cards_a, times * p0)
            continue
        b = candidates(turn, &cross[1], rest_a)
        while b:
            slots[1] = lowest(b)
            b &= b - 1
            rest_b = rest_a ^ (1 << slots[1])
            cards_b = cards_a | <uint64_t>turn.card[slots[1]] << 8
            p1 = p0 + cross[1].weight * turn.value[slots[1]]
            if w.k == 2:
                found(turn, w, slots, subset, cards_b, times * p1)
                continue
            c = candidates(turn, &cross[2], rest_b)
            while c:
                slots[2] = lowest(c)
                c &= c - 1
                rest_c = rest_b ^ (1 << slots[2])
                cards_c = cards_b | <uint64_t>turn.card[slots[2]] << 16
                p2 = p1 + cross[2].weight * turn.value[slots[2]]
                if w.k == 3:
                    found(turn, w, slots, subset, cards_c, times * p2)
                elif candidates(turn, &cross[3], rest_c):
                    slots[3] = lowest(rest_c)
                    found(turn, w, slots, subset, cards_c | <uint64_t>turn.card[slots[3]] << 24,
                          times * (p2 + cross[3].weight * turn.value[slots[3]]))


cdef void arrange_best(Turn* turn, const Window* w, int subset, int32_t base, int32_t times) noexcept nogil:
    """The one way to put cards on a window that scores most when only f asks for a certain card: the highest there."""
    cdef int rest = TABLES.members[subset]
    cdef int fitting = rest & w.cross[F].mask
    cdef int f = lowest(fitting), j, slot
    cdef uint64_t cards = 0
    cdef uint8_t slots[HAND]
    fitting &= fitting - 1
    while fitting:
        if turn.value[lowest(fitting)] > turn.value[f]:
            f = lowest(fitting)
        fitting &= fitting - 1
    rest ^= 1 << f
    for j in range(w.k):
        slot = f if w.first + j == F else lowest(rest)
        if slot != f:
            rest &= rest - 1
        slots[j] = slot
        cards |= <uint64_t>turn.card[slot] << 8 * j
    found(turn, w, slots, subset, cards, times * (base + w.cross[F].weight * turn.value[f]))


cdef int fill(Turn* turn, Window* w, Subsets subsets) except -1 nogil:
    """All plays on the cells of a window by any of the subsets that its run takes; or those that may be the best."""
    cdef bint lot = w.count + w.k == LOT
    cdef int doublings = w.cross_doublings + lot + (w.k == HAND) + (w.k == turn.hand_size and turn.k.pile_size == 0)
    cdef int32_t times = turn.times[doublings]
    cdef int main = 0 if w.count + w.k < 2 else turn.lot_weight if lot else 1
    cdef int32_t base = main * w.sum + w.cross_sum
    cdef int subset
    # Of all cells only f has a cross line, and no wild is near: then the best arrangement is plain.
    cdef bint lone = w.framed == 1 and not w.wilds and not w.cross_wild
    if turn.list != NULL:
        w.places = places_of(turn, w)
        if turn.list.capacity - turn.list.size < 24 * 6:
            list_reserve(turn.list, 24 * 6)
    while subsets:
        subset = lowest(subsets)
        subsets &= subsets - 1
        # Looking for the best: not even the highest card in every cross line would do.
        if (times * (base + main * turn.sum[subset] + w.cross_weight * turn.top[subset]) * 16 + turn.rank[subset]
                < turn.best_rank):
            continue
        if turn.list == NULL and lone and not TABLES.members[subset] & turn.wild_slots:
            arrange_best(turn, w, subset, base + main * turn.sum[subset], times)
        else:
            arrange(turn, w, subset, base + main * turn.sum[subset], times)
    return 0


cdef inline bint set_cell(const Turn* turn, Window* w, int index, uint16_t cell) noexcept nogil:
    """Puts a cell into a window; False if no card of the hand fits its cross line."""
    cdef uint8_t byte = turn.k.grid[cell]
    cdef Cross* cross = &w.cross[index]
    w.cell[index] = cell
    if byte == 0:
        cross.mask = 15
        cross.weight = cross.sum = cross.doublings = cross.wild = 0
        cross.slot = FREE
        return True
    cross[0] = turn.cross[1 - w.direction][byte - FRONT]
    w.framed += 1
    w.possible &= TABLES.touching[cross.mask]
    w.cross_sum += cross.sum
    w.cross_weight += cross.weight
    w.cross_doublings += cross.doublings
    w.cross_wild |= cross.wild != 0
    return cross.mask != 0


cdef inline uint16_t pass_run(const Turn* turn, Window* w, uint16_t cell) noexcept nogil:
    """Adds the cards behind a cell to the window's run; returns the empty cell after them."""
    cdef int card
    cell = step(cell, w.direction, 1)
    while is_card(turn.k.grid[cell]):
        card = turn.k.grid[cell] - 1
        w.line = join(w.line, TABLES.line[card])
        w.count += 1
        w.sum += TABLES.value[card]
        if card == WILD:
            w.wilds |= 1 if turn.k.wild_at[0] == cell else 2
        cell = step(cell, w.direction, 1)
    return cell


cdef inline bint takes(Subsets subsets, int k) noexcept nogil:
    """Whether there is a subset of k cards or more, k in 2..5: they are numbered by size."""
    return subsets >> (FIRST_OF_SIZE >> 4 * k & 15) != 0


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
    w.cross_sum = w.cross_weight = w.cross_doublings = w.framed = 0
    w.cross_wild = False
    set_cell(turn, w, F, cell.at)


cdef inline int free_before(const Turn* turn, Window* w, int most) noexcept nogil:
    """Puts the free cells before f, at most that many, into the window; returns how many there are."""
    cdef int before
    cdef uint16_t cell
    for before in range(1, most + 1):
        cell = step(w.cell[F], w.direction, -before)
        if turn.k.grid[cell] != 0:
            return before - 1
        set_cell(turn, w, F - before, cell)
    return most


cdef inline int fill_to_the_left(Turn* turn, Window* w, int behind, int least, int most, Subsets subsets) except -1 nogil:
    """The windows of f and the cells behind it with `least` to `most` free cells before f."""
    cdef int before
    subsets &= w.possible
    for before in range(least, most + 1):
        w.k = before + 1 + behind
        if w.k > HAND or not takes(subsets, w.k):
            break
        w.first = F - before
        if subsets & TABLES.sized[w.k]:
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
    free = free_before(turn, &w, 1 + takes(subsets, 3) + takes(subsets, 4))
    fill_to_the_left(turn, &w, 0, 1, free, subsets)
    next = step(w.cell[F], direction, 1)
    while is_card(turn.k.grid[next]):
        next = step(next, direction, 1)
    while True:
        behind += 1
        if behind == HAND or not takes(subsets & w.possible, behind + 1) or not set_cell(turn, &w, F + behind, next):
            return 0
        count = w.count
        shifted = shifted and turn.k.grid[next] == 0
        next = pass_run(turn, &w, next)
        if w.count != count:
            shifted = False
            subsets = subsets_fitting(turn, w.line, w.count)
            if not takes(subsets, behind + 1):
                return 0
        # The best play needs to be found once: the same cards score the same further to the left.
        fill_to_the_left(turn, &w, behind, free if shifted else 0, free, subsets)


cdef int single(Turn* turn, int slot) except -1 nogil:
    """Plays of one card, counted as across."""
    cdef Subsets subsets = turn.fits[ACROSS][slot] & turn.fits[DOWN][slot] & 15
    cdef Window w
    open_window(turn, &w, slot, ACROSS)
    fill(turn, &w, subsets)
    return 0


cdef int plays(Turn* turn) except -1 nogil:
    cdef int slot
    for slot in range(turn.k.front_size):
        if turn.fits[ACROSS][slot] & turn.fits[DOWN][slot] & 15:
            single(turn, slot)
        if turn.cross[DOWN][slot].mask and takes(turn.fits[ACROSS][slot], 2):
            windows(turn, slot, ACROSS)
        if turn.cross[ACROSS][slot].mask and takes(turn.fits[DOWN][slot], 2):
            windows(turn, slot, DOWN)
    return 0


cdef void best_play(Turn* turn) noexcept nogil:
    turn.list = NULL
    plays(turn)     # without a list nothing is allocated, so nothing can fail
