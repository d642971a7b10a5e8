"""A hand and a table, prepared for generating: what does not depend on the window."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from kiebitz.engine.bits cimport lowest
from kiebitz.engine.game cimport as_it_lies
from kiebitz.engine.kwatro.arranged cimport ARRANGED, OfSize
from kiebitz.engine.kwatro.board cimport NOWHERE, Cell, Kwatro
from kiebitz.engine.kwatro.line cimport HAND, LOT, SUBSETS, TABLES, WILD, Line, all_fields, join, values_allowed
from kiebitz.engine.kwatro.plays cimport ADDITIVE, DOUBLING, LOT_ONLY, WILD_IDENTITY, Cross, Turn
from kiebitz.engine.kwatro.wilds cimport ANY, wilds_of


cdef void prepare(Turn* turn, const Kwatro* k, const int32_t* options) noexcept nogil:
    cdef uint64_t rest = k.hand[k.mover].cards
    cdef int i, size, n = 0
    turn.k = k
    turn.options = options
    turn.list = NULL
    turn.best = as_it_lies()
    turn.best_rank = turn.best_points = -1
    turn.wild_slots = turn.first_wild = turn.second_wild = 0
    memset(turn.words[1], 0, HAND * sizeof(uint64_t))
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
        turn.words[1][i] = turn.card[i] | <uint64_t>turn.value[i] << 32
    turn.prepared = 1
    for size in range(1, HAND + 1):
        turn.in_order[size] = ARRANGED[size].after[n - 1 if turn.second_wild else HAND]
        turn.with_wild[size] = 0
        if turn.wild_slots:
            for i in range(size):
                turn.with_wild[size] |= ARRANGED[size].at[i][turn.wild_slots]
    turn.wilds.present = turn.wilds.shared = 0
    if k.wild_at[0] != NOWHERE or k.wild_at[1] != NOWHERE:
        wilds_of(k, &turn.wilds)
    turn.apart = not turn.wilds.shared and options[WILD_IDENTITY] == ANY
    prepare_subsets(turn)
    prepare_times(turn)
    prepare_fits(turn)


cdef void prepare_subsets(Turn* turn) noexcept nogil:
    cdef int number, members, first, rest
    turn.allowed = 0
    memset(turn.top_sum, 0, sizeof(turn.top_sum))
    for number in range(SUBSETS):
        members = TABLES.members[number]
        if members >> turn.hand_size:
            continue
        first = lowest(members)
        rest = members & (members - 1)
        turn.sum[number] = turn.value[first]
        turn.line[number] = TABLES.line[turn.card[first]]
        # Greedy's order between equal points: wilds kept, then more cards, since each brings a new one.
        turn.rank[number] = 6 if turn.wild_slots >> first & 1 else 11
        if rest:        # a smaller subset, so it comes earlier
            turn.rank[number] += turn.rank[TABLES.subset[rest]] - 10
            turn.sum[number] += turn.sum[TABLES.subset[rest]]
            turn.line[number] = join(turn.line[number], turn.line[TABLES.subset[rest]])
        turn.top_sum[TABLES.size[number]] = max(turn.top_sum[TABLES.size[number]], turn.sum[number])
        if not members & turn.second_wild or members & turn.first_wild:
            turn.allowed |= 1 << number
    turn.top = turn.top_sum[1]


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
    if cross.wild:
        cross.knot = not turn.apart or cross.wild == 3
        if not cross.knot:
            cross.mask &= minded(turn, cell, d)


cdef uint8_t minded(const Turn* turn, const Cell* cell, int d) noexcept nogil:
    """The slots of the hand that may join a line with one wild so that it still stands for something in its other line."""
    cdef uint32_t other = values_allowed(&TABLES, turn.wilds.line[(cell.wilds >> 2 * d & 3) >> 1][1 - d])
    cdef int slot, found = turn.wild_slots
    for slot in range(turn.hand_size):
        if all_fields(other & values_allowed(&TABLES, join(cell.line[d], TABLES.line[turn.card[slot]]))):
            found |= 1 << slot
    return found


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


cdef void prepare_words(Turn* turn, int size) noexcept nogil:
    """The cards and values of all arrangements of up to so many cards."""
    cdef const OfSize* all
    cdef const uint64_t* shorter
    cdef int i, shift
    while turn.prepared < size:
        shorter = turn.words[turn.prepared]
        shift = 8 * turn.prepared
        turn.prepared += 1
        all = &ARRANGED[turn.prepared]
        for i in range(all.many):
            turn.words[turn.prepared][i] = (
                shorter[all.start[i]] | turn.words[1][all.slot[i][turn.prepared - 1]] << shift
            )
