"""Hands as an observer knows them, hauls of the display, and the reach of a hand."""

from kiebitz.engine.game cimport ALL_PLAYERS, CHANCE
from kiebitz.engine.quanto.cards cimport DECK, TABLES, counts, fits, has_rainbow, size_of
from kiebitz.engine.quanto.groups cimport MOST, Groups, find_groups, list_groups, smallest_below
from kiebitz.engine.quanto.state cimport DISPLAY_JOKER, FILL_DISPLAY, FILL_HAND, TURN_UP, display_wants, hand_wants

cdef enum:
    UNKNOWN = 8             # more unknown cards in a hand count as 8
    HAUL = 24               # larger hauls count as 24

# By number of unseen cards, number of them in a hand, and unseen copies of a card: chance that the hand has no copy.
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


cdef int next_to_move(const Quanto* q) noexcept nogil:
    cdef int seat = q.mover
    if q.head.to_move >= 0 or q.due == TURN_UP:
        return seat
    for _ in range(q.head.players):
        seat = seat + 1 if seat + 1 < q.head.players else 0
        if q.hand_size[seat]:
            break
    return seat


cdef void find_hauls(Knowledge* k, Cards display) noexcept nogil:
    """Finds the haul of each number. It takes groups one by one, largest first: this can miss a card, but needs no search."""
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


cdef void find_knowledge(const Rules* rules, const Quanto* q, int observer, Knowledge* k) noexcept nogil:
    k.next = next_to_move(q)
    k.display = size_of(q.display)
    find_holdings(rules, q, observer, k)
    find_hauls(k, counts(q.display) & ~<Cards>(15 if rules.options[DISPLAY_JOKER] else 0))


cdef float reach(const Knowledge* k, const Quanto* q, int p, const Holding* holding, float* hauls) noexcept nogil:
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
