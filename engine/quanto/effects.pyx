"""The less frequent ways to write an effect as moves."""

from kiebitz.engine.game cimport list_push
from kiebitz.engine.quanto.cards cimport JOKER, TABLES, holds, size_of, smallest_of


cdef int write_bonuses(Actions* a, Cards taken, uint64_t hi, int points) except -1 nogil:
    """With a bonus for any action: the move with each card that still lies there."""
    cdef int card
    for card in range(1, JOKER + 1):
        if holds(a.q.display - taken, card):
            list_push(a.list, Move(taken, hi | field(card, BONUS)), points + 1)
    return 0


cdef int emit_one(Actions* a, Cards take, uint64_t hi, int points) except -1 nogil:
    make_room(a, 1)
    return emit(a, take, hi, points)


cdef int emit_bonus(Actions* a, Cards take, int bonus, uint64_t hi, int points) except -1 nogil:
    """The same with a bonus of this number, which is not named among the others."""
    cdef Cards some = tell_apart(a, &take), chosen = 0
    cdef int card
    make_room(a, 1)
    while True:
        card = smallest_of(take | chosen, bonus)
        write(a.list, (take | chosen) - TABLES.one[card], hi | field(card, BONUS), points)
        if chosen == some:
            return 0
        chosen = (chosen - some) & some


cdef int emit_all_apart(Actions* a, const Cards* takes, Py_ssize_t n, uint64_t hi, int points, bint won) except -1 nogil:
    """As emit_all, where rainbow cards are to be told apart or bonuses to be written."""
    cdef Py_ssize_t i
    for i in range(n):
        emit(a, takes[i], hi, points + (size_of(takes[i]) if won else 0))
    return 0


cdef int emit_created(Actions* a, Cards take, int base, uint64_t hi) except -1 nogil:
    """All moves with a creating card of this number among those taken, the smallest that can be it."""
    cdef Cards some = tell_apart(a, &take), chosen = 0
    cdef int card
    while True:
        if a.bonus_for_all:
            make_room(a, 1)
        card = smallest_of(take | chosen, base)
        write(a.list, take | chosen, hi | field(card, BASE), 0)
        if a.bonus_for_all:
            write_bonuses(a, take | chosen, hi | field(card, BASE), 0)
        if chosen == some:
            return 0
        chosen = (chosen - some) & some
