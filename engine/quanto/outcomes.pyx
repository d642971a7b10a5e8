"""Draws as multisets of the unseen cards.

A display being filled is left to sampling: each rainbow card brings one more, so that its events have no common length.
"""

from kiebitz.engine.bits cimport bit
from kiebitz.engine.game cimport Move, list_push
from kiebitz.engine.quanto.cards cimport HIDDEN, JOKER, TABLES, Cards, holds, size_of
from kiebitz.engine.quanto.table cimport FILL_DISPLAY, FILL_HAND, TURN_UP, Quanto, display_wants, hand_wants
from kiebitz.engine.quanto.turn cimport DRAWN


cdef struct Choice:
    int copies[JOKER + 1]       # unseen, by card
    bint shown                  # turned up, not drawn into the hand
    int most
    Py_ssize_t first            # of the list's events
    MoveList* list


cdef int outcomes(const Rules* rules, const State* state, int most, MoveList* list) except -1 nogil:
    cdef const Quanto* q = <const Quanto*>state
    cdef Choice choice
    cdef int n = cards_wanted(rules, q)
    choice.shown = q.due == TURN_UP
    choice.most = most
    choice.first = list.size
    choice.list = list
    if n == 0 or not told_apart(q, n) or (not choice.shown and state.viewer >= 0 and state.viewer != q.mover):
        return 0
    count_unseen(q, choice.copies)
    choose(&choice, n, 1, 0, 1)
    if list.size - choice.first > most:
        list.size = choice.first
    return <int>(list.size - choice.first)


cdef int cards_wanted(const Rules* rules, const Quanto* q) noexcept nogil:
    """The number of cards that come, all to the same place; 0 where they do not."""
    if q.due == TURN_UP:
        return min(3, <int>q.pile_size)
    if q.due == FILL_DISPLAY or (q.due != FILL_HAND and display_wants(rules, q) > 0):
        return 0
    return min(hand_wants(rules, q), <int>q.pile_size)


cdef bint told_apart(const Quanto* q, int n) noexcept nogil:
    """The cards on top are hidden, and no stack that was not noted makes some cards likelier than others."""
    cdef int i, p
    for i in range(n):
        if q.pile[q.pile_size - 1 - i] != HIDDEN:
            return False
    for p in range(q.head.players):
        if q.stack_size[p] != size_of(q.stack[p]):
            return False
    return True


cdef void count_unseen(const Quanto* q, int* copies) noexcept nogil:
    cdef Cards rest = TABLES.deck - q.display - q.turned - q.gone
    cdef int p, i, card
    for p in range(q.head.players):
        rest -= q.hand[p] + q.stack[p]
    for i in range(q.pile_size):
        rest -= TABLES.one[q.pile[i]]
    for card in range(1, JOKER + 1):
        copies[card] = 0
        while holds(rest, card):
            rest -= TABLES.one[card]
            copies[card] += 1


cdef int choose(Choice* choice, int n, int card, Cards chosen, int ways) except -1 nogil:
    """Appends every multiset of n more cards from `card` on, until there are too many."""
    cdef int taken, chances = 1
    if n == 0:
        return list_push(choice.list, event_of(choice, chosen), ways)
    if card > JOKER or choice.list.size - choice.first > choice.most:
        return 0
    for taken in range(min(n, choice.copies[card]) + 1):
        if taken:
            chosen += TABLES.one[card]
            chances = chances * (choice.copies[card] - taken + 1) // taken
        choose(choice, n - taken, card + 1, chosen, ways * chances)
    return 0


cdef inline Move event_of(const Choice* choice, Cards cards) noexcept nogil:
    return Move(cards | bit(DRAWN), 0) if choice.shown else Move(bit(DRAWN), cards)
