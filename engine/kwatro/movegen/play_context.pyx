"""Fills the context of play generation."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from kiebitz.engine.bits cimport lowest
from kiebitz.engine.game cimport as_it_lies
from kiebitz.engine.kwatro.line cimport (
    HAND, LOT, SUBSETS, TABLES, WILD, Subsets, any_allowed, has_size, join, values_allowed,
)
from kiebitz.engine.kwatro.movegen.cross_line cimport ANY_CARD, CrossLine, fitting_slots, no_cross_line, weight_of
from kiebitz.engine.kwatro.movegen.permutations cimport PERMUTATIONS, PermutationTable
from kiebitz.engine.kwatro.state cimport (
    ACROSS, ADDITIVE, ANY, DEAD, DOUBLING, DOWN, FIRST_SLOT, LOT_ONLY, NOWHERE, WILD_IDENTITY, Cell, Kwatro,
)
from kiebitz.engine.kwatro.wilds cimport find_wilds

cdef Scoring SCORINGS[3]                # by value of DOUBLING
cdef uint8_t TIE_RANKS[16][SUBSETS]     # by slots of the hand with wilds


cdef void build_scorings() noexcept:
    cdef int doubling, doublings, count
    cdef Scoring* scoring
    for doubling in range(3):
        scoring = &SCORINGS[doubling]
        scoring.lot_weight = 2 if doubling == LOT_ONLY else 1
        for count in range(LOT):
            scoring.cross[count] = <CrossLine>1 << 40
            if count == LOT - 1:
                scoring.cross[count] |= <CrossLine>1 << 32 | <CrossLine>scoring.lot_weight << 8
            elif count:
                scoring.cross[count] |= 1 << 8
        for doublings in range(10):
            scoring.times[doublings] = 1 << doublings
            if doubling == ADDITIVE:
                scoring.times[doublings] = 1 + doublings
            elif doubling == LOT_ONLY:
                scoring.times[doublings] = 1


cdef void build_tie_ranks() noexcept:
    """Greedy's order between plays of equal points: fewer wilds first, then more cards, because each brings a new card."""
    cdef int wilds, number, slot
    for wilds in range(16):
        for number in range(SUBSETS):
            TIE_RANKS[wilds][number] = 10
            for slot in range(HAND):
                if TABLES.members[number] >> slot & 1:
                    TIE_RANKS[wilds][number] += <uint8_t>(-4 if wilds >> slot & 1 else 1)


build_scorings()
build_tie_ranks()


cdef void fill_context(PlayContext* context, const Kwatro* k, const int32_t* options) noexcept nogil:
    fill_context_of(context, k, options, k.mover, ALL_SIZES)


cdef void fill_context_of(PlayContext* context, const Kwatro* k, const int32_t* options, int player,
                          int sizes) noexcept nogil:
    context.k = k
    context.player = player
    context.options = options
    context.list = NULL
    context.best = as_it_lies()
    context.best_rank = context.best_points = -1
    fill_hand(context)
    if sizes == WHOLE_HAND:
        context.usable &= TABLES.of_size[context.hand_size]
    elif sizes == PART_OF_HAND:
        context.usable &= ~TABLES.of_size[context.hand_size]
    context.scoring = &SCORINGS[options[DOUBLING]]
    context.tie_rank = TIE_RANKS[context.wild_slots]
    context.wilds.present = context.wilds.shared = 0
    if k.wild_at[0] != NOWHERE or k.wild_at[1] != NOWHERE:
        find_wilds(k, &context.wilds)
    context.wilds_independent = not context.wilds.shared and options[WILD_IDENTITY] == ANY
    fill_board(context)


cdef inline void fill_hand(PlayContext* context) noexcept nogil:
    """Fills the cards of the hand and all fields that depend on them alone."""
    cdef const Kwatro* k = context.k
    cdef uint64_t rest = k.hand[context.player].cards
    cdef int i, n = 0
    context.wild_slots = context.first_wild = context.second_wild = 0
    memset(context.words[1], 0, HAND * sizeof(uint64_t))
    while rest:
        context.card[n] = lowest(rest)
        rest &= rest - 1
        n += 1
    for _ in range(k.hand[context.player].wilds):
        context.card[n] = WILD
        context.wild_slots |= 1 << n
        n += 1
    context.hand_size = n
    if k.hand[context.player].wilds == 2:
        context.first_wild = 1 << (n - 2)
        context.second_wild = 1 << (n - 1)
    memset(context.value, 0, HAND)
    for i in range(n):
        context.value[i] = TABLES.value[context.card[i]]
        context.words[1][i] = context.card[i] | <uint64_t>context.value[i] << 32
    context.words_up_to = 1
    context.has_subset_lines = False
    context.wild_order = n - 1 if context.second_wild else HAND
    context.usable = ~TABLES.using[15 & ~((1 << n) - 1)] & ((1 << SUBSETS) - 1)
    context.usable &= ~TABLES.using[context.second_wild] | TABLES.using[context.first_wild]
    context.highest_value[0] = 0
    for i in range(1, 16):
        context.highest_value[i] = max(context.highest_value[i & (i - 1)], context.value[lowest(i)])


cdef inline void fill_highest(uint8_t* highest, uint8_t a, uint8_t b, uint8_t c) noexcept nogil:
    """The highest of each subset of three numbers."""
    highest[0] = 0
    highest[1] = a
    highest[2] = b
    highest[3] = max(a, b)
    highest[4] = c
    highest[5] = max(a, c)
    highest[6] = max(b, c)
    highest[7] = max(highest[3], c)


cdef void fill_bounds(PlayContext* context) noexcept nogil:
    cdef uint8_t sum_of_members[16]
    cdef uint8_t sum[SUBSETS]
    cdef int members, size
    context.list = NULL
    sum_of_members[0] = 0
    for members in range(1, 16):
        sum_of_members[members] = sum_of_members[members & (members - 1)] + context.value[lowest(members)]
        sum[TABLES.subset[members]] = sum_of_members[members]
    fill_highest(context.highest[1][0], sum[0], sum[1], sum[2])
    fill_highest(context.highest[1][1], sum[3], 0, 0)
    fill_highest(context.highest[2][0], sum[4], sum[5], sum[6])
    fill_highest(context.highest[2][1], sum[7], sum[8], sum[9])
    fill_highest(context.highest[3][0], sum[10], sum[11], sum[12])
    fill_highest(context.highest[3][1], sum[13], 0, 0)
    fill_highest(context.highest[4][0], sum[14], 0, 0)
    context.highest[4][1][0] = 0
    for size in range(1, HAND + 1):
        context.highest_sum[size] = highest_sum_of(
            context, size, TABLES.of_size[size] >> TABLES.subset[(1 << size) - 1]
        )


cdef void fill_subset_lines(PlayContext* context) noexcept nogil:
    cdef int number, members, rest
    context.has_subset_lines = True
    for number in range(SUBSETS):
        members = TABLES.members[number]
        if members >> context.hand_size:
            continue
        rest = members & (members - 1)
        context.subset_line[number] = TABLES.line[context.card[lowest(members)]]
        if rest:        # a smaller subset has a lower number
            context.subset_line[number] = join(context.subset_line[number], context.subset_line[TABLES.subset[rest]])


cdef void find_fit_rows(PlayContext* context) noexcept nogil:
    cdef int i, card, power = 1
    cdef int codes[3]
    codes[0] = codes[1] = codes[2] = 0
    for i in range(HAND):
        card = context.card[i]
        if i >= context.hand_size:
            codes[0] += 5 * power
            codes[1] += 5 * power
            codes[2] += 5 * power
        else:
            codes[0] += (4 if card == WILD else card >> 4) * power
            codes[1] += (4 if card == WILD else card >> 2 & 3) * power
            codes[2] += (4 if card == WILD else card & 3) * power
        power *= 6
    for i in range(3):
        context.fit_row[i] = TABLES.fit[codes[i]]


cdef void fill_board(PlayContext* context) noexcept nogil:
    """Fills the fields of the frontier."""
    cdef int word
    find_fit_rows(context)
    context.start_count[ACROSS] = context.start_count[DOWN] = context.single_count = 0
    context.cross[ACROSS][0] = context.cross[DOWN][0] = no_cross_line()
    context.cross[ACROSS][DEAD] = context.cross[DOWN][DEAD] = 0
    for word in range(1 + (context.k.frontier_size - 1 >> 6)):
        fill_cells(context, slots_for_hand(context, context.k.alive[word], 64 * word), 64 * word)


cdef inline uint64_t slots_for_hand(PlayContext* context, uint64_t alive, int first) noexcept nogil:
    """Returns the slots that a card of the hand fits, numbered from `first`. No play uses the other slots."""
    cdef const Cell* frontier = context.k.frontier + first
    cdef CrossLine* across = context.cross[ACROSS] + FIRST_SLOT + first
    cdef CrossLine* down = context.cross[DOWN] + FIRST_SLOT + first
    cdef uint64_t hand = context.k.hand[context.player].cards, found = 0, rest = alive
    cdef int slot
    if context.wild_slots:
        return alive
    while rest:
        slot = lowest(rest)
        rest &= rest - 1
        found |= <uint64_t>(frontier[slot].fitting & hand != 0) << slot
        across[slot] = down[slot] = 0
    return found


cdef void fill_cells(PlayContext* context, uint64_t slots, int first) noexcept nogil:
    """Fills `fits`, `cross`, `start` and `single` for slots of the frontier, numbered from `first`."""
    cdef const uint16_t* colours = context.fit_row[0]
    cdef const uint16_t* shapes = context.fit_row[1]
    cdef const uint16_t* numbers = context.fit_row[2]
    cdef const CrossLine* by_count = context.scoring.cross
    cdef const Subsets* using = TABLES.using
    cdef const Subsets* not_too_long = TABLES.not_too_long
    cdef const Cell* frontier = context.k.frontier
    cdef const Cell* cell
    cdef Subsets fits_across, fits_down, usable = context.usable
    cdef int starts_across = context.start_count[ACROSS], starts_down = context.start_count[DOWN]
    cdef int singles = context.single_count
    cdef int slot
    cdef CrossLine both, across, down
    while slots:
        slot = first + lowest(slots)
        slots &= slots - 1
        cell = &frontier[slot]
        fits_across = fitting_subsets(cell, ACROSS, colours, shapes, numbers) & not_too_long[cell.count[ACROSS]]
        fits_down = fitting_subsets(cell, DOWN, colours, shapes, numbers) & not_too_long[cell.count[DOWN]]
        # The card on this cell must fit both lines, whichever of them is the run.
        both = fits_across & fits_down & ANY_CARD
        across = cross_line_of(by_count, cell, ACROSS, context.highest_value[both]) | <CrossLine>slot << 48 | both
        down = cross_line_of(by_count, cell, DOWN, context.highest_value[both]) | <CrossLine>slot << 48 | both
        if cell.wilds:
            across = with_wilds(context, cell, ACROSS, across)
            down = with_wilds(context, cell, DOWN, down)
        context.cross[ACROSS][FIRST_SLOT + slot] = across
        context.cross[DOWN][FIRST_SLOT + slot] = down
        fits_across &= usable & using[fitting_slots(down)]
        fits_down &= usable & using[fitting_slots(across)]
        context.fits[ACROSS][slot] = fits_across
        context.fits[DOWN][slot] = fits_down
        # A slot is written first and then counted or not: the conditions are too irregular for branches.
        context.start[ACROSS][starts_across] = slot
        starts_across += has_size(fits_across, 2)
        context.start[DOWN][starts_down] = slot
        starts_down += has_size(fits_down, 2)
        context.single[singles] = slot
        singles += (across & down & usable & ANY_CARD) != 0
    context.start_count[ACROSS] = starts_across
    context.start_count[DOWN] = starts_down
    context.single_count = singles


cdef inline Subsets fitting_subsets(const Cell* cell, int d, const uint16_t* colours, const uint16_t* shapes,
                                    const uint16_t* numbers) noexcept nogil:
    cdef int line = cell.line[d]
    return colours[line & 31] & shapes[(line >> 5) & 31] & numbers[line >> 10]


cdef inline CrossLine cross_line_of(const CrossLine* by_count, const Cell* cell, int d, int highest) noexcept nogil:
    cdef CrossLine cross = by_count[cell.count[d]]
    return cross + weight_of(cross) * (<CrossLine>cell.sum[d] << 16 | <CrossLine>highest << 56)


cdef CrossLine with_wilds(const PlayContext* context, const Cell* cell, int d, CrossLine cross) noexcept nogil:
    """The line across a cell, with the conditions that the board's wilds in it add."""
    cdef int wilds = cell.wilds >> 2 * d & 3
    if wilds == 0:
        return cross
    if not context.wilds_independent or wilds == 3:
        return cross | wilds << 4 | 1 << 6
    return cross & ~<CrossLine>ANY_CARD | wilds << 4 | slots_beside_wild(context, cell, d, fitting_slots(cross))


cdef inline int slots_beside_wild(const PlayContext* context, const Cell* cell, int d, int slots) noexcept nogil:
    """Returns the slots whose card may join a line with one wild. The wild must still fit its other line too."""
    cdef uint32_t other = values_allowed(&TABLES, context.wilds.line[(cell.wilds >> 2 * d & 3) >> 1][1 - d])
    cdef int slot, found = slots & context.wild_slots
    slots ^= found
    while slots:
        slot = lowest(slots)
        slots &= slots - 1
        if any_allowed(other & values_allowed(&TABLES, join(cell.line[d], TABLES.line[context.card[slot]]))):
            found |= 1 << slot
    return found


cdef void fill_words(PlayContext* context, int size) noexcept nogil:
    cdef const PermutationTable* table
    cdef const uint64_t* shorter
    cdef int i, shift
    while context.words_up_to < size:
        shorter = context.words[context.words_up_to]
        shift = 8 * context.words_up_to
        context.words_up_to += 1
        table = &PERMUTATIONS[context.words_up_to]
        for i in range(table.count):
            context.words[context.words_up_to][i] = (
                shorter[table.prefix[i]] | context.words[1][table.slot[i][context.words_up_to - 1]] << shift
            )
