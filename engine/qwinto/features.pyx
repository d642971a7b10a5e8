"""Features of each player: gaps, rows and columns of the sheet, the end of the game, and the known cards of the hand.

At a write decision the features describe the sheets after the turn. The decisions that the observer knows are used. For
the other players the heuristic decides.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcmp, memset

from kiebitz.engine.bits cimport lowest, without_lowest
from kiebitz.engine.game cimport ALL_PLAYERS, CHANCE, MAX_PLAYERS
from kiebitz.engine.hashing cimport hash_words
from kiebitz.engine.qwinto.gaps cimport CHANCE_OF, FUTURES, GAPS, Gap
from kiebitz.engine.qwinto.policy cimport best_rank, heuristic_write
from kiebitz.engine.qwinto.sheet cimport (
    FIELDS, HIGHEST, PENALTY, PLACES, ROWS, SHEETS, Sheet, ends_game, gain, legal_fields, number_at, places_filled,
    write_number,
)
from kiebitz.engine.qwinto.state cimport (
    DECLINED, GREY, HAND, HIDDEN, STACKS, UNDECIDED, WRITING, Hand, Qwinto, colour_of, value_of,
)

cdef enum:
    ONE, PENDING, ENDS, PENALTY_1, PENALTY_2, PENALTY_3
    CAPACITY                                    # this and the next five: one feature for each future
    FULL = CAPACITY + FUTURES
    RIGHT = FULL + FUTURES
    COLUMN = RIGHT + FUTURES
    END = COLUMN + FUTURES
    OTHERS_END = END + FUTURES
    FILLED = OTHERS_END + FUTURES
    SQUARES, DEAD, FLEXIBLE, STUCK, STUCK_LATE, OTHERS_FILLED, OTHERS_PENALTY_3, NEXT, NEXT_DRAWS, NEXT_KNOWN
    BEST_DRAWS, BEST_KNOWN, GREYS, HAND_SUM, PAIRS, KNOWN, SQUARE_SUM, SQUARE_GREYS, FULL_ROWS, CAPACITY_TEMPO
    RIGHT_TEMPO, COLUMN_TEMPO, SQUARE_COLUMNS, LAST

PER_FUTURE = ["capacity", "full rows", "right of full rows", "columns", "two rows", "others' two rows"]
FUTURE_NAMES = ["few", "some", "few choosy", "many choosy"]
cdef bytes NAMES = ";".join(
    ["one", "pending", "turn ends the game", "1 penalty", "2 penalties", "3 penalties"]
    + [f"{name}, {future}" for name in PER_FUTURE for future in FUTURE_NAMES]
    + ["filled", "filled squared", "dead fields", "flexible", "stuck", "stuck late", "others' filled",
       "others with 3 penalties", "active next", "active next, drawing", "active next, hand known", "best, drawing",
       "best, hand known", "grey cards", "hand sum", "pairs", "known cards", "square sum", "square greys",
       "full rows done", "capacity before the end", "right before the end", "columns before the end", "columns squared"]
).encode()
cdef const char* FEATURE_NAMES = NAMES


cdef struct SheetForecast:      # of one sheet, by future
    float fill[FIELDS][FUTURES]  # chance that the field is filled; 1 if it is
    float number[FIELDS]        # the number of the field, or an estimate of it
    float full[ROWS][FUTURES]   # chance that the row is full


cdef struct SheetRow:           # a sheet with its features, as `add_sheet` finds them
    Sheet sheet
    bint known
    float[FEATURES] values

# A search values the same sheets again and again: most moves leave the other sheets as they are, and many placements allow the
# same writes. Each thread remembers some sheets. The memory is static, because features have no memory of a search.
cdef enum:
    SHEETS_KEPT = 256           # 64 KB; twice as many are no faster

cdef extern from *:
    """
    static _Thread_local unsigned long long kept_sheets[256 * 256 / sizeof(unsigned long long)];
    """
    void* kept_sheets


cdef int phase(const Rules* rules, const State* state) noexcept nogil:
    """The phase is the mean number of filled fields and penalties of a player, divided by 3."""
    cdef const Qwinto* q = <const Qwinto*>state
    cdef int p, row, n = 0
    for p in range(state.players):
        n += q.sheet[p].penalties
        for row in range(ROWS):
            n += SHEETS.count[places_filled(&q.sheet[p], row)]
    return min(n // (3 * state.players), PHASES - 1)


cdef void add_gap(const Sheet* sheet, int row, int left, int right, int low, int high, SheetForecast* forecast,
                  float* values) noexcept nogil:
    """Adds the gap between the filled places left and right. -1 and 9 are the ends of the row."""
    cdef int m = right - left - 1, place, k, field
    cdef const Gap* gap = &GAPS[low][high][m]
    for k in range(FUTURES):
        values[CAPACITY + k] += gap.capacity[k]
        forecast.full[row][k] *= gap.full[k]
    values[DEAD] += max(m - (high - low - 1), 0)
    for place in range(left + 1, right):
        field = PLACES * row + place
        forecast.number[field] = low + <float>(high - low) * (place - left) / (m + 1)
        for k in range(FUTURES):
            forecast.fill[field][k] = gap.capacity[k] / m


cdef void add_row(const Sheet* sheet, int row, SheetForecast* forecast, float* values) noexcept nogil:
    cdef uint32_t filled = places_filled(sheet, row)
    cdef int place, k, number, left = -1, low = 0, n = SHEETS.count[filled]
    for k in range(FUTURES):
        forecast.full[row][k] = 1
    for place in range(PLACES + 1):
        if place < PLACES and not filled >> place & 1:
            continue
        number = number_at(sheet, row, place) if place < PLACES else HIGHEST + 1
        if place - left > 1:
            add_gap(sheet, row, left, place, low, number, forecast, values)
        if place < PLACES:
            for k in range(FUTURES):
                forecast.fill[PLACES * row + place][k] = 1
            forecast.number[PLACES * row + place] = number
        left = place
        low = number
    values[FILLED] += n
    values[SQUARES] += n * n / 9.0
    if n == PLACES:
        values[FULL_ROWS] += 1
        return
    for k in range(FUTURES):
        values[FULL + k] += forecast.full[row][k]
        values[RIGHT + k] += forecast.full[row][k] * forecast.number[PLACES * row + PLACES - 1]


cdef void add_columns(const Sheet* sheet, const SheetForecast* forecast, float* values) noexcept nogil:
    cdef int field, k
    cdef uint32_t rest
    cdef float[FUTURES] chance
    for field in range(FIELDS):
        rest = SHEETS.three[field]
        if not rest or SHEETS.pentagon[field] != field or not rest & ~sheet.filled:
            continue
        for k in range(FUTURES):
            chance[k] = forecast.number[field]
        while rest:
            for k in range(FUTURES):
                chance[k] *= forecast.fill[lowest(rest)][k]
            rest = without_lowest(rest)
        for k in range(FUTURES):
            values[COLUMN + k] += chance[k]
        values[SQUARE_COLUMNS] += chance[3] * chance[3] / 9


cdef void add_sheet(const Sheet* sheet, float* values) noexcept nogil:
    cdef SheetForecast forecast
    cdef int row, k, number
    cdef uint32_t fields
    cdef float[ROWS] accepts
    for row in range(ROWS):
        add_row(sheet, row, &forecast, values)
        accepts[row] = 0
    add_columns(sheet, &forecast, values)
    for k in range(FUTURES):
        values[END + k] = (forecast.full[0][k] * forecast.full[1][k] + forecast.full[0][k] * forecast.full[2][k]
                           + forecast.full[1][k] * forecast.full[2][k])
    for number in range(1, HIGHEST + 1):
        fields = legal_fields(sheet, number, (1 << ROWS) - 1)
        for row in range(ROWS):
            if fields >> (PLACES * row) & 511:
                accepts[row] += CHANCE_OF[number]
    values[FLEXIBLE] = accepts[0] + accepts[1] + accepts[2]
    values[STUCK] = (1 - accepts[0]) * (1 - accepts[1]) * (1 - accepts[2])
    values[STUCK_LATE] = values[STUCK] * sheet.penalties
    values[PENALTY_1] = sheet.penalties == 1
    values[PENALTY_2] = sheet.penalties == 2
    values[PENALTY_3] = sheet.penalties == 3


cdef const float* sheet_values(const Sheet* sheet) noexcept nogil:
    """The features of a sheet. They are valid until the next call in this thread."""
    cdef uint64_t place = hash_words(<const uint64_t*>sheet, sizeof(Sheet) // sizeof(uint64_t)) % SHEETS_KEPT
    cdef SheetRow* kept = <SheetRow*>kept_sheets + place
    if not kept.known or memcmp(&kept.sheet, sheet, sizeof(Sheet)) != 0:
        memset(kept.values, 0, sizeof(kept.values))
        add_sheet(sheet, kept.values)
        kept.sheet = sheet[0]
        kept.known = True
    return kept.values


cdef void add_cards(const Qwinto* q, const Sheet* sheet, const Hand* hand, bint next, float* values) noexcept nogil:
    """Adds the known cards of the hand, and the square."""
    cdef Hand known
    cdef int i, j
    memset(&known, 0, sizeof(Hand))
    for i in range(hand.size):
        if hand.card[i] < HIDDEN:
            known.card[known.size] = hand.card[i]
            known.size += 1
    values[NEXT] = next
    values[KNOWN] = known.size
    for i in range(known.size):
        values[GREYS] += colour_of(known.card[i]) == GREY
        values[HAND_SUM] += value_of(known.card[i])
        for j in range(i):
            values[PAIRS] += value_of(known.card[i]) == value_of(known.card[j])
    if next and known.size:
        if known.size < HAND:
            values[NEXT_DRAWS] = 1
            values[BEST_DRAWS] = best_rank(sheet, &known, q.top) / 1024.0
        else:
            values[NEXT_KNOWN] = 1
            values[BEST_KNOWN] = best_rank(sheet, &known, q.top) / 1024.0
    for i in range(STACKS):
        values[SQUARE_SUM] += value_of(q.top[i])
        values[SQUARE_GREYS] += colour_of(q.top[i]) == GREY


cdef bint complete_turn(const Qwinto* q, int observer, Sheet* sheets, float* rows) noexcept nogil:
    """Writes the sheets after this turn and the points of the turn. Returns whether the turn ends the game."""
    cdef int p, decision
    cdef bint over = False
    for p in range(q.head.players):
        sheets[p] = q.sheet[p]
        if q.head.decision != WRITING:
            continue
        decision = q.write[p] if observer == ALL_PLAYERS or observer == p else UNDECIDED
        if decision == UNDECIDED:
            decision = heuristic_write(&sheets[p], q.sum, q.colours, p == q.active)
        if decision != DECLINED:
            rows[p * FEATURES + PENDING] = gain(&sheets[p], decision - 1, q.sum)
            write_number(&sheets[p], decision - 1, q.sum)
        elif p == q.active:
            rows[p * FEATURES + PENDING] = -PENALTY
            sheets[p].penalties += 1
        over |= ends_game(&sheets[p])
    return over


cdef void add_others(float* rows, int player, int players) noexcept nogil:
    """Adds the features of a player that depend on the feature rows of the other players."""
    cdef float* row = rows + player * FEATURES
    cdef int o, k
    for o in range(players):
        if o == player:
            continue
        for k in range(FUTURES):
            row[OTHERS_END + k] = max(row[OTHERS_END + k], rows[o * FEATURES + END + k])
        row[OTHERS_FILLED] += rows[o * FEATURES + FILLED] / (players - 1)
        row[OTHERS_PENALTY_3] += rows[o * FEATURES + PENALTY_3]
    row[CAPACITY_TEMPO] = row[CAPACITY + 3] * row[OTHERS_END + 2]
    row[RIGHT_TEMPO] = row[RIGHT + 2] * row[OTHERS_END + 2]
    row[COLUMN_TEMPO] = row[COLUMN + 2] * row[OTHERS_END + 2]


cdef void features(const Rules* rules, const State* state, int observer, float* rows) noexcept nogil:
    cdef const Qwinto* q = <const Qwinto*>state
    cdef Sheet[MAX_PLAYERS] sheets
    cdef Hand nothing, hand
    cdef const float* values
    cdef int i, p, players = state.players, next = q.active
    cdef float* row
    memset(rows, 0, players * FEATURES * sizeof(float))
    memset(&nothing, 0, sizeof(Hand))
    if complete_turn(q, observer, sheets, rows):
        for p in range(players):
            rows[p * FEATURES + ENDS] = 1
        return
    if state.to_move == CHANCE or state.decision == WRITING:
        next = (q.active + 1) % players
    for p in range(players):
        row = rows + p * FEATURES
        values = sheet_values(&sheets[p])
        for i in range(FEATURES):
            row[i] += values[i]
        row[ONE] = 1
        hand = q.hand[p] if observer == ALL_PLAYERS or observer == p else nothing
        add_cards(q, &sheets[p], &hand, p == next, row)
    for p in range(players):
        add_others(rows, p, players)
