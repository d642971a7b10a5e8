"""Generating plays: windows around frontier cells, subsets of the hand, cross lines, wilds tested jointly."""

from kiebitz.engine.bits cimport lowest
from kiebitz.engine.game cimport as_it_lies, list_reserve
from kiebitz.engine.kwatro.board cimport ACROSS, DOWN, FRONT, NOWHERE, Cell, is_card, place, step
from kiebitz.engine.kwatro.line cimport LOT, TABLES, WILD, join
from kiebitz.engine.kwatro.wilds cimport ANY, Wilds, fit_any, fit_on_board, wilds_of

cdef enum:
    FREE = 255


cdef struct Scoring:        # of one window: points = times * (base + weight_main * sum of subset + weight of cell * value there)
    int32_t times
    int32_t base
    int32_t main
    int32_t cross[HAND]
    bint touches_wild       # of the table
    bint crossed            # some cell has a cross line


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
        turn.sum[number] = turn.value[first]
        turn.line[number] = TABLES.line[turn.card[first]]
        if rest:        # a smaller subset, so it comes earlier
            turn.sum[number] += turn.sum[TABLES.subset[rest]]
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
    for i in range(turn.k.front_size):
        cell = &turn.k.front[i]
        for d in range(2):
            line = cell.line[d]
            turn.fits[d][i] = (
                colours[line & 31] & shapes[(line >> 5) & 31] & numbers[line >> 10] & TABLES.up_to[cell.count[d]]
            )
    turn.codes[0] = colours
    turn.codes[1] = shapes
    turn.codes[2] = numbers


cdef inline Subsets subsets_fitting(const Turn* turn, Line line, int count) noexcept nogil:
    return (turn.codes[0][line & 31] & turn.codes[1][(line >> 5) & 31] & turn.codes[2][line >> 10]
            & TABLES.up_to[count])


cdef inline void score_window(const Turn* turn, const Window* w, Scoring* s) noexcept nogil:
    """Everything about the points that does not depend on the cards."""
    cdef const Cell* cell
    cdef int j, cross = 1 - w.direction
    cdef int doublings = (w.k == HAND) + (w.k == turn.hand_size and turn.k.pile_size == 0)
    cdef bint lot_only = turn.options[DOUBLING] == 2
    cdef bint lot = w.count + w.k == LOT
    s.main = 0 if w.count + w.k < 2 else 2 if lot and lot_only else 1
    doublings += lot
    s.base = s.main * w.sum
    s.touches_wild = w.wilds != 0
    s.crossed = False
    for j in range(w.k):
        s.cross[j] = 0
        if w.slot[j] == FREE:
            continue
        cell = &turn.k.front[w.slot[j]]
        if cell.count[cross] == 0:
            continue
        s.crossed = True
        lot = cell.count[cross] == LOT - 1
        doublings += lot
        s.cross[j] = 2 if lot and lot_only else 1
        s.base += s.cross[j] * cell.sum[cross]
        if cell.wilds >> 2 * cross & 3:
            s.touches_wild = True
    s.times = 1 if lot_only else 1 + doublings if turn.options[DOUBLING] == 1 else 1 << doublings


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
        cell = NULL if w.slot[j] == FREE else &turn.k.front[w.slot[j]]
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
    cdef Move move = Move(0, w.places)
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


cdef inline int rank_of(const Turn* turn, int32_t points, int members) noexcept nogil:
    """Greedy's order: points; wilds kept; more cards, since each brings a new one."""
    cdef int wilds = TABLES.size[TABLES.subset[members & turn.wild_slots]] if members & turn.wild_slots else 0
    return points * 16 + (2 - wilds) * 5 + TABLES.size[TABLES.subset[members]]


cdef inline void found(Turn* turn, const Window* w, const Scoring* s, const uint8_t* slots, int subset, uint64_t cards,
                       int32_t points) noexcept nogil:
    """Takes note of a play that is right but for the wilds."""
    cdef Move move
    cdef int rank
    if s.touches_wild or (TABLES.members[subset] & turn.wild_slots and (s.crossed or turn.options[WILD_IDENTITY] != ANY)):
        if not wilds_agree(turn, w, slots, subset):
            return
    move.lo = cards << 8 | PLAY | w.k << 4 | w.direction << 7 | <uint64_t>points << 40
    move.hi = w.places
    if turn.list != NULL:
        turn.list.moves[turn.list.size] = move
        turn.list.points[turn.list.size] = points
        turn.list.size += 1
        return
    rank = rank_of(turn, points, TABLES.members[subset])
    # Between equals the smaller move, so that the order of the frontier does not matter.
    if rank > turn.best_rank or move.hi < turn.best.hi or (move.hi == turn.best.hi and move.lo < turn.best.lo):
        turn.best_rank = rank
        turn.best_points = points
        turn.best = move


cdef inline int candidates(const Turn* turn, const Window* w, int j, int rest) noexcept nogil:
    """Cards of the rest that may go to cell j; of two wilds in hand the first is used first."""
    cdef int fitting = rest & w.mask[j]
    return fitting & ~turn.second_wild if rest & turn.first_wild else fitting


cdef inline bint hopeless(const Turn* turn, const Scoring* s, const Window* w, int32_t base, int members) noexcept nogil:
    """Looking for the best only: not even face value 4 in every cross line would do."""
    cdef int j
    for j in range(w.k):
        base += 4 * s.cross[j]
    return rank_of(turn, s.times * base, members) < turn.best_rank


cdef int arrange(Turn* turn, const Window* w, const Scoring* s, int subset) except -1 nogil:
    """All ways to put the cards of a subset on the cells of a window."""
    cdef int members = TABLES.members[subset]
    cdef int32_t p0, p1, p2, base = s.base + s.main * turn.sum[subset]
    cdef int a, b, c, rest_a, rest_b, rest_c
    cdef uint64_t cards_a, cards_b, cards_c
    cdef uint8_t slots[HAND]
    if turn.list != NULL:
        list_reserve(turn.list, 24)
    elif hopeless(turn, s, w, base, members):
        return 0
    a = candidates(turn, w, 0, members)
    while a:
        slots[0] = lowest(a)
        a &= a - 1
        rest_a = members ^ (1 << slots[0])
        cards_a = turn.card[slots[0]]
        p0 = base + s.cross[0] * turn.value[slots[0]]
        if w.k == 1:
            found(turn, w, s, slots, subset, cards_a, s.times * p0)
            continue
        b = candidates(turn, w, 1, rest_a)
        while b:
            slots[1] = lowest(b)
            b &= b - 1
            rest_b = rest_a ^ (1 << slots[1])
            cards_b = cards_a | <uint64_t>turn.card[slots[1]] << 8
            p1 = p0 + s.cross[1] * turn.value[slots[1]]
            if w.k == 2:
                found(turn, w, s, slots, subset, cards_b, s.times * p1)
                continue
            c = candidates(turn, w, 2, rest_b)
            while c:
                slots[2] = lowest(c)
                c &= c - 1
                rest_c = rest_b ^ (1 << slots[2])
                cards_c = cards_b | <uint64_t>turn.card[slots[2]] << 16
                p2 = p1 + s.cross[2] * turn.value[slots[2]]
                if w.k == 3:
                    found(turn, w, s, slots, subset, cards_c, s.times * p2)
                elif candidates(turn, w, 3, rest_c):
                    slots[3] = lowest(rest_c)
                    found(turn, w, s, slots, subset, cards_c | <uint64_t>turn.card[slots[3]] << 24,
                          s.times * (p2 + s.cross[3] * turn.value[slots[3]]))
    return 0


cdef int fill(Turn* turn, Window* w, Subsets subsets) except -1 nogil:
    """All plays on the cells of a window by any of the subsets that its run takes."""
    cdef Scoring s
    cdef int j
    subsets &= TABLES.sized[w.k] & turn.allowed
    if not subsets:
        return 0
    score_window(turn, w, &s)
    w.places = 0
    for j in range(w.k):
        w.places |= place_of(turn.k, w.cell[j]) << 16 * j
    while subsets:
        j = lowest(subsets)
        subsets &= subsets - 1
        arrange(turn, w, &s, j)
    return 0


cdef inline void set_cell(const Turn* turn, Window* w, int j, uint16_t cell) noexcept nogil:
    cdef uint8_t byte = turn.k.grid[cell]
    w.cell[j] = cell
    if byte == 0:
        w.slot[j] = FREE
        w.mask[j] = 15
    else:
        w.slot[j] = byte - FRONT
        w.mask[j] = turn.fits[1 - w.direction][byte - FRONT] & 15


cdef inline uint16_t pass_run(const Turn* turn, Window* w, uint16_t cell) noexcept nogil:
    """Adds the cards behind a cell to the window's run; returns the empty cell after them."""
    cdef int card, i
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


cdef int extend_window(Turn* turn, Window* w, uint16_t next, Subsets subsets) except -1 nogil:
    """Fills the window with k cells, and all those that go on behind it."""
    cdef int count
    cdef uint16_t cell
    while w.k <= turn.hand_size and w.count + w.k <= LOT:
        if w.k > 1:
            fill(turn, w, subsets)
        if w.k == turn.hand_size or w.count + w.k == LOT:
            return 0
        cell = next
        set_cell(turn, w, w.k, cell)
        if w.mask[w.k] == 0:
            return 0
        w.k += 1
        count = w.count
        next = pass_run(turn, w, cell)
        if w.count != count:
            subsets = subsets_fitting(turn, w.line, w.count)
        if not subsets & ~<Subsets>15:
            return 0
    return 0


cdef int windows(Turn* turn, int slot, int direction) except -1 nogil:
    """All windows of two or more cells whose first frontier cell is this one."""
    cdef const Cell* cell = &turn.k.front[slot]
    cdef Subsets subsets = turn.fits[direction][slot]
    cdef Window w
    cdef Window wider
    cdef uint16_t next, before
    cdef int free
    if not turn.fits[1 - direction][slot] & 15 or not subsets & ~<Subsets>15:
        return 0
    w.direction = direction
    w.line = cell.line[direction]
    w.count = cell.count[direction]
    w.sum = cell.sum[direction]
    w.wilds = cell.wilds >> 2 * direction & 3
    next = step(cell.at, direction, 1)
    while is_card(turn.k.grid[next]):
        next = step(next, direction, 1)
    for free in range(HAND):
        if free + 1 > turn.hand_size or w.count + free + 1 > LOT:
            break
        before = step(cell.at, direction, -free)
        if free and turn.k.grid[before] != 0:
            break
        wider = w
        for wider.k in range(free):
            set_cell(turn, &wider, wider.k, step(before, direction, wider.k))
        set_cell(turn, &wider, free, cell.at)
        wider.k = free + 1
        extend_window(turn, &wider, next, subsets)
    return 0


cdef int single(Turn* turn, int slot) except -1 nogil:
    """Plays of one card, counted as across."""
    cdef const Cell* cell = &turn.k.front[slot]
    cdef Subsets subsets = turn.fits[ACROSS][slot] & turn.fits[DOWN][slot] & 15
    cdef Window w
    if not subsets:
        return 0
    w.k = 1
    w.direction = ACROSS
    w.line = cell.line[ACROSS]
    w.count = cell.count[ACROSS]
    w.sum = cell.sum[ACROSS]
    w.wilds = cell.wilds & 3
    w.cell[0] = cell.at
    w.slot[0] = slot
    w.mask[0] = 15
    return fill(turn, &w, subsets)


cdef int plays(Turn* turn) except -1 nogil:
    cdef int slot
    for slot in range(turn.k.front_size):
        single(turn, slot)
        windows(turn, slot, ACROSS)
        windows(turn, slot, DOWN)
    return 0


cdef void best_play(Turn* turn) noexcept nogil:
    turn.list = NULL
    plays(turn)     # without a list nothing is allocated, so nothing can fail
