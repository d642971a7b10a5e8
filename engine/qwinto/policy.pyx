"""Placements and writes by rank, for the heuristic and for the greedy policy."""

from libc.stdint cimport int16_t, int32_t, uint32_t
from libc.string cimport memset

from kiebitz.engine.bits cimport count, lowest, without_lowest
from kiebitz.engine.qwinto.gaps cimport GapTable, fill_gap_table
from kiebitz.engine.qwinto.sheet cimport (
    FULL_ROW, HIGHEST, PENALTY, PLACES, ROWS, SHEETS, gain, legal_fields, number_at, numbers_below, places_filled,
)
from kiebitz.engine.qwinto.state cimport (
    DECLINE, DECLINED, STACKS, WRITING, Qwinto, colours_at, place_one, place_two, sum_at, value_of, write_in,
)

cdef enum:
    ROUNDS = 15             # announcements to come in the colour of a row
    WORTH = 1024            # the rank of a number that the sheet can still take
    NOTHING = -(1 << 30)

cdef int16_t CAPACITY[HIGHEST + 1][HIGHEST + 2][PLACES + 1]

# Tuned by matches against greedy and by scores in games of one player: python -m tools.tuning.tune_qwinto
cdef RankWeights HEURISTIC = RankWeights(297, [250, 100, -1500], 100, 14, -1550, -6400)
# The same weights, but points come first. Greedy declines no write and prefers every write to a penalty.
cdef RankWeights GREEDY = RankWeights(1 << 16, [250, 100, -1500], 100, 14, NOTHING, -PENALTY << 16)


cdef struct Ranks:              # cache by announced number
    uint32_t cached             # set of the numbers whose fields are cached
    uint32_t fields[HIGHEST + 1]        # legal fields in all rows
    int32_t best[ROWS][HIGHEST + 1]     # rank of the best write; 0: not cached


cdef int32_t best_in_row(const RankWeights* weights, const Sheet* sheet, int row, int number, uint32_t places,
                         int* best) noexcept nogil:
    """The highest rank of a write of the number at these legal places. Writes its place to `best`; of equals the first."""
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
            rank += weights.started[count(three & sheet.filled)]
        # Only a write that completes a row or a column brings more than one point.
        if last or (three and three & ~sheet.filled == <uint32_t>1 << field):
            rank += gain(sheet, field, number) * weights.point
        else:
            rank += weights.point
        if place == PLACES - 1:
            rank += weights.rightmost * (number - weights.above)
        if rank > highest:
            highest = rank
            best[0] = place
    return highest


cdef int write_by(const RankWeights* weights, const Sheet* sheet, int number, int colours, bint active) noexcept nogil:
    cdef uint32_t fields = legal_fields(sheet, number, colours)
    cdef int32_t rank, highest = weights.penalty if active else weights.decline
    cdef int row, place = 0, field = DECLINED - 1
    for row in range(ROWS):
        rank = best_in_row(weights, sheet, row, number, fields >> (PLACES * row) & FULL_ROW, &place)
        if rank > highest:
            highest = rank
            field = PLACES * row + place
    return 1 + field


cdef inline int32_t rank_after(const RankWeights* weights, const Sheet* sheet, const uint8_t* top, int stack,
                               Ranks* ranks) noexcept nogil:
    """The rank of the best own write after the last card is placed on this stack."""
    cdef int number = sum_at(top, stack), colours = colours_at(top, stack), row, ignored
    cdef int32_t highest = weights.penalty
    if number < 1:
        return highest
    if not ranks.cached >> number & 1:
        ranks.cached |= <uint32_t>1 << number
        ranks.fields[number] = legal_fields(sheet, number, (1 << ROWS) - 1)
    for row in range(ROWS):
        if colours >> row & 1:
            if ranks.best[row][number] == 0:
                ranks.best[row][number] = best_in_row(
                    weights, sheet, row, number, ranks.fields[number] >> (PLACES * row) & FULL_ROW, &ignored)
            highest = max(highest, ranks.best[row][number])
    return highest


cdef Move placement_by(const RankWeights* weights, const Sheet* sheet, const Hand* hand, const uint8_t* tops,
                       int32_t* best_rank) noexcept nogil:
    """The best placement. At equal ranks one card comes before two, then the lower card, then the earlier stack."""
    cdef uint8_t top[STACKS]
    cdef Ranks ranks
    cdef int32_t rank, highest = weights.penalty - 1
    cdef int i, j, stack, neighbour, axis
    cdef Move best = Move(0, 0)
    memset(&ranks, 0, sizeof(Ranks))
    for stack in range(STACKS):
        top[stack] = tops[stack]
    for i in range(hand.size):
        for stack in range(STACKS):
            top[stack] = hand.card[i]
            rank = rank_after(weights, sheet, top, stack, &ranks)
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
                    rank = rank_after(weights, sheet, top, neighbour, &ranks)
                    if rank > highest:
                        highest = rank
                        best = place_two(hand.card[i], stack, hand.card[j], neighbour)
                    top[neighbour] = tops[neighbour]
                top[stack] = tops[stack]
    best_rank[0] = highest
    return best


cdef Move move_by(const RankWeights* weights, const State* state) noexcept nogil:
    """Ranks a placement together with its best write. Ranks a write by the own sheet only."""
    cdef const Qwinto* q = <const Qwinto*>state
    cdef int decision
    cdef int32_t ignored
    if state.decision != WRITING:
        return placement_by(weights, &q.sheet[q.active], &q.hand[q.active], q.top, &ignored)
    decision = write_by(weights, &q.sheet[state.to_move], q.sum, q.colours, state.to_move == q.active)
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


def set_rank_weights(int point, started, int rightmost, int above, int decline, int penalty):
    """Changes the weights of the heuristic in this process, for tuning only. RankWeights describes the parameters."""
    HEURISTIC.point = point
    HEURISTIC.started = started
    HEURISTIC.rightmost = rightmost
    HEURISTIC.above = above
    HEURISTIC.decline = decline
    HEURISTIC.penalty = penalty


def set_rounds(int rounds):
    """Fills the table of capacities for a number of announcements to come, 1 or more."""
    cdef GapTable table
    cdef int low, high, m
    fill_gap_table(&table, False, rounds, 1)
    for low in range(HIGHEST + 1):
        for high in range(low + 1, HIGHEST + 2):
            for m in range(PLACES + 1):
                CAPACITY[low][high][m] = <int16_t>(table[low][high][m] * WORTH + 0.5)


set_rounds(ROUNDS)
