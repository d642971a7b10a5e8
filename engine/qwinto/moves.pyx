"""All moves of the player to move, and the draws that may come, each once."""

from kiebitz.engine.bits cimport bit, count
from kiebitz.engine.game cimport OVER, list_push, list_reserve
from kiebitz.engine.qwinto.sheet cimport PENALTY, gain, legal_fields
from kiebitz.engine.qwinto.table cimport ACTIVE_MAY_DECLINE, CARDS, HIDDEN, STACKS, WRITING, Hand, Qwinto, value_of


cdef int generate(const Rules* rules, const State* state, MoveList* list) except -1 nogil:
    cdef const Qwinto* q = <const Qwinto*>state
    if state.to_move == OVER:
        return 0
    if state.decision == WRITING:
        return writes(rules, q, list)
    return placements(&q.hand[state.to_move], list)


cdef int placements(const Hand* hand, MoveList* list) except -1 nogil:
    cdef int i, j, stack
    list_reserve(list, 60)      # three equal values: 12 single cards and 6 ordered pairs on 8 ordered neighbours
    for i in range(hand.size):
        for stack in range(STACKS):
            list_push(list, place_one(hand.card[i], stack), 0)
    for i in range(hand.size):
        for j in range(hand.size):
            if i == j or value_of(hand.card[i]) != value_of(hand.card[j]):
                continue
            for stack in range(STACKS):
                list_push(list, place_two(hand.card[i], stack, hand.card[j], stack ^ 1), 0)
                list_push(list, place_two(hand.card[i], stack, hand.card[j], stack ^ 2), 0)
    return 0


cdef int writes(const Rules* rules, const Qwinto* q, MoveList* list) except -1 nogil:
    """Nothing here looks at `write`: what the others decided must not matter."""
    cdef int player = q.head.to_move, field
    cdef uint32_t fields = legal_fields(&q.sheet[player], q.sum, q.colours)
    if player != q.active:
        list_push(list, Move(DECLINE, 0), 0)
    elif rules.options[ACTIVE_MAY_DECLINE] or fields == 0:
        list_push(list, Move(DECLINE, 0), -PENALTY)
    while fields:
        field = lowest(fields)
        fields = without_lowest(fields)
        list_push(list, write_in(field), gain(&q.sheet[player], field, q.sum))
    return 0


cdef int choices(MoveList* list, uint32_t chosen, uint32_t among, int n, uint32_t later, int m) except -1 nogil:
    """Every way to choose n more cards, and m of others after them."""
    if n == 0:
        return choices(list, chosen, later, m, 0, 0) if m else list_push(list, draw_of(chosen), 1)
    while among:
        chosen |= among & -among
        choices(list, chosen, without_lowest(among), n - 1, later, m)
        chosen &= ~(among & -among)
        among = without_lowest(among)
    return 0


cdef inline int ways(int n, int k) noexcept nogil:
    """To choose k <= 3 of n."""
    cdef int found = 1, i
    for i in range(k):
        found = found * (n - i) // (i + 1)
    return found


cdef int outcomes(const Rules* rules, const State* state, int most, MoveList* list) except -1 nogil:
    """The draws that the active player sees: all equally likely, since all cards of a pile got into it together.

    What the pile cannot give comes from the covered cards, reshuffled.
    """
    cdef const Qwinto* q = <const Qwinto*>state
    cdef int first = min(q.to_draw, q.pile_size), found
    cdef uint32_t pile
    if state.viewer >= 0 and state.viewer != q.active:
        return 0
    pile = pile_candidates(q)
    found = ways(count(pile), first) * ways(count(q.covered), q.to_draw - first)
    if found > most:
        return 0
    choices(list, 0, pile, first, q.covered, q.to_draw - first)
    return found


cdef uint32_t pile_candidates(const Qwinto* q) noexcept nogil:
    """The set of the cards nobody has seen since the last reshuffle, in which each is as likely to lie in the pile."""
    cdef uint32_t seen = q.covered, candidates = 0
    cdef int i, p, card
    for i in range(STACKS):
        seen |= bit(q.top[i])
    for p in range(q.head.players):
        for i in range(q.hand[p].size):
            if q.hand[p].card[i] < HIDDEN:
                seen |= bit(q.hand[p].card[i])
    for card in range(CARDS):
        if q.born[card] == q.reshuffles:
            candidates |= bit(card)
    return candidates & ~seen
