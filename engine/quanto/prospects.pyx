"""What is left for each player: cards held, what they take from the display, stacks, and who takes the rest.

A hand is what `eye` knows of it plus some unknown cards, each as likely any of the cards that `eye` has not seen. A haul
is the number of cards that a number wins from the display as it lies, the played card included, 0 if it takes nothing; a
player's reach is the expected best haul of the hand, stacks included.
"""

from libc.string cimport memset

from kiebitz.engine.bits cimport bit, count
from kiebitz.engine.game cimport CHANCE, ALL_PLAYERS
from kiebitz.engine.quanto.cards cimport (
    DECK, TABLES, Cards, count_of, counts, fits, has_rainbow, number_set, rainbows, size_of, uint64_t,
)
from kiebitz.engine.quanto.finish cimport finish, last_to_play
from kiebitz.engine.quanto.groups cimport MOST, Groups, find_groups, list_groups
from kiebitz.engine.quanto.largest cimport smallest_below
from kiebitz.engine.quanto.table cimport (
    DISPLAY_JOKER, FILL_DISPLAY, FILL_HAND, SEATS, TURN_UP, Quanto, display_wants, hand_wants,
)

cdef enum:
    ONE, NEXT, WAITING, PILE_LEFT, HAND, OTHERS_HAND, JOKERS, RAINBOWS, PAIRS
    NUMBER_1
    REACH = 21
    REACH_NEXT, OFFERED, HAULS, HAULS_NEXT, STACK, STACK_COLLECTED, STACK_NEXT, STACK_HOPE, STACK_JOKERS, STACK_RAINBOW
    STACK_SPARE, STACK_GROWS, STEALS, NO_STACK, PLANS, PLANS_LYING, LAST_TAKER, LAST_TAKER_DISPLAY, DISPLAY
    DISPLAY_NEXT, SMALL_NEXT, FRESH, FRESH_NEXT, LAST_CARD_DISPLAY, PLAYED_OUT
    CHIPS = 0x1FE0          # set of the numbers 5 to 12
    SMALL = 0xFFFF0         # the counts of 1 to 4
    UNKNOWN = 8             # cards of a hand that are told apart as unknown, at most
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
cdef int[7] STAGE_ENDS = [2, 4, 7, 12, 18, 34, 52]        # cards in the pile, at most
cdef float[DECK + 1][UNKNOWN + 1][10] MISSED    # [unseen cards][of them in a hand][copies]: chance that none is a copy


cdef void tabulate() noexcept:
    cdef int unseen, unknown, copies, i
    for unseen in range(DECK + 1):
        for unknown in range(UNKNOWN + 1):
            for copies in range(10):
                MISSED[unseen][unknown][copies] = 1
                for i in range(min(unknown, unseen)):
                    MISSED[unseen][unknown][copies] *= max(unseen - copies - i, 0) / <float>(unseen - i)


tabulate()


cdef struct Holding:        # a player's hand as somebody sees it
    Cards known
    int unknown             # cards, drawn ones among them
    const float* missed     # by copies unseen: chance that none is among the unknown ones


cdef struct Outlook:        # of all players
    Holding holding[SEATS]
    Holding acting          # what the next player chooses from
    Cards unseen
    int hidden              # cards unseen
    int haul[13]            # by number
    int best_haul
    int display
    int fresh               # cards that the display is about to get
    int next


cdef int stage(const Rules* rules, const State* state) noexcept nogil:
    """Without a pile by cards in hand; else by cards in the pile, and by what comes next: a decision, refills, a 3."""
    cdef const Quanto* q = <const Quanto*>state
    cdef int p, i = 0, hands = 0
    if q.pile_size == 0:
        for p in range(state.players):
            hands += q.hand_size[p]
        return min((hands - 1) // state.players, 2)
    while i < 7 and q.pile_size > STAGE_ENDS[i]:
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


cdef void find_hauls(Outlook* o, Cards display) noexcept nogil:
    """Group by group, the one of most cards first: that misses a card now and then, but takes no search."""
    cdef Groups groups
    cdef Cards[MOST] of
    cdef Cards rest, largest
    cdef int number, i, n, size, most, haul
    find_groups(&groups, display)
    o.best_haul = 0
    for number in range(1, 13):
        rest = display
        haul = 0
        n = list_groups(&groups, number, of)
        while n:
            most = 0
            for i in range(n):
                size = size_of(of[i]) if fits(rest, of[i]) else 0
                if size > most:
                    most = size
                    largest = of[i]
            if most == 0:
                break
            rest -= largest
            haul += most
        if count_of(display, 0):
            haul += count_of(display, 0) + size_of(smallest_below(rest, number))
        o.haul[number] = haul + 1 if haul else 0
        o.best_haul = max(o.best_haul, o.haul[number])


cdef inline void set_unknown(Outlook* o, Holding* holding, int unknown) noexcept nogil:
    holding.unknown = unknown
    holding.missed = MISSED[o.hidden][min(unknown, UNKNOWN)]


cdef void look_at_hands(const Rules* rules, const Quanto* q, int eye, Outlook* o) noexcept nogil:
    cdef int p, drawn = 0, pile = q.pile_size
    o.unseen = TABLES.deck - q.display - q.turned - q.gone
    o.fresh = 0
    for p in range(q.head.players):
        o.holding[p].known = q.hand[p] if eye == ALL_PLAYERS or eye == p else 0
        o.unseen -= o.holding[p].known + q.stack[p]
    o.hidden = size_of(o.unseen)
    if q.head.to_move == CHANCE and q.due != TURN_UP:
        if q.due != FILL_HAND:
            o.fresh = min(max(display_wants(rules, q), 0), pile)
        if q.due != FILL_DISPLAY:
            drawn = min(max(hand_wants(rules, q), 0), pile - o.fresh)
    for p in range(q.head.players):
        set_unknown(o, &o.holding[p], q.hand_size[p] - size_of(o.holding[p].known) + (drawn if p == q.mover else 0))
    o.acting = o.holding[o.next]
    if q.turned:
        o.acting.known = q.turned
        set_unknown(o, &o.acting, 0)
    elif q.head.to_move == CHANCE and q.due == TURN_UP:
        o.acting.known = 0
        set_unknown(o, &o.acting, min(3, pile))


cdef inline float lacks(const Outlook* o, const Holding* holding, int number) noexcept nogil:
    """Chance that the hand has no card of the number; no joker for 0."""
    return 0 if count_of(holding.known, number) else holding.missed[count_of(o.unseen, number)]


cdef inline float expected(const Outlook* o, const Holding* holding, int number) noexcept nogil:
    """Copies of a number in the hand; jokers for 0."""
    return count_of(holding.known, number) + (
        <float>holding.unknown * count_of(o.unseen, number) / o.hidden if holding.unknown else 0)


cdef float reach(const Outlook* o, const Quanto* q, int p, const Holding* holding, float* hauls) noexcept nogil:
    """The expected best haul; adds the expected sum of all hauls."""
    cdef float[HAUL + 1] none
    cdef float missed, all_missed = 1, best = 0
    cdef int number, points, highest = 0, joker = o.best_haul
    for points in range(HAUL + 1):
        none[points] = 1
    for number in range(1, 13):
        points = o.haul[number]
        if q.chip[p] == number:
            points = max(points, 1) + q.stack_size[p]
        if points == 0:
            continue
        missed = lacks(o, holding, number)
        points = min(points + (has_rainbow(holding.known, number) and points <= o.display), HAUL)
        highest = max(highest, points)
        none[points] *= missed
        hauls[0] += points * (1 - missed)
    for number in range(q.head.players):
        if q.chip[number]:
            joker = max(joker, max(o.haul[q.chip[number]], 1) + q.stack_size[number])
    joker = min(joker, HAUL)
    none[joker] *= lacks(o, holding, 0)
    for points in range(max(highest, joker), 0, -1):
        best += points * all_missed * (1 - none[points])
        all_missed *= none[points]
    return best


cdef void describe_hand(const Outlook* o, const Holding* holding, float* row) noexcept nogil:
    cdef int number
    row[HAND] = size_of(holding.known) + holding.unknown
    row[JOKERS] = expected(o, holding, 0)
    row[RAINBOWS] = count(rainbows(holding.known)) + (
        <float>holding.unknown * count(rainbows(o.unseen)) / o.hidden if holding.unknown else 0)
    for number in range(1, 13):
        row[NUMBER_1 + number - 1] = count_of(holding.known, number)
        row[PAIRS] += count_of(holding.known, number) > 1


cdef void describe_plans(const Outlook* o, const Quanto* q, int p, float* row) noexcept nogil:
    """Stacks of a known card and one lying (or to come) whose collector is in the hand as well."""
    cdef uint64_t held = number_set(o.holding[p].known) & ~<uint64_t>1, lying = number_set(q.display) & ~<uint64_t>1
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


cdef void describe_stacks(const Outlook* o, const Quanto* q, int p, float* row) noexcept nogil:
    cdef const Holding* holding = &o.holding[p]
    cdef float collects
    cdef int other, chip = q.chip[p], size = q.stack_size[p], spare
    row[NO_STACK] = chip == 0
    for other in range(q.head.players):
        if other != p:
            row[STEALS] += (1 - lacks(o, holding, 0)) * q.stack_size[other]
            row[OTHERS_HAND] += size_of(o.holding[other].known) + o.holding[other].unknown
    if chip:
        collects = 1 - lacks(o, holding, 0) * lacks(o, holding, chip)
        spare = count_of(holding.known, chip) + count_of(holding.known, 0) - 1
        row[STACK] = size
        row[STACK_COLLECTED] = collects * size
        row[STACK_NEXT] = row[STACK_COLLECTED] if p == o.next else 0
        row[STACK_RAINBOW] = has_rainbow(holding.known, chip)
        row[STACK_SPARE] = max(spare, 0)
        if o.hidden:
            row[STACK_HOPE] = (1 - collects) * size * count_of(o.unseen, chip) / o.hidden
            row[STACK_JOKERS] = size * <float>count_of(o.unseen, 0) / o.hidden


cdef void describe(const Rules* rules, const State* state, int eye, float* rows) noexcept nogil:
    cdef const Quanto* q = <const Quanto*>state
    cdef Outlook o
    cdef float next_reach, next_hauls = 0
    cdef float* row
    cdef float[SEATS] to_come
    cdef int p, last, players = state.players
    o.next = next_to_move(q)
    o.display = size_of(q.display)
    look_at_hands(rules, q, eye, &o)
    find_hauls(&o, counts(q.display) & ~<uint64_t>(15 if rules.options[DISPLAY_JOKER] else 0))
    memset(rows, 0, players * FEATURES * sizeof(float))
    next_reach = reach(&o, q, o.next, &o.acting, &next_hauls)
    last = last_to_play(q, o.next) if q.pile_size == 0 else -1
    finish(rules, state, eye, to_come)
    for p in range(players):
        row = rows + p * FEATURES
        row[ONE] = 1
        row[PLAYED_OUT] = to_come[p]
        row[WAITING] = (p - o.next + players) % players
        row[PILE_LEFT] = q.pile_size
        describe_hand(&o, &o.holding[p], row)
        describe_stacks(&o, q, p, row)
        describe_plans(&o, q, p, row)
        row[REACH] = reach(&o, q, p, &o.holding[p], &row[HAULS])
        row[DISPLAY] = o.display
        row[FRESH] = o.fresh
        if p == q.last_taker:
            row[LAST_TAKER] = 1
            row[LAST_TAKER_DISPLAY] = o.display
        if p == last:
            row[LAST_CARD_DISPLAY] = o.display
        if p == o.next:
            row[NEXT] = 1
            row[REACH_NEXT] = next_reach
            row[HAULS_NEXT] = next_hauls
            row[DISPLAY_NEXT] = o.display
            row[FRESH_NEXT] = o.fresh
            row[SMALL_NEXT] = size_of(q.display & SMALL)
        else:
            row[OFFERED] = next_reach
