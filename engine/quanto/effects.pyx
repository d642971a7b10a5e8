"""The less frequent ways to write an effect as moves."""

from kiebitz.engine.game cimport list_push
from kiebitz.engine.quanto.cards cimport JOKER, TABLES, holds, size_of


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
