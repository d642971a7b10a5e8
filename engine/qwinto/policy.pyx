"""Greedy placements and writes, the tables behind them, and the spread of the final margin."""

from itertools import combinations

from libc.math cimport sqrt
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memcpy, memset

from kiebitz.engine.bits cimport lowest, without_lowest
from kiebitz.engine.game cimport OVER
from kiebitz.engine.qwinto.moves cimport DECLINE, place_one, place_two, write_in
from kiebitz.engine.qwinto.sheet cimport (
    FULL_ROW, HIGHEST, PENALTY, PLACES, ROWS, SHEETS, gain, legal_fields, number_at, numbers_below, places_filled,
)
from kiebitz.engine.qwinto.table cimport (
    DECLINED, STACKS, WRITING, Hand, Qwinto, colour_of, colours_at, sum_at, value_of,
)

cdef enum:
    OFFERS = 8              # announcements to come in the colour of a row
    POINT = 1 << 16         # of a rank; what a sheet is worth afterwards is below
    WORTH = 1024            # of a number still to be written
    COLUMN = 100            # worth of a number in a three-field column
    RIGHTMOST = 60          # and in the rightmost field, for each above 12; by trial in greedy games
    NOTHING = -PENALTY * POINT

cdef int16_t CAPACITY[HIGHEST + 1][HIGHEST + 2][PLACES + 1]

cdef double SPREAD_FIXED = 330.0
cdef double SPREAD_PER_FIELD = 4.0
cdef double SPREAD_PER_FIELD_ALONE = 100.0


cdef struct Ranks:              # what is known so far of the numbers that can be announced
    uint32_t asked              # set of numbers whose fields are known
    uint32_t fields[HIGHEST + 1]        # legal in any row
    int32_t best[ROWS][HIGHEST + 1]     # rank of the best write; 0 not yet known


cdef int32_t best_in_row(const Sheet* sheet, int row, int number, uint32_t places, int* best) noexcept nogil:
    """The highest rank among writes of the number at these legal places, and its place; the first of equals.

    A rank is the points, then what the sheet is still good for.
    """
    cdef uint32_t filled = places_filled(sheet, row), three
    cdef bint last = SHEETS.count[filled] == PLACES - 1
    cdef int below = numbers_below(sheet, row, number)
    cdef int right = SHEETS.place[filled][below], high = HIGHEST + 1
    cdef int left = -1, low = 0
    cdef int field, place
    cdef int32_t whole, rank, highest = NOTHING
    cdef const int16_t* cut
    if below:
        left = SHEETS.place[filled][below - 1]
        low = number_at(sheet, row, left)
    if right < PLACES:
        high = number_at(sheet, row, right)
    whole = CAPACITY[low][high][right - left - 1]
    cut = CAPACITY[low][number]
    while places:
        place = lowest(places)
        places = without_lowest(places)
        field = PLACES * row + place
        rank = cut[place - left - 1] + CAPACITY[number][high][right - place - 1] - whole
        three = SHEETS.three[field]
        if three:
            rank += COLUMN
        # Only what completes a row or a column brings more than one point.
        if last or (three and three & ~sheet.filled == <uint32_t>1 << field):
            rank += gain(sheet, field, number) * POINT
        else:
            rank += POINT
        if place == PLACES - 1:
            rank += RIGHTMOST * (number - 12)
        if rank > highest:
            highest = rank
            best[0] = place
    return highest


cdef int greedy_write(const Sheet* sheet, int number, int colours) noexcept nogil:
    cdef uint32_t fields = legal_fields(sheet, number, colours)
    cdef int32_t rank, highest = NOTHING
    cdef int row, place = 0, field = DECLINED - 1
    for row in range(ROWS):
        rank = best_in_row(sheet, row, number, fields >> (PLACES * row) & FULL_ROW, &place)
        if rank > highest:
            highest = rank
            field = PLACES * row + place
    return 1 + field


cdef inline int32_t rank_after(const Sheet* sheet, const uint8_t* top, int stack, Ranks* ranks) noexcept nogil:
    """The rank of the own best write after a card was placed last on that stack."""
    cdef int number = sum_at(top, stack), colours = colours_at(top, stack), row, ignored
    cdef int32_t highest = NOTHING
    if number < 1:
        return NOTHING
    if not ranks.asked >> number & 1:
        ranks.asked |= <uint32_t>1 << number
        ranks.fields[number] = legal_fields(sheet, number, (1 << ROWS) - 1)
    for row in range(ROWS):
        if colours >> row & 1:
            if ranks.best[row][number] == 0:
                ranks.best[row][number] = best_in_row(
                    sheet, row, number, ranks.fields[number] >> (PLACES * row) & FULL_ROW, &ignored)
            highest = max(highest, ranks.best[row][number])
    return highest


cdef Move greedy_placement(const Qwinto* q) noexcept nogil:
    """One card before two, then the lower card and the earlier stack, where the rank is the same."""
    cdef const Sheet* sheet = &q.sheet[q.active]
    cdef const Hand* hand = &q.hand[q.active]
    cdef uint8_t top[STACKS]
    cdef Ranks ranks
    cdef int32_t rank, highest = NOTHING - 1
    cdef int i, j, stack, neighbour, axis
    cdef Move best = Move(0, 0)
    memset(&ranks, 0, sizeof(Ranks))
    for stack in range(STACKS):
        top[stack] = q.top[stack]
    for i in range(hand.size):
        for stack in range(STACKS):
            top[stack] = hand.card[i]
            rank = rank_after(sheet, top, stack, &ranks)
            if rank > highest:
                highest = rank
                best = place_one(hand.card[i], stack)
            top[stack] = q.top[stack]
    for i in range(hand.size):
        for j in range(hand.size):
            if i == j or value_of(hand.card[i]) != value_of(hand.card[j]):
                continue
            for stack in range(STACKS):
                top[stack] = hand.card[i]
                for axis in range(1, 3):
                    neighbour = stack ^ axis
                    top[neighbour] = hand.card[j]
                    rank = rank_after(sheet, top, neighbour, &ranks)
                    if rank > highest:
                        highest = rank
                        best = place_two(hand.card[i], stack, hand.card[j], neighbour)
                    top[neighbour] = q.top[neighbour]
                top[stack] = q.top[stack]
    return best


cdef Move greedy(const Rules* rules, const State* state) noexcept nogil:
    """A placement with the write it allows counts as a whole; a write looks at the own sheet only."""
    cdef const Qwinto* q = <const Qwinto*>state
    cdef int decision
    if state.decision != WRITING:
        return greedy_placement(q)
    decision = greedy_write(&q.sheet[state.to_move], q.sum, q.colours)
    if decision == DECLINED:
        return Move(DECLINE, 0)
    return write_in(decision - 1)


cdef double spread(const Rules* rules, const State* state) noexcept nogil:
    """Fitted to greedy games from positions that were reached by a third of random moves.

    The variance grows with the fields that are still empty, on average over the sheets. Alone nothing cancels: the margin
    is the own score, which grows by about two points a field.
    """
    cdef const Qwinto* q = <const Qwinto*>state
    cdef int player, row, empty = 0
    if state.to_move == OVER:
        return 0.0
    for player in range(state.players):
        for row in range(ROWS):
            empty += PLACES - SHEETS.count[places_filled(&q.sheet[player], row)]
    if state.players == 1:
        return sqrt(SPREAD_PER_FIELD_ALONE * empty)
    return sqrt(SPREAD_FIXED + SPREAD_PER_FIELD * empty / state.players)


def offered_numbers():
    """How likely an announcement names a given row with each number, for three cards of the deck at random."""
    cards = [(colour_of(card), value_of(card)) for card in range(32)]
    ways = [0] * (HIGHEST + 1)
    for three in combinations(cards, 3):
        number = sum([value for _, value in three])
        if number >= 1 and any([colour == 0 for colour, _ in three]):
            ways[number] += 1
    return [way / sum(ways) for way in ways]


cdef int build_capacity() except -1:
    """Expected numbers that a gap takes of the next OFFERS ones, each written at the best place or declined."""
    cdef double now[HIGHEST + 1][HIGHEST + 2][PLACES + 1]
    cdef double later[HIGHEST + 1][HIGHEST + 2][PLACES + 1]
    cdef double chance[HIGHEST + 1]
    cdef double value, best
    cdef int offers, low, high, m, number, place
    for number, likelihood in enumerate(offered_numbers()):
        chance[number] = likelihood
    memset(now, 0, sizeof(now))
    for offers in range(OFFERS):
        memcpy(later, now, sizeof(now))
        for low in range(HIGHEST + 1):
            for high in range(low + 2, HIGHEST + 2):
                for m in range(1, PLACES + 1):
                    value = later[low][high][m]
                    for number in range(low + 1, high):
                        best = later[low][high][m]
                        for place in range(m):
                            best = max(best, 1 + later[low][number][place] + later[number][high][m - 1 - place])
                        value += chance[number] * (best - later[low][high][m])
                    now[low][high][m] = value
    for low in range(HIGHEST + 1):
        for high in range(low + 1, HIGHEST + 2):
            for m in range(PLACES + 1):
                CAPACITY[low][high][m] = <int16_t>(now[low][high][m] * WORTH + 0.5)
    return 0


build_capacity()
