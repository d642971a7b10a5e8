"""Captures, stacks, discards and fills as moves."""

from libc.stdint cimport int32_t

from kiebitz.engine.bits cimport bit, lowest, without_lowest
from kiebitz.engine.game cimport Move, list_push
from kiebitz.engine.quanto.cards cimport (
    JOKER, TABLES, Cards, count_of, counts, fits, lone_rainbows, number_set, one_of, plain,
    present, rainbows, size_of, smallest_of, uint64_t, unit,
)
from kiebitz.engine.quanto.effects cimport (
    AS, BASE, CHIP, KIND, OWNER, Actions, emit_bonus, emit_created, emit_one, emit_all, field, make_room, write_bonuses,
)
from kiebitz.engine.quanto.groups cimport MOST, list_groups
from kiebitz.engine.quanto.table cimport (
    CAPTURE, CAPTURE_RULE, COLLECT, CREATE, DISCARD, DISCARD_RULE, DISPLAY_JOKER, EXTEND, EXTEND_GROUPS, FILL,
    JOKER_BUILDS, PLAY, RAINBOW_BONUS, STEAL, TURN, Quanto, display_wants, givers, hand_wants,
)
from kiebitz.engine.quanto.takes cimport (
    Takes, add, begin_run, known, leaves_group, make_runs, resume_run, takes_begin, takes_end,
)

cdef enum:
    CHIPS = 0x1FE0          # set of the numbers 5 to 12
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


cdef inline uint64_t creatable(const Actions* a, int number) noexcept nogil:
    """The set of the chips of stacks that the number can create."""
    return (a.numbers << number) & CHIPS & ~<uint64_t>a.q.chips


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


cdef inline void turn_to(Actions* a, bint rainbow) noexcept nogil:
    """What the rainbow cards of the hand, or the others, have in common."""
    a.rainbow = rainbow
    a.bonus_for_all = rainbow and a.rules.options[RAINBOW_BONUS] != 0
    a.apart = a.rainbows != 0 or a.bonus_for_all


cdef int actions(Actions* a, Cards choice) except -1 nogil:
    cdef uint64_t numbers = number_set(choice)
    cdef uint64_t plains = numbers & ~(lone_rainbows(choice) >> 48), others = rainbows(choice) >> 48
    make_runs(a.takes, sums_of(a, numbers))
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
    cdef Cards lone = lone_rainbows(q.display), display = counts(q.display) | lone
    a.rules = rules
    a.q = q
    a.list = list
    a.takes = &takes
    a.shown = display
    a.rainbows = rainbows(q.display) ^ lone
    a.numbers = number_set(display) & ~<uint64_t>1
    if rules.options[DISPLAY_JOKER]:
        display &= ~<uint64_t>15
    takes_begin(&takes, display)
    try:
        actions(&a, q.turned if q.turned else q.hand[q.mover])
        if rules.options[TURN]:
            fills(rules, q, list)
    finally:
        takes_end(&takes)
    return 0
