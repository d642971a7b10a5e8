"""Stacks: creating and extending them."""

from libc.stdint cimport int32_t

from kiebitz.engine.bits cimport lowest, without_lowest
from kiebitz.engine.game cimport Move
from kiebitz.engine.quanto.cards cimport Cards, count_of, fits, one_of, smallest_of, unit
from kiebitz.engine.quanto.effects cimport AS, BASE, CHIP, KIND, emit_all, emit_created, field, make_room
from kiebitz.engine.quanto.groups cimport MOST, list_groups
from kiebitz.engine.quanto.table cimport CREATE, EXTEND, EXTEND_GROUPS
from kiebitz.engine.quanto.takes cimport Takes, add, begin_run


cdef int creates_with(Actions* a, int chip, int base, uint64_t hi) except -1 nogil:
    """The creating card and each take that leaves one lying."""
    cdef const Cards* takes = a.takes.take
    cdef Cards display = a.takes.display, card = one_of(display, base), copies = <uint64_t>15 << 4 * base
    cdef Py_ssize_t i, n, end = a.takes.end[chip], first = a.takes.first[chip]
    cdef Move* moves
    cdef int32_t* points
    make_room(a, end - first)
    if a.apart:
        for i in range(first, end):
            if (takes[i] ^ display) & copies:
                emit_created(a, takes[i] + card, base, hi)
        return 0
    hi |= field(smallest_of(card, base), BASE)
    moves = a.list.moves
    points = a.list.points
    n = a.list.size
    for i in range(first, end):
        # Those that leave none are written, too, and then overwritten: that is faster than a branch.
        moves[n] = Move(takes[i] + card, hi)
        points[n] = 0
        n += ((takes[i] ^ display) & copies) != 0
    a.list.size = n
    return 0


cdef int creates(Actions* a) except -1 nogil:
    """With a number the creating card of each chip is of one number, so that no two ways meet."""
    cdef uint64_t chips = creatable(a, a.number)
    cdef int chip
    while chips:
        chip = lowest(chips)
        chips = without_lowest(chips)
        creates_with(a, chip, chip - a.number, field(CREATE, KIND) | field(chip, CHIP) | a.card)
    return 0


cdef int joker_creates(Actions* a) except -1 nogil:
    cdef Takes* t = a.takes
    cdef uint64_t hi
    cdef Py_ssize_t i
    cdef int chip, base
    cdef Cards card, rest
    for chip in range(5, 13):
        if a.q.chips >> chip & 1:
            continue
        begin_run(t)
        for base in range(1, chip):
            if not count_of(t.display, base):
                continue
            card = one_of(t.display, base)
            rest = t.display - card
            hi = field(CREATE, KIND) | field(chip, CHIP) | field(chip - base, AS) | a.card
            for i in range(t.first[chip], t.end[chip]):
                if fits(rest, t.take[i]) and add(t, t.take[i] + card):
                    make_room(a, 1)
                    emit_created(a, t.take[i] + card, base, hi)
    return 0


cdef int further_groups(Actions* a, Cards extension, int chip) except -1 nogil:
    """Adds to the run an extension with each take of the chip, as an option of the rules."""
    cdef Takes* t = a.takes
    cdef Py_ssize_t i
    for i in range(t.first[chip], t.end[chip]):
        if fits(t.display - extension, t.take[i]):
            add(t, t.take[i] + extension)
    return 0


cdef inline int extend_by(Actions* a, int sum, Cards jokers) except -1 nogil:
    """Adds to the run the extensions by groups of a sum and so many jokers."""
    cdef Cards groups[MOST]
    cdef int i, n = list_groups(&a.takes.groups, sum, groups)
    for i in range(n):
        if a.rules.options[EXTEND_GROUPS]:
            further_groups(a, groups[i] + jokers, a.q.chip[a.q.mover])
        else:
            add(a.takes, groups[i] + jokers)
    return 0


cdef inline uint64_t extending(const Actions* a, int number) noexcept nogil:
    return field(EXTEND, KIND) | field(a.q.chip[a.q.mover], CHIP) | field(number - a.number, AS) | a.card


cdef int extends_as(Actions* a, int number) except -1 nogil:
    """Adds to the run what makes up the chip with a number; jokers in it are at least 1 each."""
    cdef Takes* t = a.takes
    cdef Py_ssize_t first = t.size
    cdef int missing = a.q.chip[a.q.mover] - number, joker, sum
    extend_by(a, missing, 0)
    for joker in range(1, count_of(t.display, 0) + 1):
        for sum in range(missing - joker + 1):
            extend_by(a, sum, joker * unit(0))
    return emit_all(a, t.take + first, t.size - first, extending(a, number), 0, False)


cdef int extends(Actions* a) except -1 nogil:
    cdef Cards groups[MOST]
    cdef int n
    if a.rules.options[EXTEND_GROUPS] or count_of(a.takes.display, 0):
        begin_run(a.takes)
        return extends_as(a, a.number)
    n = list_groups(&a.takes.groups, a.q.chip[a.q.mover] - a.number, groups)
    return emit_all(a, groups, n, extending(a, a.number), 0, False)


cdef int joker_extends(Actions* a) except -1 nogil:
    """The same for each number that it can stand for, smaller ones first."""
    cdef int number
    begin_run(a.takes)
    for number in range(1, a.q.chip[a.q.mover]):
        extends_as(a, number)
    return 0
