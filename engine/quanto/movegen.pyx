"""Captures, collects, steals, discards and fills as moves, and the list of all moves."""

from kiebitz.engine.bits cimport bit, lowest, without_lowest
from kiebitz.engine.game cimport Move, list_push
from kiebitz.engine.quanto.cards cimport (
    TABLES, Cards, count_of, counts, lone_rainbows, number_set, one_of, plain, present, rainbows, size_of, uint64_t,
)
from kiebitz.engine.quanto.emit cimport Emitter, creatable, emit_all, emit_bonus, emit_one, is_cut, write_bonuses
from kiebitz.engine.quanto.legal cimport may_discard
from kiebitz.engine.quanto.stacks cimport emit_creates, emit_extends, emit_joker_creates, emit_joker_extends
from kiebitz.engine.quanto.state cimport (
    CAPTURE, CAPTURE_RULE, DISCARD, DISPLAY_JOKER, EXTEND_GROUPS, FILL, JOKER_BUILDS, KIND_SHIFT,
    NUMBER_SHIFT, OWNER_SHIFT, PLAY, TURN, Quanto, collect_fields, display_wants, field, givers, hand_wants,
)
from kiebitz.engine.quanto.takes cimport (
    NO_LIMIT, Takes, add, begin_run, known, leaves_group, make_runs, resume_run, takes_begin, takes_end,
)

cdef enum:
    ANY_SUM = 0x1FFE


cdef bint listed_otherwise(const Takes* t, Cards take, int number, int sum) noexcept nogil:
    """Whether another move already has these cards: a take alone, or a take with a bonus of a smaller number.

    `take` is a take of the run plus a bonus of `number`. A joker counts as the largest number. Takes without jokers sum
    to multiples of `sum`, so only a card with the same remainder can be the bonus.
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


cdef int emit_bonuses(Emitter* e, int sum, Py_ssize_t first, Py_ssize_t end, uint64_t hi, int points) except -1 nogil:
    """Appends the moves with a take of a run and one more card of the display, unless another move has the same cards."""
    cdef Takes* t = e.takes
    cdef Cards take
    cdef uint64_t numbers
    cdef Py_ssize_t i
    cdef int number
    resume_run(t, first, end)
    for i in range(first, end):
        if is_cut(e):
            break
        numbers = present(e.shown - t.take[i])
        while numbers:
            number = lowest(numbers) >> 2
            numbers = without_lowest(numbers)
            take = t.take[i] + one_of(t.display, number)
            if not listed_otherwise(t, take, number, sum):
                emit_bonus(e, take, number, hi, points + size_of(take))
    return 0


cdef int maximal_takes(Emitter* e, int sum) except -1 nogil:
    """Makes a run of the takes that leave no group in the display."""
    cdef Takes* t = e.takes
    cdef Py_ssize_t i
    cdef Cards take
    begin_run(t)
    for i in range(t.first[sum] + 1, t.end[sum]):
        take = t.take[i]
        if not leaves_group(t, take, sum):
            add(t, take)
    return 0


cdef int emit_captures(Emitter* e) except -1 nogil:
    cdef Takes* t = e.takes
    cdef uint64_t hi = field(CAPTURE, KIND_SHIFT) | e.card
    cdef Py_ssize_t first, end
    if e.rules.options[CAPTURE_RULE]:
        maximal_takes(e, e.number)
        first, end = t.run, t.size
    else:
        first, end = t.first[e.number] + 1, t.end[e.number]
    emit_all(e, t.take + first, end - first, hi, 1, True)
    if e.rainbow and first != end:
        emit_bonuses(e, e.number, first, end, hi, 1)
    return 0


cdef int emit_joker_captures(Emitter* e) except -1 nogil:
    """Appends the captures of all numbers. A move names the smallest number that allows its take."""
    cdef Takes* t = e.takes
    cdef uint64_t hi = field(CAPTURE, KIND_SHIFT) | e.card
    cdef Py_ssize_t i
    cdef int sum
    begin_run(t)
    for sum in range(1, 13):
        for i in range(t.first[sum] + 1, t.end[sum]):
            if e.rules.options[CAPTURE_RULE] and leaves_group(t, t.take[i], sum):
                continue
            if is_cut(e):
                return 0
            if add(t, t.take[i]):
                emit_one(e, t.take[i], hi | field(sum, NUMBER_SHIFT), 1 + size_of(t.take[i]))
    return 0


cdef int emit_collects(Emitter* e, int owner) except -1 nogil:
    cdef Takes* t = e.takes
    cdef int chip = e.q.chip[owner], points = 1 + e.q.stack_size[owner]
    cdef uint64_t hi = collect_fields(e.q, owner) | e.card
    emit_all(e, t.take + t.first[chip], t.end[chip] - t.first[chip], hi, points, True)
    if e.rainbow:
        emit_bonuses(e, chip, t.first[chip], t.end[chip], hi, points)
    return 0


cdef int emit_joker_moves(Emitter* e) except -1 nogil:
    cdef int owner
    emit_joker_captures(e)
    for owner in range(e.q.head.players):
        if e.q.chip[owner]:
            emit_collects(e, owner)
    if e.rules.options[JOKER_BUILDS]:
        emit_joker_extends(e) if e.q.chip[e.q.mover] else emit_joker_creates(e)
    return 0


cdef int emit_number_moves(Emitter* e) except -1 nogil:
    cdef int chip = e.q.chip[e.q.mover]
    emit_captures(e)
    if chip == 0:
        emit_creates(e)
    elif e.number < chip:
        emit_extends(e)
    elif e.number == chip:
        emit_collects(e, e.q.mover)
    return 0


cdef int emit_card_moves(Emitter* e, int card) except -1 nogil:
    cdef uint64_t hi = field(DISCARD, KIND_SHIFT) | card
    e.card = card
    e.number = TABLES.number[card]
    emit_number_moves(e) if e.number else emit_joker_moves(e)
    if e.discards:
        list_push(e.list, Move(0, hi), givers(e.q) if e.number == 1 else 0)
        if e.bonus_for_all:
            write_bonuses(e, 0, hi, 0)
    return 0


cdef int emit_fills(const Rules* rules, const Quanto* q, MoveList* list) except -1 nogil:
    """Appends the moves that only draw cards (option TURN), if they draw at least one card."""
    if not q.pile_size or q.chained or q.head.decision != PLAY:
        return 0
    if display_wants(rules, q) > 0:
        list_push(list, Move(0, field(FILL, KIND_SHIFT)), 0)
    if hand_wants(rules, q) > 0:
        list_push(list, Move(0, field(FILL, KIND_SHIFT) | field(1, OWNER_SHIFT)), 0)
    return 0


cdef uint64_t sums_of(const Emitter* e, uint64_t numbers) noexcept nogil:
    cdef uint64_t sums = numbers
    cdef int chip = e.q.chip[e.q.mover]
    if numbers & bit(0):
        return ANY_SUM
    if chip:
        return sums | bit(chip) if e.rules.options[EXTEND_GROUPS] else sums
    while numbers:
        sums |= creatable(e, lowest(numbers))
        numbers = without_lowest(numbers)
    return sums


cdef void emitter_begin(Emitter* e, const Rules* rules, const Quanto* q, MoveList* list, Takes* takes) noexcept nogil:
    cdef Cards lone = lone_rainbows(q.display), display = counts(q.display) | lone
    cdef Cards playable = q.turned if q.turned else q.hand[q.mover]
    e.rules = rules
    e.q = q
    e.list = list
    e.most = NO_LIMIT
    e.takes = takes
    e.shown = display
    e.rainbows = rainbows(q.display) ^ lone
    e.numbers = number_set(display) & ~<uint64_t>1
    e.playable = number_set(playable)
    e.plain_numbers = e.playable & ~(lone_rainbows(playable) >> 48)
    e.rainbow_numbers = rainbows(playable) >> 48
    e.discards = may_discard(rules, q)
    if rules.options[DISPLAY_JOKER]:
        display &= ~<uint64_t>15
    takes_begin(takes, display)


cdef int emit_moves(Emitter* e) except -1 nogil:
    cdef uint64_t plain_numbers = e.plain_numbers, rainbow_numbers = e.rainbow_numbers
    make_runs(e.takes, sums_of(e, e.playable))
    choose_rainbow(e, False)
    while plain_numbers and not e.takes.cut:
        emit_card_moves(e, plain(lowest(plain_numbers)))
        plain_numbers = without_lowest(plain_numbers)
    choose_rainbow(e, True)
    while rainbow_numbers and not e.takes.cut:
        emit_card_moves(e, plain(lowest(rainbow_numbers)) + 1)
        rainbow_numbers = without_lowest(rainbow_numbers)
    return 0


cdef bint generate_within(const Rules* rules, const Quanto* q, Py_ssize_t most, MoveList* list) except -1 nogil:
    cdef Emitter e
    cdef Takes takes
    cdef Py_ssize_t size = list.size
    emitter_begin(&e, rules, q, list, &takes)
    e.most = size + most
    takes.most = max(most, <Py_ssize_t>1)
    try:
        emit_moves(&e)
        if rules.options[TURN]:
            emit_fills(rules, q, list)
        if is_cut(&e):
            list.size = size
            return False
    finally:
        takes_end(&takes)
    return True


cdef int generate(const Rules* rules, const State* state, MoveList* list) except -1 nogil:
    generate_within(rules, <const Quanto*>state, NO_LIMIT, list)
    return 0
