"""A hand and a table, prepared for generating: what does not depend on the window."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from kiebitz.engine.bits cimport lowest
from kiebitz.engine.game cimport as_it_lies
from kiebitz.engine.kwatro.arranged cimport ARRANGED, OfSize
from kiebitz.engine.kwatro.board cimport ACROSS, DEAD, DOWN, FRONT, NOWHERE, Cell, Kwatro
from kiebitz.engine.kwatro.line cimport HAND, LOT, SUBSETS, TABLES, WILD, Subsets, all_fields, join, values_allowed
from kiebitz.engine.kwatro.plays cimport (
    ADDITIVE, ANY_CARD, DOUBLING, FREE, LOT_ONLY, WILD_IDENTITY, Cross, Scoring, Turn, highest_sum, mask_of, takes, weight_of,
)
from kiebitz.engine.kwatro.wilds cimport ANY, wilds_of

cdef Scoring SCORINGS[3]            # by value of DOUBLING
cdef uint8_t RANKS[16][SUBSETS]     # by wilds of the hand


cdef void build_scorings() noexcept:
    cdef int doubling, doublings, count
    cdef Scoring* scoring
    for doubling in range(3):
        scoring = &SCORINGS[doubling]
        scoring.lot_weight = 2 if doubling == LOT_ONLY else 1
        for count in range(LOT):
            scoring.crossed[count] = <Cross>1 << 40
            if count == LOT - 1:
                scoring.crossed[count] |= <Cross>1 << 32 | <Cross>scoring.lot_weight << 8
            elif count:
                scoring.crossed[count] |= 1 << 8
        for doublings in range(10):
            scoring.times[doublings] = 1 << doublings
            if doubling == ADDITIVE:
                scoring.times[doublings] = 1 + doublings
            elif doubling == LOT_ONLY:
                scoring.times[doublings] = 1


cdef void build_ranks() noexcept:
    """Greedy's order between equal points: wilds kept, then more cards, since each brings a new one."""
    cdef int wilds, number, slot
    for wilds in range(16):
        for number in range(SUBSETS):
            RANKS[wilds][number] = 10
            for slot in range(HAND):
                if TABLES.members[number] >> slot & 1:
                    RANKS[wilds][number] += <uint8_t>(-4 if wilds >> slot & 1 else 1)


build_scorings()
build_ranks()


cdef void prepare(Turn* turn, const Kwatro* k, const int32_t* options) noexcept nogil:
    cdef uint64_t rest = k.hand[k.mover].cards
    cdef int i, n = 0
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
    memset(turn.value, 0, HAND)
    for i in range(n):
        turn.value[i] = TABLES.value[turn.card[i]]
        turn.words[1][i] = turn.card[i] | <uint64_t>turn.value[i] << 32
    turn.prepared = 1
    turn.behind = n - 1 if turn.second_wild else HAND
    turn.allowed = ~TABLES.touching[15 & ~((1 << n) - 1)] & ((1 << SUBSETS) - 1)
    turn.allowed &= ~TABLES.touching[turn.second_wild] | TABLES.touching[turn.first_wild]
    turn.scoring = &SCORINGS[options[DOUBLING]]
    turn.rank = RANKS[turn.wild_slots]
    turn.wilds.present = turn.wilds.shared = 0
    if k.wild_at[0] != NOWHERE or k.wild_at[1] != NOWHERE:
        wilds_of(k, &turn.wilds)
    turn.apart = not turn.wilds.shared and options[WILD_IDENTITY] == ANY
    turn.lined = False
    turn.highest_card[0] = 0
    for i in range(1, 16):
        turn.highest_card[i] = max(turn.highest_card[i & (i - 1)], turn.value[lowest(i)])
    prepare_fits(turn)


cdef inline void prepare_highest(uint8_t* highest, uint8_t a, uint8_t b, uint8_t c) noexcept nogil:
    """The highest of any set of three numbers."""
    highest[0] = 0
    highest[1] = a
    highest[2] = b
    highest[3] = max(a, b)
    highest[4] = c
    highest[5] = max(a, c)
    highest[6] = max(b, c)
    highest[7] = max(highest[3], c)


cdef void prepare_best(Turn* turn) noexcept nogil:
    """What bounds the points of a play: the highest sum of any set of subsets."""
    cdef uint8_t held[16]           # by members
    cdef uint8_t sum[SUBSETS]
    cdef int members
    turn.list = NULL
    held[0] = 0
    for members in range(1, 16):
        held[members] = held[members & (members - 1)] + turn.value[lowest(members)]
        sum[TABLES.subset[members]] = held[members]
    prepare_highest(turn.highest[1][0], sum[0], sum[1], sum[2])
    prepare_highest(turn.highest[1][1], sum[3], 0, 0)
    prepare_highest(turn.highest[2][0], sum[4], sum[5], sum[6])
    prepare_highest(turn.highest[2][1], sum[7], sum[8], sum[9])
    prepare_highest(turn.highest[3][0], sum[10], sum[11], sum[12])
    prepare_highest(turn.highest[3][1], sum[13], 0, 0)
    prepare_highest(turn.highest[4][0], sum[14], 0, 0)
    turn.highest[4][1][0] = 0
    for members in range(1, HAND + 1):
        turn.highest_of[members] = highest_sum(turn, members, TABLES.sized[members] >> TABLES.subset[(1 << members) - 1])


cdef void prepare_lines(Turn* turn) noexcept nogil:
    """What the cards of each subset have in common."""
    cdef int number, members, rest
    turn.lined = True
    for number in range(SUBSETS):
        members = TABLES.members[number]
        if members >> turn.hand_size:
            continue
        rest = members & (members - 1)
        turn.line[number] = TABLES.line[turn.card[lowest(members)]]
        if rest:        # a smaller subset, so it comes earlier
            turn.line[number] = join(turn.line[number], turn.line[TABLES.subset[rest]])


cdef void prepare_codes(Turn* turn) noexcept nogil:
    """The rows of FIT for this hand."""
    cdef int i, card, power = 1
    cdef int codes[3]
    codes[0] = codes[1] = codes[2] = 0
    for i in range(HAND):
        card = turn.card[i]
        if i >= turn.hand_size:
            codes[0] += 5 * power
            codes[1] += 5 * power
            codes[2] += 5 * power
        else:
            codes[0] += (4 if card == WILD else card >> 4) * power
            codes[1] += (4 if card == WILD else card >> 2 & 3) * power
            codes[2] += (4 if card == WILD else card & 3) * power
        power *= 6
    for i in range(3):
        turn.codes[i] = TABLES.fit[codes[i]]


cdef void prepare_fits(Turn* turn) noexcept nogil:
    """For every frontier cell and direction: which subsets of the hand the run through it would take."""
    cdef int word
    prepare_codes(turn)
    turn.starts[ACROSS] = turn.starts[DOWN] = turn.singles = 0
    turn.cross[ACROSS][0] = turn.cross[DOWN][0] = <Cross>FREE << 48 | ANY_CARD
    turn.cross[ACROSS][DEAD] = turn.cross[DOWN][DEAD] = 0
    for word in range(1 + (turn.k.front_size - 1 >> 6)):
        prepare_cells(turn, takers(turn, turn.k.alive[word], 64 * word), 64 * word)


cdef inline uint64_t takers(Turn* turn, uint64_t alive, int first) noexcept nogil:
    """Of some slots of the frontier, counted from `first`, those that take a card of the hand; no play uses the others."""
    cdef const Cell* front = turn.k.front + first
    cdef Cross* across = turn.cross[ACROSS] + FRONT + first
    cdef Cross* down = turn.cross[DOWN] + FRONT + first
    cdef uint64_t hand = turn.k.hand[turn.k.mover].cards, found = 0, rest = alive
    cdef int slot
    if turn.wild_slots:
        return alive
    while rest:
        slot = lowest(rest)
        rest &= rest - 1
        found |= <uint64_t>(front[slot].cards & hand != 0) << slot
        across[slot] = down[slot] = 0
    return found


cdef void prepare_cells(Turn* turn, uint64_t slots, int first) noexcept nogil:
    """The same for slots of the frontier, counted from `first`, that take some card of the hand."""
    cdef const uint16_t* colours = turn.codes[0]
    cdef const uint16_t* shapes = turn.codes[1]
    cdef const uint16_t* numbers = turn.codes[2]
    cdef const Cross* crossed = turn.scoring.crossed
    cdef const Subsets* touching = TABLES.touching
    cdef const Subsets* up_to = TABLES.up_to
    cdef const Cell* front = turn.k.front
    cdef const Cell* cell
    cdef Subsets fits_across, fits_down, allowed = turn.allowed
    cdef int starts_across = turn.starts[ACROSS], starts_down = turn.starts[DOWN], singles = turn.singles
    cdef int slot
    cdef Cross both, across, down
    while slots:
        slot = first + lowest(slots)
        slots &= slots - 1
        cell = &front[slot]
        fits_across = fitting(cell, ACROSS, colours, shapes, numbers) & up_to[cell.count[ACROSS]]
        fits_down = fitting(cell, DOWN, colours, shapes, numbers) & up_to[cell.count[DOWN]]
        # Whatever the run, a card must fit both lines.
        both = fits_across & fits_down & ANY_CARD
        across = line_across(crossed, cell, ACROSS, turn.highest_card[both]) | <Cross>slot << 48 | both
        down = line_across(crossed, cell, DOWN, turn.highest_card[both]) | <Cross>slot << 48 | both
        if cell.wilds:
            across = with_wilds(turn, cell, ACROSS, across)
            down = with_wilds(turn, cell, DOWN, down)
        turn.cross[ACROSS][FRONT + slot] = across
        turn.cross[DOWN][FRONT + slot] = down
        fits_across &= allowed & touching[mask_of(down)]
        fits_down &= allowed & touching[mask_of(across)]
        turn.fits[ACROSS][slot] = fits_across
        turn.fits[DOWN][slot] = fits_down
        # Written first and counted if so: the conditions are too irregular for branches.
        turn.start[ACROSS][starts_across] = slot
        starts_across += takes(fits_across, 2)
        turn.start[DOWN][starts_down] = slot
        starts_down += takes(fits_down, 2)
        turn.single[singles] = slot
        singles += (across & down & allowed & ANY_CARD) != 0
    turn.starts[ACROSS] = starts_across
    turn.starts[DOWN] = starts_down
    turn.singles = singles


cdef inline Subsets fitting(const Cell* cell, int d, const uint16_t* colours, const uint16_t* shapes,
                            const uint16_t* numbers) noexcept nogil:
    cdef int line = cell.line[d]
    return colours[line & 31] & shapes[(line >> 5) & 31] & numbers[line >> 10]


cdef inline Cross line_across(const Cross* crossed, const Cell* cell, int d, int highest) noexcept nogil:
    cdef Cross cross = crossed[cell.count[d]]
    return cross + weight_of(cross) * (<Cross>cell.sum[d] << 16 | <Cross>highest << 56)


cdef Cross with_wilds(const Turn* turn, const Cell* cell, int d, Cross cross) noexcept nogil:
    """What wilds of the table in a line across make of it."""
    cdef int wilds = cell.wilds >> 2 * d & 3
    if wilds == 0:
        return cross
    if not turn.apart or wilds == 3:
        return cross | wilds << 4 | 1 << 6
    return cross & ~<Cross>ANY_CARD | wilds << 4 | minded(turn, cell, d, mask_of(cross))


cdef inline int minded(const Turn* turn, const Cell* cell, int d, int slots) noexcept nogil:
    """Of some slots of the hand those that may join a line with one wild so that it still stands for something in its other line."""
    cdef uint32_t other = values_allowed(&TABLES, turn.wilds.line[(cell.wilds >> 2 * d & 3) >> 1][1 - d])
    cdef int slot, found = slots & turn.wild_slots
    slots ^= found
    while slots:
        slot = lowest(slots)
        slots &= slots - 1
        if all_fields(other & values_allowed(&TABLES, join(cell.line[d], TABLES.line[turn.card[slot]]))):
            found |= 1 << slot
    return found


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
