"""Features of each player: cards in hand, possible takes from the display, stacks, and the taker of the last cards.

A hand has known and unknown cards, from the view of the observer. An unknown card is each unseen card with the same
chance. The haul of a number is the count of cards that it wins from the present display, with the played card; 0 if it
takes nothing. The reach of a player is the expected best haul of the hand, stacks included.
"""

from libc.string cimport memset

from kiebitz.engine.bits cimport bit, count
from kiebitz.engine.game cimport ALL_PLAYERS, CHANCE
from kiebitz.engine.quanto.best_take cimport smallest_below
from kiebitz.engine.quanto.cards cimport (
    DECK, TABLES, Cards, count_of, counts, fits, has_rainbow, number_set, rainbows, size_of, uint64_t,
)
from kiebitz.engine.quanto.greedy_finish cimport greedy_finish, last_to_play
from kiebitz.engine.quanto.groups cimport MOST, Groups, find_groups, list_groups
from kiebitz.engine.quanto.state cimport (
    CHIPS, DISPLAY_JOKER, FILL_DISPLAY, FILL_HAND, SEATS, TURN_UP, Quanto, display_wants, hand_wants,
)

cdef enum:
    ONE, NEXT, WAITING, PILE_LEFT, HAND, OTHERS_HAND, JOKERS, RAINBOWS, PAIRS
    NUMBER_1
    REACH = 21
    REACH_NEXT, OFFERED, HAULS, HAULS_NEXT, STACK, STACK_COLLECTED, STACK_NEXT, STACK_HOPE, STACK_JOKERS, STACK_RAINBOW
    STACK_SPARE, STACK_GROWS, STEALS, NO_STACK, PLANS, PLANS_LYING, LAST_TAKER, LAST_TAKER_DISPLAY, DISPLAY
    DISPLAY_NEXT, SMALL_NEXT, FRESH, FRESH_NEXT, LAST_CARD_DISPLAY, PLAYED_OUT
    SMALL = 0xFFFF0         # mask of the counts of 1 to 4
    UNKNOWN = 8             # more unknown cards of a hand count as this
    HAUL = 24               # larger hauls count as this

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
cdef int[7] PHASE_ENDS = [2, 4, 7, 12, 18, 34, 52]        # cards in the pile, at most
# By unseen cards, how many of them are in a hand, and unseen copies of a card: chance that the hand has no copy.
cdef float[DECK + 1][UNKNOWN + 1][10] MISSED


cdef void build_missed() noexcept:
    cdef int unseen, unknown, copies, i
    for unseen in range(DECK + 1):
        for unknown in range(UNKNOWN + 1):
            for copies in range(10):
                MISSED[unseen][unknown][copies] = 1
                for i in range(min(unknown, unseen)):
                    MISSED[unseen][unknown][copies] *= max(unseen - copies - i, 0) / <float>(unseen - i)


build_missed()


cdef struct Holding:        # a player's hand from the view of the observer
    Cards known
    int unknown             # number of unknown cards, with the cards that are about to be drawn
    const float* missed     # by unseen copies of a card: chance that the unknown cards have none


cdef struct Knowledge:      # of the observer, about all players
    Holding holding[SEATS]
    Holding acting          # what the next player chooses from
    Cards unseen
    int hidden              # number of unseen cards
    int haul[13]            # by number
    int best_haul
    int display
    int fresh               # number of cards that the display is about to get
    int next                # player


cdef int phase(const Rules* rules, const State* state) noexcept nogil:
    """By the pile and the kind of node: decision, refills, or a 3 that turns up cards. By the hands without a pile."""
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


cdef int next_to_move(const Quanto* q) noexcept nogil:
    cdef int step, seat = q.mover
    if q.head.to_move >= 0 or q.due == TURN_UP:
        return seat
    for step in range(q.head.players):
        seat = seat + 1 if seat + 1 < q.head.players else 0
        if q.hand_size[seat]:
            break
    return seat


cdef void find_hauls(Knowledge* k, Cards display) noexcept nogil:
    """Takes groups one by one, the largest first. This can miss a card, but needs no search."""
    cdef Groups groups
    cdef Cards[MOST] found
    cdef Cards rest, largest
    cdef int number, i, n, size, most, haul
    find_groups(&groups, display)
    k.best_haul = 0
    for number in range(1, 13):
        rest = display
        haul = 0
        n = list_groups(&groups, number, found)
        while n:
            most = 0
            for i in range(n):
                size = size_of(found[i]) if fits(rest, found[i]) else 0
                if size > most:
                    most = size
                    largest = found[i]
            if most == 0:
                break
            rest -= largest
            haul += most
        if count_of(display, 0):
            haul += count_of(display, 0) + size_of(smallest_below(rest, number))
        k.haul[number] = haul + 1 if haul else 0
        k.best_haul = max(k.best_haul, k.haul[number])


cdef inline void set_unknown(Knowledge* k, Holding* holding, int unknown) noexcept nogil:
    holding.unknown = unknown
    holding.missed = MISSED[k.hidden][min(unknown, UNKNOWN)]


cdef void find_holdings(const Rules* rules, const Quanto* q, int observer, Knowledge* k) noexcept nogil:
    cdef int p, drawn = 0, pile = q.pile_size
    k.unseen = TABLES.deck - q.display - q.turned - q.gone
    k.fresh = 0
    for p in range(q.head.players):
        k.holding[p].known = q.hand[p] if observer == ALL_PLAYERS or observer == p else 0
        k.unseen -= k.holding[p].known + q.stack[p]
    k.hidden = size_of(k.unseen)
    if q.head.to_move == CHANCE and q.due != TURN_UP:
        if q.due != FILL_HAND:
            k.fresh = min(max(display_wants(rules, q), 0), pile)
        if q.due != FILL_DISPLAY:
            drawn = min(max(hand_wants(rules, q), 0), pile - k.fresh)
    for p in range(q.head.players):
        set_unknown(k, &k.holding[p], q.hand_size[p] - size_of(k.holding[p].known) + (drawn if p == q.mover else 0))
    k.acting = k.holding[k.next]
    if q.turned:
        k.acting.known = q.turned
        set_unknown(k, &k.acting, 0)
    elif q.head.to_move == CHANCE and q.due == TURN_UP:
        k.acting.known = 0
        set_unknown(k, &k.acting, min(3, pile))


cdef inline float lacks(const Knowledge* k, const Holding* holding, int number) noexcept nogil:
    """Chance that the hand has no card of the number; 0 is the joker."""
    return 0 if count_of(holding.known, number) else holding.missed[count_of(k.unseen, number)]


cdef inline float expected(const Knowledge* k, const Holding* holding, int number) noexcept nogil:
    """Expected copies of a number in the hand; 0 is the joker."""
    return count_of(holding.known, number) + (
        <float>holding.unknown * count_of(k.unseen, number) / k.hidden if holding.unknown else 0)


cdef float reach(const Knowledge* k, const Quanto* q, int p, const Holding* holding, float* hauls) noexcept nogil:
    """The expected best haul of a hand; adds the expected sum of its hauls to `hauls`."""
    cdef float[HAUL + 1] none
    cdef float missed, all_missed = 1, best = 0
    cdef int number, points, highest = 0, joker = k.best_haul
    for points in range(HAUL + 1):
        none[points] = 1
    for number in range(1, 13):
        points = k.haul[number]
        if q.chip[p] == number:
            points = max(points, 1) + q.stack_size[p]
        if points == 0:
            continue
        missed = lacks(k, holding, number)
        points = min(points + (has_rainbow(holding.known, number) and points <= k.display), HAUL)
        highest = max(highest, points)
        none[points] *= missed
        hauls[0] += points * (1 - missed)
    for number in range(q.head.players):
        if q.chip[number]:
            joker = max(joker, max(k.haul[q.chip[number]], 1) + q.stack_size[number])
    joker = min(joker, HAUL)
    none[joker] *= lacks(k, holding, 0)
    for points in range(max(highest, joker), 0, -1):
        best += points * all_missed * (1 - none[points])
        all_missed *= none[points]
    return best


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
    cdef uint64_t held = number_set(k.holding[p].known) & ~<uint64_t>1, lying = number_set(q.display) & ~<uint64_t>1
    cdef uint64_t free = held & CHIPS & ~<uint64_t>q.chips, planned = 0, now = 0, sums
    cdef int base
    for base in range(1, 12):
        sums = held << base
        planned += count(sums & free)
        if lying >> base & 1:
            now |= sums
    if q.chip[p] == 0:
        row[PLANS] = planned
        row[PLANS_LYING] = count(now & free)
    elif held & now & bit(q.chip[p]):
        row[STACK_GROWS] = 1


cdef void stack_features(const Knowledge* k, const Quanto* q, int p, float* row) noexcept nogil:
    cdef const Holding* holding = &k.holding[p]
    cdef float emit_collects
    cdef int other, chip = q.chip[p], size = q.stack_size[p], spare
    row[NO_STACK] = chip == 0
    for other in range(q.head.players):
        if other != p:
            row[STEALS] += (1 - lacks(k, holding, 0)) * q.stack_size[other]
            row[OTHERS_HAND] += size_of(k.holding[other].known) + k.holding[other].unknown
    if chip:
        emit_collects = 1 - lacks(k, holding, 0) * lacks(k, holding, chip)
        spare = count_of(holding.known, chip) + count_of(holding.known, 0) - 1
        row[STACK] = size
        row[STACK_COLLECTED] = emit_collects * size
        row[STACK_NEXT] = row[STACK_COLLECTED] if p == k.next else 0
        row[STACK_RAINBOW] = has_rainbow(holding.known, chip)
        row[STACK_SPARE] = max(spare, 0)
        if k.hidden:
            row[STACK_HOPE] = (1 - emit_collects) * size * count_of(k.unseen, chip) / k.hidden
            row[STACK_JOKERS] = size * <float>count_of(k.unseen, 0) / k.hidden


cdef void features(const Rules* rules, const State* state, int observer, float* rows) noexcept nogil:
    cdef const Quanto* q = <const Quanto*>state
    cdef Knowledge k
    cdef float next_reach, next_hauls = 0
    cdef float* row
    cdef float[SEATS] to_come
    cdef int p, last, players = state.players
    k.next = next_to_move(q)
    k.display = size_of(q.display)
    find_holdings(rules, q, observer, &k)
    find_hauls(&k, counts(q.display) & ~<uint64_t>(15 if rules.options[DISPLAY_JOKER] else 0))
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
