"""Outcomes as multisets of the unseen cards.

Outcomes with a refill of the display are not listed: each rainbow card brings one more card, so they differ in size.
"""

from kiebitz.engine.bits cimport bit
from kiebitz.engine.game cimport Move, list_push
from kiebitz.engine.quanto.cards cimport HIDDEN, JOKER, TABLES, Cards, holds, size_of
from kiebitz.engine.quanto.state cimport (
    FILL_DISPLAY, FILL_HAND, OUTCOME_BIT, TURN_UP, Quanto, display_wants, hand_wants, unseen_cards,
)


cdef struct Draws:
    int copies[JOKER + 1]       # by card: unseen copies
    bint turned_up              # whether the cards are turned up, not drawn into the hand
    int most                    # the limit of the caller
    Py_ssize_t first            # index of the first outcome in the list
    MoveList* list


cdef int outcomes(const Rules* rules, const State* state, int most, MoveList* list) except -1 nogil:
    cdef const Quanto* q = <const Quanto*>state
    cdef Draws draws
    cdef int n = cards_wanted(rules, q)
    draws.turned_up = q.due == TURN_UP
    draws.most = most
    draws.first = list.size
    draws.list = list
    if n == 0 or not equally_likely(q, n) or (not draws.turned_up and state.viewer >= 0 and state.viewer != q.mover):
        return 0
    count_unseen(q, draws.copies)
    list_draws(&draws, n, 1, 0, 1)
    if list.size - draws.first > most:
        list.size = draws.first
    return <int>(list.size - draws.first)


cdef int cards_wanted(const Rules* rules, const Quanto* q) noexcept nogil:
    """The number of cards that are drawn to one place; 0 if the display gets cards."""
    if q.due == TURN_UP:
        return min(3, <int>q.pile_size)
    if q.due == FILL_DISPLAY or (q.due != FILL_HAND and display_wants(rules, q) > 0):
        return 0
    return min(hand_wants(rules, q), <int>q.pile_size)


cdef bint equally_likely(const Quanto* q, int n) noexcept nogil:
    """Whether all unseen cards have the same chance: the top n cards are hidden, and all stacks are known."""
    cdef int i, p
    for i in range(n):
        if q.pile[q.pile_size - 1 - i] != HIDDEN:
            return False
    for p in range(q.head.players):
        if q.stack_size[p] != size_of(q.stack[p]):
            return False
    return True


cdef void count_unseen(const Quanto* q, int* copies) noexcept nogil:
    cdef Cards rest = unseen_cards(q)
    cdef int card
    for card in range(1, JOKER + 1):
        copies[card] = 0
        while holds(rest, card):
            rest -= TABLES.one[card]
            copies[card] += 1


cdef int list_draws(Draws* draws, int n, int card, Cards chosen, int ways) except -1 nogil:
    """Appends every multiset of n more cards from `card` on. Stops if the list is too long."""
    cdef int taken, chances = 1
    if n == 0:
        return list_push(draws.list, outcome_of(draws, chosen), ways)
    if card > JOKER or draws.list.size - draws.first > draws.most:
        return 0
    for taken in range(min(n, draws.copies[card]) + 1):
        if taken:
            chosen += TABLES.one[card]
            chances = chances * (draws.copies[card] - taken + 1) // taken
        list_draws(draws, n - taken, card + 1, chosen, ways * chances)
    return 0


cdef inline Move outcome_of(const Draws* draws, Cards cards) noexcept nogil:
    return Move(cards | bit(OUTCOME_BIT), 0) if draws.turned_up else Move(bit(OUTCOME_BIT), cards)
