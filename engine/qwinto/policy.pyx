"""Placements and writes by rank, for the heuristic and for greedy, and the spread of the final margin."""

from libc.math cimport sqrt
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memset

from kiebitz.engine.bits cimport count, lowest, without_lowest
from kiebitz.engine.game cimport OVER, MarginModel
from kiebitz.engine.qwinto.gaps cimport Table, look_ahead
from kiebitz.engine.qwinto.moves cimport DECLINE, place_one, place_two, write_in
from kiebitz.engine.qwinto.sheet cimport (
    FULL_ROW, HIGHEST, PENALTY, PLACES, ROWS, SHEETS, gain, legal_fields, number_at, numbers_below, places_filled,
)
from kiebitz.engine.qwinto.table cimport (
    DECLINED, STACKS, WRITING, Hand, Qwinto, colours_at, sum_at, value_of,
)

cdef enum:
    ROUNDS = 15             # announcements to come in the colour of a row
    WORTH = 1024            # of a number still to be written
    NOTHING = -(1 << 30)

cdef int16_t CAPACITY[HIGHEST + 1][HIGHEST + 2][PLACES + 1]

# Found by the wins against greedy and the scores alone: python -m tools.tuning.tune_qwinto
cdef Taste HEURISTIC = Taste(297, [250, 100, -1500], 100, 14, -1550, -6400)
# The same with points before everything; nothing is declined, and no write is worse than a penalty.
cdef Taste GREEDY = Taste(1 << 16, [250, 100, -1500], 100, 14, NOTHING, -PENALTY << 16)


cdef double SPREAD_FIXED = 330.0
cdef double SPREAD_PER_FIELD = 4.0
cdef double SPREAD_PER_FIELD_ALONE = 100.0


cdef struct Ranks:              # what is known so far of the numbers that can be announced
    uint32_t asked              # set of numbers whose fields are known
    uint32_t fields[HIGHEST + 1]        # legal in any row
    int32_t best[ROWS][HIGHEST + 1]     # rank of the best write; 0 not yet known


cdef int32_t best_in_row(const Taste* taste, const Sheet* sheet, int row, int number, uint32_t places, int* best) noexcept nogil:
    """The highest rank among writes of the number at these legal places, and its place; the first of equals.
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
            rank += taste.started[count(three & sheet.filled)]
        # Only what completes a row or a column brings more than one point.
        if last or (three and three & ~sheet.filled == <uint32_t>1 << field):
            rank += gain(sheet, field, number) * taste.point
        else:
            rank += taste.point
        if place == PLACES - 1:
            rank += taste.rightmost * (number - taste.above)
        if rank > highest:
            highest = rank
            best[0] = place
    return highest


cdef int write_by(const Taste* taste, const Sheet* sheet, int number, int colours, bint active) noexcept nogil:
    cdef uint32_t fields = legal_fields(sheet, number, colours)
    cdef int32_t rank, highest = taste.penalty if active else taste.decline
    cdef int row, place = 0, field = DECLINED - 1
    for row in range(ROWS):
        rank = best_in_row(taste, sheet, row, number, fields >> (PLACES * row) & FULL_ROW, &place)
        if rank > highest:
            highest = rank
            field = PLACES * row + place
    return 1 + field


cdef inline int32_t rank_after(const Taste* taste, const Sheet* sheet, const uint8_t* top, int stack, Ranks* ranks) noexcept nogil:
    """The rank of the own best write after a card was placed last on that stack."""
    cdef int number = sum_at(top, stack), colours = colours_at(top, stack), row, ignored
    cdef int32_t highest = taste.penalty
    if number < 1:
        return highest
    if not ranks.asked >> number & 1:
        ranks.asked |= <uint32_t>1 << number
        ranks.fields[number] = legal_fields(sheet, number, (1 << ROWS) - 1)
    for row in range(ROWS):
        if colours >> row & 1:
            if ranks.best[row][number] == 0:
                ranks.best[row][number] = best_in_row(
                    taste, sheet, row, number, ranks.fields[number] >> (PLACES * row) & FULL_ROW, &ignored)
            highest = max(highest, ranks.best[row][number])
    return highest


cdef Move placement_by(const Taste* taste, const Sheet* sheet, const Hand* hand, const uint8_t* tops,
                        int32_t* best_rank) noexcept nogil:
    """One card before two, then the lower card and the earlier stack, where the rank is the same."""
    cdef uint8_t top[STACKS]
    cdef Ranks ranks
    cdef int32_t rank, highest = taste.penalty - 1
    cdef int i, j, stack, neighbour, axis
    cdef Move best = Move(0, 0)
    memset(&ranks, 0, sizeof(Ranks))
    for stack in range(STACKS):
        top[stack] = tops[stack]
    for i in range(hand.size):
        for stack in range(STACKS):
            top[stack] = hand.card[i]
            rank = rank_after(taste, sheet, top, stack, &ranks)
            if rank > highest:
                highest = rank
                best = place_one(hand.card[i], stack)
            top[stack] = tops[stack]
    for i in range(hand.size):
        for j in range(hand.size):
            if i == j or value_of(hand.card[i]) != value_of(hand.card[j]):
                continue
            for stack in range(STACKS):
                top[stack] = hand.card[i]
                for axis in range(1, 3):
                    neighbour = stack ^ axis
                    top[neighbour] = hand.card[j]
                    rank = rank_after(taste, sheet, top, neighbour, &ranks)
                    if rank > highest:
                        highest = rank
                        best = place_two(hand.card[i], stack, hand.card[j], neighbour)
                    top[neighbour] = tops[neighbour]
                top[stack] = tops[stack]
    best_rank[0] = highest
    return best


cdef Move move_by(const Taste* taste, const State* state) noexcept nogil:
    """A placement with the write it allows counts as a whole; a write looks at the own sheet only."""
    cdef const Qwinto* q = <const Qwinto*>state
    cdef int decision
    cdef int32_t ignored
    if state.decision != WRITING:
        return placement_by(taste, &q.sheet[q.active], &q.hand[q.active], q.top, &ignored)
    decision = write_by(taste, &q.sheet[state.to_move], q.sum, q.colours, state.to_move == q.active)
    if decision == DECLINED:
        return Move(DECLINE, 0)
    return write_in(decision - 1)


cdef Move greedy(const Rules* rules, const State* state) noexcept nogil:
    return move_by(&GREEDY, state)


cdef Move heuristic(const Rules* rules, const State* state) noexcept nogil:
    return move_by(&HEURISTIC, state)


cdef int32_t best_rank(const Sheet* sheet, const Hand* hand, const uint8_t* tops) noexcept nogil:
    cdef int32_t rank
    placement_by(&HEURISTIC, sheet, hand, tops, &rank)
    return rank


cdef int heuristic_write(const Sheet* sheet, int number, int colours, bint active) noexcept nogil:
    return write_by(&HEURISTIC, sheet, number, colours, active)


cdef int greedy_write(const Sheet* sheet, int number, int colours) noexcept nogil:
    return write_by(&GREEDY, sheet, number, colours, False)


cdef void margin_model(const Rules* rules, const State* state, int player, int next, MarginModel* model) noexcept nogil:
    """Fitted to greedy games, not to strong players', from positions that were reached by a third of random moves.

    The variance grows with the fields that are still empty, on average over the sheets. Alone nothing cancels: the margin
    is the own score, which grows by about two points a field.
    """
    cdef const Qwinto* q = <const Qwinto*>state
    cdef int seat, row, empty = 0
    model.sd = model.shift = model.rollout_bias = model.rollout_bias_sd = 0
    if state.to_move == OVER:
        return
    for seat in range(state.players):
        for row in range(ROWS):
            empty += PLACES - SHEETS.count[places_filled(&q.sheet[seat], row)]
    if state.players == 1:
        model.sd = sqrt(SPREAD_PER_FIELD_ALONE * empty)
    else:
        model.sd = sqrt(SPREAD_FIXED + SPREAD_PER_FIELD * empty / state.players)


def set_taste(int point, started, int rightmost, int above, int decline, int penalty):
    """Changes what the heuristic likes, in this process: for tuning it only."""
    HEURISTIC.point = point
    HEURISTIC.started = started
    HEURISTIC.rightmost = rightmost
    HEURISTIC.above = above
    HEURISTIC.decline = decline
    HEURISTIC.penalty = penalty


def set_rounds(int rounds):
    """Fills the table of capacities for that many announcements to come."""
    cdef Table table
    cdef int low, high, m
    look_ahead(&table, False, rounds, 1)
    for low in range(HIGHEST + 1):
        for high in range(low + 1, HIGHEST + 2):
            for m in range(PLACES + 1):
                CAPACITY[low][high][m] = <int16_t>(table[low][high][m] * WORTH + 0.5)


set_rounds(ROUNDS)
