"""Draws as sets of cards."""

from libc.stdint cimport uint32_t

from kiebitz.engine.bits cimport bit, count, without_lowest
from kiebitz.engine.game cimport list_push
from kiebitz.engine.qwinto.state cimport CARDS, Qwinto, draw_of, unseen_cards


cdef int outcomes(const Rules* rules, const State* state, int most, MoveList* list) except -1 nogil:
    """Lists the draws that the active player sees. All draws have the same chance, because a pile is shuffled as a whole.

    If the pile has too few cards, the covered cards are reshuffled, and the other cards come from them.
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
    list_draws(list, 0, pile, first, q.covered, q.to_draw - first)
    return found


cdef uint32_t pile_candidates(const Qwinto* q) noexcept nogil:
    """The unseen cards that can be in the present pile. Each of them has the same chance to be there."""
    cdef uint32_t candidates = 0
    cdef int card
    for card in range(CARDS):
        if q.pile_generation[card] == q.reshuffles:
            candidates |= bit(card)
    return candidates & unseen_cards(q)


cdef int list_draws(MoveList* list, uint32_t chosen, uint32_t among, int n, uint32_t later, int m) except -1 nogil:
    """Appends every choice of n more cards of `among` and then m cards of `later`."""
    if n == 0:
        return list_draws(list, chosen, later, m, 0, 0) if m else list_push(list, draw_of(chosen), 1)
    while among:
        chosen |= among & -among
        list_draws(list, chosen, without_lowest(among), n - 1, later, m)
        chosen &= ~(among & -among)
        among = without_lowest(among)
    return 0


cdef inline int ways(int n, int k) noexcept nogil:
    """The number of choices of k out of n, for k from 0 to 3."""
    cdef int found = 1, i
    for i in range(k):
        found = found * (n - i) // (i + 1)
    return found
