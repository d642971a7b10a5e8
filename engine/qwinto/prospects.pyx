"""What is left for each player: what the gaps of the sheet can take, rows, columns, the end, and the cards at hand.

While a turn is being written, sheets count as they will be after it: with what `eye` knows to be decided, and for the
others with what the heuristic would write.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from kiebitz.engine.bits cimport lowest, without_lowest
from kiebitz.engine.game cimport CHANCE, ALL_PLAYERS, MAX_PLAYERS
from kiebitz.engine.qwinto.gaps cimport CHANCE_OF, FUTURES, GAPS, Gap
from kiebitz.engine.qwinto.policy cimport best_rank, heuristic_write
from kiebitz.engine.qwinto.sheet cimport (
    FIELDS, HIGHEST, PENALTY, PLACES, ROWS, SHEETS, Sheet, ends_game, gain, legal_fields, number_at, places_filled,
    write_number,
)
from kiebitz.engine.qwinto.table cimport (
    DECLINED, GREY, HAND, HIDDEN, STACKS, UNDECIDED, WRITING, Hand, Qwinto, colour_of, value_of,
)

cdef enum:
    ONE, PENDING, ENDS, PENALTY_1, PENALTY_2, PENALTY_3
    CAPACITY                                    # four futures each
    FULL = CAPACITY + FUTURES
    RIGHT = FULL + FUTURES
    COLUMN = RIGHT + FUTURES
    END = COLUMN + FUTURES
    OTHERS_END = END + FUTURES
    FILLED = OTHERS_END + FUTURES
    SQUARES, DEAD, FLEXIBLE, STUCK, STUCK_LATE, OTHERS_FILLED, OTHERS_PENALTY_3, NEXT, NEXT_DRAWS, NEXT_KNOWN
    BEST_DRAWS, BEST_KNOWN, GREYS, HAND_SUM, PAIRS, KNOWN, SQUARE_SUM, SQUARE_GREYS, FULL_ROWS, CAPACITY_TEMPO
    RIGHT_TEMPO, COLUMN_TEMPO, SQUARE_COLUMNS, LAST

WHAT = ["capacity", "full rows", "right of full rows", "columns", "two rows", "others' two rows"]
FUTURE_NAMES = ["few", "some", "few choosy", "many choosy"]
cdef bytes NAMES = ";".join(
    ["one", "pending", "turn ends the game", "1 penalty", "2 penalties", "3 penalties"]
    + [f"{what}, {future}" for what in WHAT
       for future in FUTURE_NAMES]
    + ["filled", "filled squared", "dead fields", "flexible", "stuck", "stuck late", "others' filled",
       "others with 3 penalties", "active next", "active next, drawing", "active next, hand known", "best, drawing",
       "best, hand known", "grey cards", "hand sum", "pairs", "known cards", "square sum", "square greys", "full rows done",
       "capacity before the end", "right before the end", "columns before the end", "columns squared"]
).encode()
cdef const char* FEATURE_NAMES = NAMES


cdef struct Outlook:            # of one sheet
    float fill[FIELDS][FUTURES] # how likely the field is filled; 1 if it is
    float number[FIELDS]        # that stands there, or about what would
    float full[ROWS][FUTURES]


cdef int stage(const Rules* rules, const State* state) noexcept nogil:
    """By turns taken: fields and penalties on average."""
    cdef const Qwinto* q = <const Qwinto*>state
    cdef int p, row, n = 0
    for p in range(state.players):
        n += q.sheet[p].penalties
        for row in range(ROWS):
            n += SHEETS.count[places_filled(&q.sheet[p], row)]
    return min(n // (3 * state.players), STAGES - 1)


cdef void look_at_gap(const Sheet* sheet, int row, int left, int right, int low, int high, Outlook* outlook,
                      float* features) noexcept nogil:
    """The empty places between two filled ones; left -1 and right 9 are the ends of the row."""
    cdef int m = right - left - 1, place, k, field
    cdef const Gap* gap = &GAPS[low][high][m]
    for k in range(FUTURES):
        features[CAPACITY + k] += gap.capacity[k]
        outlook.full[row][k] *= gap.full[k]
    features[DEAD] += max(m - (high - low - 1), 0)
    for place in range(left + 1, right):
        field = PLACES * row + place
        outlook.number[field] = low + <float>(high - low) * (place - left) / (m + 1)
        for k in range(FUTURES):
            outlook.fill[field][k] = gap.capacity[k] / m


cdef void look_at_row(const Sheet* sheet, int row, Outlook* outlook, float* features) noexcept nogil:
    cdef uint32_t filled = places_filled(sheet, row)
    cdef int place, k, number, left = -1, low = 0, n = SHEETS.count[filled]
    for k in range(FUTURES):
        outlook.full[row][k] = 1
    for place in range(PLACES + 1):
        if place < PLACES and not filled >> place & 1:
            continue
        number = number_at(sheet, row, place) if place < PLACES else HIGHEST + 1
        if place - left > 1:
            look_at_gap(sheet, row, left, place, low, number, outlook, features)
        if place < PLACES:
            for k in range(FUTURES):
                outlook.fill[PLACES * row + place][k] = 1
            outlook.number[PLACES * row + place] = number
        left = place
        low = number
    features[FILLED] += n
    features[SQUARES] += n * n / 9.0
    if n == PLACES:
        features[FULL_ROWS] += 1
        return
    for k in range(FUTURES):
        features[FULL + k] += outlook.full[row][k]
        features[RIGHT + k] += outlook.full[row][k] * outlook.number[PLACES * row + PLACES - 1]


cdef void look_at_columns(const Sheet* sheet, const Outlook* outlook, float* features) noexcept nogil:
    cdef int field, k
    cdef uint32_t rest
    cdef float[FUTURES] chance
    for field in range(FIELDS):
        rest = SHEETS.three[field]
        if not rest or SHEETS.pentagon[field] != field or not rest & ~sheet.filled:
            continue
        for k in range(FUTURES):
            chance[k] = outlook.number[field]
        while rest:
            for k in range(FUTURES):
                chance[k] *= outlook.fill[lowest(rest)][k]
            rest = without_lowest(rest)
        for k in range(FUTURES):
            features[COLUMN + k] += chance[k]
        features[SQUARE_COLUMNS] += chance[3] * chance[3] / 9


cdef void look_at_sheet(const Sheet* sheet, float* features) noexcept nogil:
    cdef Outlook outlook
    cdef int row, k, number
    cdef uint32_t fields
    cdef float[ROWS] accepts
    for row in range(ROWS):
        look_at_row(sheet, row, &outlook, features)
        accepts[row] = 0
    look_at_columns(sheet, &outlook, features)
    for k in range(FUTURES):
        features[END + k] = (outlook.full[0][k] * outlook.full[1][k] + outlook.full[0][k] * outlook.full[2][k]
                             + outlook.full[1][k] * outlook.full[2][k])
    for number in range(1, HIGHEST + 1):
        fields = legal_fields(sheet, number, (1 << ROWS) - 1)
        for row in range(ROWS):
            if fields >> (PLACES * row) & 511:
                accepts[row] += CHANCE_OF[number]
    features[FLEXIBLE] = accepts[0] + accepts[1] + accepts[2]
    features[STUCK] = (1 - accepts[0]) * (1 - accepts[1]) * (1 - accepts[2])
    features[STUCK_LATE] = features[STUCK] * sheet.penalties
    features[PENALTY_1] = sheet.penalties == 1
    features[PENALTY_2] = sheet.penalties == 2
    features[PENALTY_3] = sheet.penalties == 3


cdef void look_at_cards(const Qwinto* q, const Sheet* sheet, const Hand* hand, bint next,
                        float* features) noexcept nogil:
    """The cards of a hand that are known, and the square they can be placed on."""
    cdef Hand known
    cdef int i, j
    memset(&known, 0, sizeof(Hand))
    for i in range(hand.size):
        if hand.card[i] < HIDDEN:
            known.card[known.size] = hand.card[i]
            known.size += 1
    features[NEXT] = next
    features[KNOWN] = known.size
    for i in range(known.size):
        features[GREYS] += colour_of(known.card[i]) == GREY
        features[HAND_SUM] += value_of(known.card[i])
        for j in range(i):
            features[PAIRS] += value_of(known.card[i]) == value_of(known.card[j])
    if next and known.size:
        if known.size < HAND:
            features[NEXT_DRAWS] = 1
            features[BEST_DRAWS] = best_rank(sheet, &known, q.top) / 1024.0
        else:
            features[NEXT_KNOWN] = 1
            features[BEST_KNOWN] = best_rank(sheet, &known, q.top) / 1024.0
    for i in range(STACKS):
        features[SQUARE_SUM] += value_of(q.top[i])
        features[SQUARE_GREYS] += colour_of(q.top[i]) == GREY


cdef bint finish_turn(const Qwinto* q, int eye, Sheet* sheets, float* rows) noexcept nogil:
    """Sheets after this turn and the points it brings; returns whether it ends the game."""
    cdef int p, decision
    cdef bint over = False
    for p in range(q.head.players):
        sheets[p] = q.sheet[p]
        if q.head.decision != WRITING:
            continue
        decision = q.write[p] if eye == ALL_PLAYERS or eye == p else UNDECIDED
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


cdef void describe(const Rules* rules, const State* state, int eye, float* rows) noexcept nogil:
    cdef const Qwinto* q = <const Qwinto*>state
    cdef Sheet[MAX_PLAYERS] sheets
    cdef Hand nothing, hand
    cdef int p, o, k, players = state.players, next = q.active
    cdef float* row
    memset(rows, 0, players * FEATURES * sizeof(float))
    memset(&nothing, 0, sizeof(Hand))
    if finish_turn(q, eye, sheets, rows):
        for p in range(players):
            rows[p * FEATURES + ENDS] = 1
        return
    if state.to_move == CHANCE or state.decision == WRITING:
        next = (q.active + 1) % players
    for p in range(players):
        row = rows + p * FEATURES
        row[ONE] = 1
        look_at_sheet(&sheets[p], row)
        hand = q.hand[p] if eye == ALL_PLAYERS or eye == p else nothing
        look_at_cards(q, &sheets[p], &hand, p == next, row)
    for p in range(players):
        row = rows + p * FEATURES
        for o in range(players):
            if o == p:
                continue
            for k in range(FUTURES):
                row[OTHERS_END + k] = max(row[OTHERS_END + k], rows[o * FEATURES + END + k])
            row[OTHERS_FILLED] += rows[o * FEATURES + FILLED] / (players - 1)
            row[OTHERS_PENALTY_3] += rows[o * FEATURES + PENALTY_3]
        row[CAPACITY_TEMPO] = row[CAPACITY + 3] * row[OTHERS_END + 2]
        row[RIGHT_TEMPO] = row[RIGHT + 2] * row[OTHERS_END + 2]
        row[COLUMN_TEMPO] = row[COLUMN + 2] * row[OTHERS_END + 2]
