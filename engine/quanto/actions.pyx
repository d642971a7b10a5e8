"""Captures, collections, discards and fills as moves."""

from kiebitz.engine.bits cimport bit, lowest, without_lowest
from kiebitz.engine.game cimport Move, list_push
from kiebitz.engine.quanto.cards cimport (
    TABLES, Cards, count_of, counts, lone_rainbows, number_set, one_of, plain, present, rainbows, size_of, uint64_t,
)
from kiebitz.engine.quanto.effects cimport (
    AS, CHIP, KIND, OWNER, Actions, emit_all, emit_bonus, emit_one, field, write_bonuses,
)
from kiebitz.engine.quanto.stacks cimport creatable, creates, extends, joker_creates, joker_extends
from kiebitz.engine.quanto.table cimport (
    CAPTURE, CAPTURE_RULE, COLLECT, DISCARD, DISCARD_RULE, DISPLAY_JOKER, EXTEND_GROUPS, FILL, JOKER_BUILDS, PLAY,
    STEAL, TURN, Quanto, display_wants, givers, hand_wants,
)
from kiebitz.engine.quanto.takes cimport (
    Takes, add, begin_run, known, leaves_group, make_runs, resume_run, takes_begin, takes_end,
)

cdef enum:
    ANY_SUM = 0x1FFE


cdef bint another_way(const Takes* t, Cards take, int number, int sum) noexcept nogil:
    """Whether the run has the take, or has it without one card of a smaller number (0, the joker, is the largest).

    Without jokers the takes of a run sum to multiples of one number, so that few cards can be that one.
    """
    cdef uint64_t numbers
    cdef int other = number - sum
    if count_of(take, 0) == 0:
        while other > 0:
            if count_of(take, other) and known(t, take - one_of(t.display, other)):
                return True
            other -= sum
        return other == 0 and known(t, take)
    numbers = present(take) & ~<uint64_t>1
    if number:
        numbers &= bit(4 * number) - 1
    while numbers:
        if known(t, take - one_of(t.display, lowest(numbers) >> 2)):
            return True
        numbers = without_lowest(numbers)
    return known(t, take)


cdef int bonuses(Actions* a, int sum, Py_ssize_t first, Py_ssize_t end, uint64_t hi, int points) except -1 nogil:
    """To each take of a run one more card of the display, if that is no take itself."""
    cdef Takes* t = a.takes
    cdef Cards take
    cdef uint64_t numbers
    cdef Py_ssize_t i
    cdef int number
    resume_run(t, first, end)
    for i in range(first, end):
        numbers = present(a.shown - t.take[i])
        while numbers:
            number = lowest(numbers) >> 2
            numbers = without_lowest(numbers)
            take = t.take[i] + one_of(t.display, number)
            if not another_way(t, take, number, sum):
                emit_bonus(a, take, number, hi, points + size_of(take))
    return 0


cdef int largest_takes(Actions* a, int sum) except -1 nogil:
    """Makes a run of the takes that leave no group lying."""
    cdef Takes* t = a.takes
    cdef Py_ssize_t i
    cdef Cards take
    begin_run(t)
    for i in range(t.first[sum] + 1, t.end[sum]):
        take = t.take[i]
        if not leaves_group(t, take, sum):
            add(t, take)
    return 0


cdef int captures(Actions* a) except -1 nogil:
    cdef Takes* t = a.takes
    cdef uint64_t hi = field(CAPTURE, KIND) | a.card
    cdef Py_ssize_t first, end
    if a.rules.options[CAPTURE_RULE]:
        largest_takes(a, a.number)
        first, end = t.run, t.size
    else:
        first, end = t.first[a.number] + 1, t.end[a.number]
    emit_all(a, t.take + first, end - first, hi, 1, True)
    if a.rainbow and first != end:
        bonuses(a, a.number, first, end, hi, 1)
    return 0


cdef int joker_captures(Actions* a) except -1 nogil:
    """The takes of all numbers, each with the smallest one that allows it."""
    cdef Takes* t = a.takes
    cdef uint64_t hi = field(CAPTURE, KIND) | a.card
    cdef Py_ssize_t i
    cdef int sum
    begin_run(t)
    for sum in range(1, 13):
        for i in range(t.first[sum] + 1, t.end[sum]):
            if a.rules.options[CAPTURE_RULE] and leaves_group(t, t.take[i], sum):
                continue
            if add(t, t.take[i]):
                emit_one(a, t.take[i], hi | field(sum, AS), 1 + size_of(t.take[i]))
    return 0


cdef int collects(Actions* a, int owner) except -1 nogil:
    cdef Takes* t = a.takes
    cdef int chip = a.q.chip[owner], points = 1 + a.q.stack_size[owner]
    cdef uint64_t hi = field(COLLECT if owner == a.q.mover else STEAL, KIND) | field(chip, CHIP) | field(owner, OWNER)
    hi |= a.card
    emit_all(a, t.take + t.first[chip], t.end[chip] - t.first[chip], hi, points, True)
    if a.rainbow:
        bonuses(a, chip, t.first[chip], t.end[chip], hi, points)
    return 0


cdef int joker_actions(Actions* a) except -1 nogil:
    cdef int owner
    joker_captures(a)
    for owner in range(a.q.head.players):
        if a.q.chip[owner]:
            collects(a, owner)
    if a.rules.options[JOKER_BUILDS]:
        joker_extends(a) if a.q.chip[a.q.mover] else joker_creates(a)
    return 0


cdef int number_actions(Actions* a) except -1 nogil:
    cdef int chip = a.q.chip[a.q.mover]
    captures(a)
    if chip == 0:
        creates(a)
    elif a.number < chip:
        extends(a)
    elif a.number == chip:
        collects(a, a.q.mover)
    return 0


cdef int actions_with(Actions* a, int card) except -1 nogil:
    cdef uint64_t hi = field(DISCARD, KIND) | card
    cdef Py_ssize_t before = a.list.size
    a.card = card
    a.number = TABLES.number[card]
    number_actions(a) if a.number else joker_actions(a)
    if a.rules.options[DISCARD_RULE] == 0 or a.list.size == before:
        list_push(a.list, Move(0, hi), givers(a.q) if a.number == 1 else 0)
        if a.bonus_for_all:
            write_bonuses(a, 0, hi, 0)
    return 0


cdef int fills(const Rules* rules, const Quanto* q, MoveList* list) except -1 nogil:
    """Turns that only draw, if at least one card would be drawn."""
    if not q.pile_size or q.chained or q.head.decision != PLAY:
        return 0
    if display_wants(rules, q) > 0:
        list_push(list, Move(0, field(FILL, KIND)), 0)
    if hand_wants(rules, q) > 0:
        list_push(list, Move(0, field(FILL, KIND) | field(1, OWNER)), 0)
    return 0


cdef uint64_t sums_of(const Actions* a, uint64_t numbers) noexcept nogil:
    """All sums that actions with these numbers can take."""
    cdef uint64_t sums = numbers
    cdef int chip = a.q.chip[a.q.mover]
    if numbers & bit(0):
        return ANY_SUM
    if chip:
        return sums | bit(chip) if a.rules.options[EXTEND_GROUPS] else sums
    while numbers:
        sums |= creatable(a, lowest(numbers))
        numbers = without_lowest(numbers)
    return sums


cdef void begin(Actions* a, const Rules* rules, const Quanto* q, MoveList* list, Takes* takes) noexcept nogil:
    cdef Cards lone = lone_rainbows(q.display), display = counts(q.display) | lone
    cdef Cards choice = q.turned if q.turned else q.hand[q.mover]
    a.rules = rules
    a.q = q
    a.list = list
    a.takes = takes
    a.shown = display
    a.rainbows = rainbows(q.display) ^ lone
    a.numbers = number_set(display) & ~<uint64_t>1
    a.choice = number_set(choice)
    a.plains = a.choice & ~(lone_rainbows(choice) >> 48)
    a.others = rainbows(choice) >> 48
    if rules.options[DISPLAY_JOKER]:
        display &= ~<uint64_t>15
    takes_begin(takes, display)


cdef int actions(Actions* a) except -1 nogil:
    cdef uint64_t plains = a.plains, others = a.others
    make_runs(a.takes, sums_of(a, a.choice))
    turn_to(a, False)
    while plains:
        actions_with(a, plain(lowest(plains)))
        plains = without_lowest(plains)
    turn_to(a, True)
    while others:
        actions_with(a, plain(lowest(others)) + 1)
        others = without_lowest(others)
    return 0


cdef int generate(const Rules* rules, const State* state, MoveList* list) except -1 nogil:
    cdef const Quanto* q = <const Quanto*>state
    cdef Actions a
    cdef Takes takes
    begin(&a, rules, q, list, &takes)
    try:
        actions(&a)
        if rules.options[TURN]:
            fills(rules, q, list)
    finally:
        takes_end(&takes)
    return 0
