"""The less frequent ways to write a take as moves."""

from kiebitz.engine.game cimport list_push
from kiebitz.engine.quanto.cards cimport JOKER, TABLES, holds, size_of, smallest_of
from kiebitz.engine.quanto.state cimport BASE_SHIFT, BONUS_SHIFT, field


cdef int write_bonuses(Emitter* e, Cards taken, uint64_t hi, int points) except -1 nogil:
    cdef int card
    for card in range(1, JOKER + 1):
        if holds(e.q.display - taken, card):
            list_push(e.list, Move(taken, hi | field(card, BONUS_SHIFT)), points + 1)
    return 0


cdef int emit_one(Emitter* e, Cards take, uint64_t hi, int points) except -1 nogil:
    make_room(e, 1)
    return emit(e, take, hi, points)


cdef int emit_bonus(Emitter* e, Cards take, int bonus, uint64_t hi, int points) except -1 nogil:
    cdef Cards optional = optional_rainbows(e, &take), chosen = 0
    cdef int card
    make_room(e, 1)
    while True:
        card = smallest_of(take | chosen, bonus)
        write(e.list, (take | chosen) - TABLES.one[card], hi | field(card, BONUS_SHIFT), points)
        if chosen == optional:
            return 0
        chosen = (chosen - optional) & optional


cdef int emit_all_variants(Emitter* e, const Cards* takes, Py_ssize_t n, uint64_t hi, int points,
                           bint won) except -1 nogil:
    cdef Py_ssize_t i
    for i in range(n):
        if is_cut(e):
            break
        make_room(e, 1)
        emit(e, takes[i], hi, points + (size_of(takes[i]) if won else 0))
    return 0


cdef int emit_created(Emitter* e, Cards take, int base, uint64_t hi) except -1 nogil:
    """A move names the smallest possible base."""
    cdef Cards optional = optional_rainbows(e, &take), chosen = 0
    cdef int card
    while True:
        if e.bonus_for_all:
            make_room(e, 1)
        card = smallest_of(take | chosen, base)
        write(e.list, take | chosen, hi | field(card, BASE_SHIFT), 0)
        if e.bonus_for_all:
            write_bonuses(e, take | chosen, hi | field(card, BASE_SHIFT), 0)
        if chosen == optional:
            return 0
        chosen = (chosen - optional) & optional
