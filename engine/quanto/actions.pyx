"""Captures, stacks, discards and fills as moves."""

from kiebitz.engine.bits cimport bit, lowest, without_lowest
from kiebitz.engine.game cimport Move, list_push
from kiebitz.engine.quanto.cards cimport (
    JOKER, NONE, TABLES, Cards, count_of, counts, fits, has_rainbow, holds, is_rainbow, plain, present, rainbows, size_of,
    smallest_of, unit,
)
from kiebitz.engine.quanto.table cimport (
    CAPTURE, CAPTURE_RULE, COLLECT, CREATE, DISCARD, DISCARD_RULE, DISPLAY_JOKER, EXTEND, EXTEND_GROUPS, FILL,
    JOKER_BUILDS, PLAY, RAINBOW_BONUS, STEAL, TURN, Quanto, display_wants, givers, hand_wants,
)
from kiebitz.engine.quanto.takes cimport Takes, add, begin_run, known, leaves_group, makes, resume_run, takes_begin, takes_end


cdef struct Actions:
    const Rules* rules
    const Quanto* q
    MoveList* list
    Takes* takes
    int card
    int number              # of the card; 0 for a joker


cdef inline int push(Actions* a, Cards taken, uint64_t hi, int points) except -1 nogil:
    """One move; with a bonus for any action, also those with each card that still lies there."""
    cdef int kind = hi >> KIND, card
    list_push(a.list, Move(taken, hi), points)
    if a.rules.options[RAINBOW_BONUS] and is_rainbow(a.card) and (kind == CREATE or kind == EXTEND or kind == DISCARD):
        for card in range(1, JOKER + 1):
            if holds(a.q.display - taken, card):
                list_push(a.list, Move(taken, hi | field(card, BONUS)), points + 1)
    return 0


cdef int beside(Actions* a, Cards taken, uint64_t hi, int points, int number, int place) except -1 nogil:
    """A move with a card beside the groups: a bonus is not named among the others, a creating card is."""
    cdef int card = smallest_of(taken, number)
    hi |= field(card, place)
    if place == BONUS:
        taken -= TABLES.one[card]
    return push(a, taken, hi, points)


cdef int tell_apart(Actions* a, Cards take, uint64_t hi, int points, int number, int place) except -1 nogil:
    """All moves whose takes have these counts; place: what the number's card is besides, or 0."""
    cdef Cards display = rainbows(a.q.display)
    cdef Cards some = 0, chosen = 0
    cdef int n, taken
    while display:
        n = lowest(display) - 48
        taken = count_of(take, n)
        if taken == count_of(a.q.display, n):
            take |= bit(n + 48)
        elif taken:
            some |= bit(n + 48)
        display = without_lowest(display)
    while True:
        if place:
            beside(a, take | chosen, hi, points, number, place)
        else:
            push(a, take | chosen, hi, points)
        if chosen == some:
            return 0
        chosen = (chosen - some) & some


cdef inline int emit(Actions* a, Cards take, uint64_t hi, int points) except -1 nogil:
    if rainbows(a.q.display):
        return tell_apart(a, take, hi, points, 0, 0)
    return push(a, take, hi, points)


cdef bint another_way(const Takes* t, Cards take, int number) noexcept nogil:
    """Whether the run has the take without one card, of a smaller number than this (0, the joker, is the largest)."""
    cdef uint64_t numbers = present(take) & ~<uint64_t>1
    if number:
        numbers &= bit(4 * number) - 1
    while numbers:
        if known(t, take - bit(lowest(numbers))):
            return True
        numbers = without_lowest(numbers)
    return False


cdef int bonuses(Actions* a, Py_ssize_t first, Py_ssize_t end, uint64_t hi, int points) except -1 nogil:
    """To each take of a run one more card of the display, if that is no take itself."""
    cdef Takes* t = a.takes
    cdef Cards display = counts(a.q.display), take
    cdef uint64_t numbers
    cdef Py_ssize_t i
    cdef int number
    resume_run(t, first, end)
    for i in range(first, end):
        numbers = present(display - t.take[i])
        while numbers:
            number = lowest(numbers) >> 2
            numbers = without_lowest(numbers)
            take = t.take[i] + unit(number)
            if not known(t, take) and not another_way(t, take, number):
                tell_apart(a, take, hi, points + size_of(take), number, BONUS)
    return 0


cdef int largest_takes(Actions* a, int sum) except -1 nogil:
    """Makes a run of the takes that leave no group lying."""
    cdef Takes* t = a.takes
    cdef Py_ssize_t i
    cdef Cards take
    makes(t, sum)
    begin_run(t)
    for i in range(t.first[sum] + 1, t.end[sum]):
        take = t.take[i]
        if not leaves_group(t, take, sum):
            add(t, take)
    return 0


cdef int captures(Actions* a) except -1 nogil:
    cdef Takes* t = a.takes
    cdef uint64_t hi = field(CAPTURE, KIND) | a.card
    cdef Py_ssize_t i, first, end
    if a.rules.options[CAPTURE_RULE]:
        largest_takes(a, a.number)
        first, end = t.run, t.size
    else:
        makes(t, a.number)
        first, end = t.first[a.number] + 1, t.end[a.number]
    for i in range(first, end):
        emit(a, t.take[i], hi, 1 + size_of(t.take[i]))
    if is_rainbow(a.card) and first != end:
        bonuses(a, first, end, hi, 1)
    return 0


cdef int joker_captures(Actions* a) except -1 nogil:
    """The takes of all numbers, each with the smallest one that allows it."""
    cdef Takes* t = a.takes
    cdef uint64_t hi = field(CAPTURE, KIND) | a.card
    cdef Py_ssize_t i
    cdef int sum
    for sum in range(1, 13):
        makes(t, sum)
    begin_run(t)
    for sum in range(1, 13):
        for i in range(t.first[sum] + 1, t.end[sum]):
            if a.rules.options[CAPTURE_RULE] and leaves_group(t, t.take[i], sum):
                continue
            if add(t, t.take[i]):
                emit(a, t.take[i], hi | field(sum, AS), 1 + size_of(t.take[i]))
    return 0


cdef int creates(Actions* a) except -1 nogil:
    """With a number the creating card of each chip is of one number, so that no two ways meet."""
    cdef Takes* t = a.takes
    cdef uint64_t numbers = present(a.q.display)
    cdef uint64_t hi
    cdef Py_ssize_t i
    cdef int chip, base
    cdef Cards rest
    for chip in range(max(5, a.number + 1), 13):
        base = chip - a.number
        if a.q.chips >> chip & 1 or not numbers >> 4 * base & 1:
            continue
        makes(t, chip)
        rest = t.display - unit(base)
        hi = field(CREATE, KIND) | field(chip, CHIP) | a.card
        for i in range(t.first[chip], t.end[chip]):
            if fits(rest, t.take[i]):
                tell_apart(a, t.take[i] + unit(base), hi, 0, base, BASE)
    return 0


cdef int joker_creates(Actions* a) except -1 nogil:
    cdef Takes* t = a.takes
    cdef uint64_t hi
    cdef Py_ssize_t i
    cdef int chip, base
    cdef Cards rest
    for chip in range(5, 13):
        if a.q.chips >> chip & 1:
            continue
        makes(t, chip)
        begin_run(t)
        for base in range(1, chip):
            if not count_of(t.display, base):
                continue
            rest = t.display - unit(base)
            hi = field(CREATE, KIND) | field(chip, CHIP) | field(chip - base, AS) | a.card
            for i in range(t.first[chip], t.end[chip]):
                if fits(rest, t.take[i]) and add(t, t.take[i] + unit(base)):
                    tell_apart(a, t.take[i] + unit(base), hi, 0, base, BASE)
    return 0


cdef int extend_with(Actions* a, Cards group, int chip, uint64_t hi) except -1 nogil:
    """Adds an extension by one group to the run, and those with further groups if they are allowed."""
    cdef Takes* t = a.takes
    cdef Py_ssize_t i
    if not a.rules.options[EXTEND_GROUPS]:
        if add(t, group):
            emit(a, group, hi, 0)
        return 0
    for i in range(t.first[chip], t.end[chip]):
        if fits(t.display - group, t.take[i]) and add(t, t.take[i] + group):
            emit(a, t.take[i] + group, hi, 0)
    return 0


cdef int extends_as(Actions* a, int number, uint64_t hi) except -1 nogil:
    """Groups that make up the chip with the played card; jokers in them are at least 1 each."""
    cdef Takes* t = a.takes
    cdef int chip = a.q.chip[a.q.mover]
    cdef int missing = chip - number, joker, sum, i
    for i in range(t.groups.count[missing]):
        extend_with(a, t.groups.of[missing][i], chip, hi)
    for joker in range(1, count_of(t.display, 0) + 1):
        for sum in range(missing - joker + 1):
            for i in range(t.groups.count[sum]):
                extend_with(a, t.groups.of[sum][i] + joker * unit(0), chip, hi)
    return 0


cdef int extends(Actions* a) except -1 nogil:
    cdef int number, chip = a.q.chip[a.q.mover]
    cdef uint64_t hi = field(EXTEND, KIND) | field(chip, CHIP) | a.card
    if a.rules.options[EXTEND_GROUPS]:
        makes(a.takes, chip)
    begin_run(a.takes)
    if a.number:
        return extends_as(a, a.number, hi) if a.number < chip else 0
    for number in range(1, chip):
        extends_as(a, number, hi | field(number, AS))
    return 0


cdef int collects(Actions* a, int owner) except -1 nogil:
    cdef Takes* t = a.takes
    cdef int chip = a.q.chip[owner], points = 1 + a.q.stack_size[owner]
    cdef uint64_t hi = field(COLLECT if owner == a.q.mover else STEAL, KIND) | field(chip, CHIP) | field(owner, OWNER)
    cdef Py_ssize_t i
    hi |= a.card
    makes(t, chip)
    for i in range(t.first[chip], t.end[chip]):
        emit(a, t.take[i], hi, points + size_of(t.take[i]))
    if is_rainbow(a.card):
        bonuses(a, t.first[chip], t.end[chip], hi, points)
    return 0


cdef int actions_with(Actions* a, int card) except -1 nogil:
    cdef int owner, mover = a.q.mover
    cdef Py_ssize_t before = a.list.size
    a.card = card
    a.number = TABLES.number[card]
    if card == JOKER:
        joker_captures(a)
        for owner in range(a.q.head.players):
            if a.q.chip[owner]:
                collects(a, owner)
        if a.rules.options[JOKER_BUILDS]:
            extends(a) if a.q.chip[mover] else joker_creates(a)
    else:
        captures(a)
        if a.q.chip[mover] == 0:
            creates(a)
        elif a.q.chip[mover] == a.number:
            collects(a, mover)
        else:
            extends(a)
    if a.rules.options[DISCARD_RULE] == 0 or a.list.size == before:
        push(a, 0, field(DISCARD, KIND) | card, givers(a.q) if a.number == 1 else 0)
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


cdef int actions(Actions* a, Cards choice) except -1 nogil:
    cdef uint64_t numbers = present(choice)
    cdef int number
    while numbers:
        number = lowest(numbers) >> 2
        numbers = without_lowest(numbers)
        if number == 0 or count_of(choice, number) > has_rainbow(choice, number):
            actions_with(a, plain(number))
        if has_rainbow(choice, number):
            actions_with(a, plain(number) + 1)
    return 0


cdef int generate(const Rules* rules, const State* state, MoveList* list) except -1 nogil:
    cdef const Quanto* q = <const Quanto*>state
    cdef Actions a
    cdef Takes takes
    cdef Cards display = counts(q.display)
    if rules.options[DISPLAY_JOKER]:
        display &= ~<uint64_t>15
    a.rules = rules
    a.q = q
    a.list = list
    a.takes = &takes
    takes_begin(&takes, display)
    try:
        actions(&a, q.turned if q.turned else q.hand[q.mover])
        if rules.options[TURN]:
            fills(rules, q, list)
    finally:
        takes_end(&takes)
    return 0
