"""Features of each player: cards in hand, possible takes from the display, stacks, and the taker of the last cards.

See knowledge.pxd for unknown cards, hauls and reach.
"""

from libc.string cimport memset

from kiebitz.engine.bits cimport bit, count
from kiebitz.engine.game cimport CHANCE
from kiebitz.engine.quanto.cards cimport count_of, has_rainbow, number_set, rainbows, size_of, uint64_t
from kiebitz.engine.quanto.greedy_finish cimport greedy_finish, last_to_play
from kiebitz.engine.quanto.knowledge cimport Holding, Knowledge, expected, find_knowledge, lacks, reach
from kiebitz.engine.quanto.state cimport CHIPS, SEATS, TURN_UP, Quanto

cdef enum:
    ONE, NEXT, WAITING, PILE_LEFT, HAND, OTHERS_HAND, JOKERS, RAINBOWS, PAIRS
    NUMBER_1
    REACH = 21
    REACH_NEXT, OFFERED, HAULS, HAULS_NEXT, STACK, STACK_COLLECTED, STACK_NEXT, STACK_HOPE, STACK_JOKERS, STACK_RAINBOW
    STACK_SPARE, STACK_GROWS, STEALS, NO_STACK, PLANS, PLANS_LYING, LAST_TAKER, LAST_TAKER_DISPLAY, DISPLAY
    DISPLAY_NEXT, SMALL_NEXT, FRESH, FRESH_NEXT, LAST_CARD_DISPLAY, PLAYED_OUT
    SMALL = 0xFFFF0         # mask of the counts of 1 to 4

cdef const char* FEATURE_NAMES = (
    b"one;moves next;turns to wait;pile;hand;others' hands;jokers;rainbow cards;pairs;"
    b"1s;2s;3s;4s;5s;6s;7s;8s;9s;10s;11s;12s;"
    b"reach;reach, moving next;reach of the next;hauls;hauls, moving next;stack;stack, collector held;"
    b"stack, collector held, moving next;stack, collectors unseen;stack, jokers unseen;stack, rainbow collector;"
    b"stack, collectors to spare;stack can be extended;others' stacks, joker held;no stack;stacks planned;"
    b"stacks planned, card lying;last taker;last taker, display;display;display, moving next;"
    b"small cards lying, moving next;refill;refill, moving next;last to play, display;"
    b"end played out"
)
cdef int[7] PHASE_ENDS = [2, 4, 7, 12, 18, 34, 52]        # by phase: the most cards in the pile


cdef int phase(const Rules* rules, const State* state) noexcept nogil:
    """The phase depends on the pile and on the kind of node: decision, refills, or a 3 that turns up cards.

    With an empty pile it depends on the size of the hands.
    """
    cdef const Quanto* q = <const Quanto*>state
    cdef int p, i = 0, hands = 0
    if q.pile_size == 0:
        for p in range(state.players):
            hands += q.hand_size[p]
        return min((hands - 1) // state.players, 2)
    while i < 7 and q.pile_size > PHASE_ENDS[i]:
        i += 1
    if state.to_move == CHANCE and q.due == TURN_UP:
        return 3
    return 4 + 2 * i + (state.to_move == CHANCE)


cdef void hand_features(const Knowledge* k, const Holding* holding, float* row) noexcept nogil:
    cdef int number
    row[HAND] = size_of(holding.known) + holding.unknown
    row[JOKERS] = expected(k, holding, 0)
    row[RAINBOWS] = count(rainbows(holding.known)) + (
        <float>holding.unknown * count(rainbows(k.unseen)) / k.hidden if holding.unknown else 0)
    for number in range(1, 13):
        row[NUMBER_1 + number - 1] = count_of(holding.known, number)
        row[PAIRS] += count_of(holding.known, number) > 1


cdef void plan_features(const Knowledge* k, const Quanto* q, int p, float* row) noexcept nogil:
    """Stacks that the known hand can create and collect; PLANS_LYING counts those whose base is in the display."""
    cdef uint64_t held = number_set(k.holding[p].known) & ~<uint64_t>1, shown = number_set(q.display) & ~<uint64_t>1
    cdef uint64_t free = held & CHIPS & ~<uint64_t>q.chips, planned = 0, now = 0, sums
    cdef int base
    for base in range(1, 12):
        sums = held << base
        planned += count(sums & free)
        if shown >> base & 1:
            now |= sums
    if q.chip[p] == 0:
        row[PLANS] = planned
        row[PLANS_LYING] = count(now & free)
    elif held & now & bit(q.chip[p]):
        row[STACK_GROWS] = 1


cdef void stack_features(const Knowledge* k, const Quanto* q, int p, float* row) noexcept nogil:
    cdef const Holding* holding = &k.holding[p]
    cdef float collect_chance
    cdef int other, chip = q.chip[p], size = q.stack_size[p], spare
    row[NO_STACK] = chip == 0
    for other in range(q.head.players):
        if other != p:
            row[STEALS] += (1 - lacks(k, holding, 0)) * q.stack_size[other]
            row[OTHERS_HAND] += size_of(k.holding[other].known) + k.holding[other].unknown
    if chip:
        collect_chance = 1 - lacks(k, holding, 0) * lacks(k, holding, chip)
        spare = count_of(holding.known, chip) + count_of(holding.known, 0) - 1
        row[STACK] = size
        row[STACK_COLLECTED] = collect_chance * size
        row[STACK_NEXT] = row[STACK_COLLECTED] if p == k.next else 0
        row[STACK_RAINBOW] = has_rainbow(holding.known, chip)
        row[STACK_SPARE] = max(spare, 0)
        if k.hidden:
            row[STACK_HOPE] = (1 - collect_chance) * size * count_of(k.unseen, chip) / k.hidden
            row[STACK_JOKERS] = size * <float>count_of(k.unseen, 0) / k.hidden


cdef void features(const Rules* rules, const State* state, int observer, float* rows) noexcept nogil:
    cdef const Quanto* q = <const Quanto*>state
    cdef Knowledge k
    cdef float next_reach, next_hauls = 0
    cdef float* row
    cdef float[SEATS] to_come
    cdef int p, last, players = state.players
    find_knowledge(rules, q, observer, &k)
    memset(rows, 0, players * FEATURES * sizeof(float))
    next_reach = reach(&k, q, k.next, &k.acting, &next_hauls)
    last = last_to_play(q, k.next) if q.pile_size == 0 else -1
    greedy_finish(rules, state, observer, to_come)
    for p in range(players):
        row = rows + p * FEATURES
        row[ONE] = 1
        row[PLAYED_OUT] = to_come[p]
        row[WAITING] = (p - k.next + players) % players
        row[PILE_LEFT] = q.pile_size
        hand_features(&k, &k.holding[p], row)
        stack_features(&k, q, p, row)
        plan_features(&k, q, p, row)
        row[REACH] = reach(&k, q, p, &k.holding[p], &row[HAULS])
        row[DISPLAY] = k.display
        row[FRESH] = k.fresh
        if p == q.last_taker:
            row[LAST_TAKER] = 1
            row[LAST_TAKER_DISPLAY] = k.display
        if p == last:
            row[LAST_CARD_DISPLAY] = k.display
        if p == k.next:
            row[NEXT] = 1
            row[REACH_NEXT] = next_reach
            row[HAULS_NEXT] = next_hauls
            row[DISPLAY_NEXT] = k.display
            row[FRESH_NEXT] = k.fresh
            row[SMALL_NEXT] = size_of(q.display & SMALL)
        else:
            row[OFFERED] = next_reach
