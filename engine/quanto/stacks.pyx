"""Moves that create or extend a stack."""

from libc.stdint cimport int32_t, uint64_t

from kiebitz.engine.bits cimport lowest, without_lowest
from kiebitz.engine.game cimport Move
from kiebitz.engine.quanto.cards cimport Cards, count_of, fits, one_of, smallest_of, unit
from kiebitz.engine.quanto.emit cimport creatable, emit_all, emit_created, is_cut, make_room
from kiebitz.engine.quanto.groups cimport MOST, list_groups
from kiebitz.engine.quanto.state cimport (
    BASE_SHIFT, CHIP_SHIFT, CREATE, EXTEND, EXTEND_GROUPS, KIND_SHIFT, NUMBER_SHIFT, field,
)
from kiebitz.engine.quanto.takes cimport Takes, add, begin_run


cdef int emit_creates_with(Emitter* e, int chip, int base, uint64_t hi) except -1 nogil:
    """Combines the creating card with each take that leaves a copy of it."""
    cdef const Cards* takes = e.takes.take
    cdef Cards display = e.takes.display, card = one_of(display, base), copies = <uint64_t>15 << 4 * base
    cdef Py_ssize_t i, n, end = e.takes.end[chip], first = e.takes.first[chip]
    cdef Move* moves
    cdef int32_t* points
    if is_cut(e):
        return 0
    if e.many_per_take:
        for i in range(first, end):
            if is_cut(e):
                break
            if (takes[i] ^ display) & copies:
                make_room(e, 1)
                emit_created(e, takes[i] + card, base, hi)
        return 0
    make_room(e, end - first)
    hi |= field(smallest_of(card, base), BASE_SHIFT)
    moves = e.list.moves
    points = e.list.points
    n = e.list.size
    for i in range(first, end):
        # A take that leaves no copy is written too, and the next take overwrites it. This is faster than a branch.
        moves[n] = Move(takes[i] + card, hi)
        points[n] = 0
        n += ((takes[i] ^ display) & copies) != 0
    e.list.size = n
    return 0


cdef int emit_creates(Emitter* e) except -1 nogil:
    """Appends the creates of a number. Chip and played number decide the base, so no move is found twice."""
    cdef uint64_t chips = creatable(e, e.number)
    cdef int chip
    while chips:
        chip = lowest(chips)
        chips = without_lowest(chips)
        emit_creates_with(e, chip, chip - e.number, field(CREATE, KIND_SHIFT) | field(chip, CHIP_SHIFT) | e.card)
    return 0


cdef int emit_joker_creates(Emitter* e) except -1 nogil:
    cdef Takes* t = e.takes
    cdef uint64_t hi
    cdef Py_ssize_t i
    cdef int chip, base
    cdef Cards card, rest
    for chip in range(5, 13):
        if e.q.chips >> chip & 1:
            continue
        begin_run(t)
        for base in range(1, chip):
            if not count_of(t.display, base):
                continue
            card = one_of(t.display, base)
            rest = t.display - card
            hi = field(CREATE, KIND_SHIFT) | field(chip, CHIP_SHIFT) | field(chip - base, NUMBER_SHIFT) | e.card
            for i in range(t.first[chip], t.end[chip]):
                if is_cut(e):
                    return 0
                if fits(rest, t.take[i]) and add(t, t.take[i] + card):
                    make_room(e, 1)
                    emit_created(e, t.take[i] + card, base, hi)
    return 0


cdef int further_groups(Emitter* e, Cards extension, int chip) except -1 nogil:
    """Adds the extension with each take of the chip's sum to the run (EXTEND_GROUPS)."""
    cdef Takes* t = e.takes
    cdef Py_ssize_t i
    for i in range(t.first[chip], t.end[chip]):
        if t.cut:
            break
        if fits(t.display - extension, t.take[i]):
            add(t, t.take[i] + extension)
    return 0


cdef inline int extend_by(Emitter* e, int sum, Cards jokers) except -1 nogil:
    """Adds the extensions by a group of a sum and the given jokers to the run."""
    cdef Cards groups[MOST]
    cdef int i, n = list_groups(&e.takes.groups, sum, groups)
    for i in range(n):
        if e.rules.options[EXTEND_GROUPS]:
            further_groups(e, groups[i] + jokers, e.q.chip[e.q.mover])
        else:
            add(e.takes, groups[i] + jokers)
    return 0


cdef inline uint64_t extend_fields(const Emitter* e, int number) noexcept nogil:
    cdef int chip = e.q.chip[e.q.mover]
    return field(EXTEND, KIND_SHIFT) | field(chip, CHIP_SHIFT) | field(number - e.number, NUMBER_SHIFT) | e.card


cdef int emit_extends_as(Emitter* e, int number) except -1 nogil:
    """Appends the extensions that sum to the chip with the played number. A joker of the display counts at least 1."""
    cdef Takes* t = e.takes
    cdef Py_ssize_t first = t.size
    cdef int missing = e.q.chip[e.q.mover] - number, joker, sum
    extend_by(e, missing, 0)
    for joker in range(1, count_of(t.display, 0) + 1):
        for sum in range(missing - joker + 1):
            extend_by(e, sum, joker * unit(0))
    return emit_all(e, t.take + first, t.size - first, extend_fields(e, number), 0, False)


cdef int emit_extends(Emitter* e) except -1 nogil:
    cdef Cards groups[MOST]
    cdef int n
    if e.rules.options[EXTEND_GROUPS] or count_of(e.takes.display, 0):
        begin_run(e.takes)
        return emit_extends_as(e, e.number)
    n = list_groups(&e.takes.groups, e.q.chip[e.q.mover] - e.number, groups)
    return emit_all(e, groups, n, extend_fields(e, e.number), 0, False)


cdef int emit_joker_extends(Emitter* e) except -1 nogil:
    """Tries the numbers that the joker can stand for, in rising order."""
    cdef int number
    begin_run(e.takes)
    for number in range(1, e.q.chip[e.q.mover]):
        emit_extends_as(e, number)
    return 0
