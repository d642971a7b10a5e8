"""Captures, stacks, discards and fills as moves."""

from libc.stdint cimport int32_t

from kiebitz.engine.bits cimport bit, count, lowest, without_lowest
from kiebitz.engine.game cimport Move, list_push, list_reserve
from kiebitz.engine.quanto.cards cimport (
    JOKER, NONE, TABLES, Cards, count_of, counts, fits, has_rainbow, holds, is_rainbow, number_set, plain, present, rainbows, size_of,
    smallest_of, unit,
)
from kiebitz.engine.quanto.table cimport (
    CAPTURE, CAPTURE_RULE, COLLECT, CREATE, DISCARD, DISCARD_RULE, DISPLAY_JOKER, EXTEND, EXTEND_GROUPS, FILL,
    JOKER_BUILDS, PLAY, RAINBOW_BONUS, STEAL, TURN, Quanto, display_wants, givers, hand_wants,
)
from kiebitz.engine.quanto.takes cimport Takes, add, begin_run, known, leaves_group, makes, resume_run, takes_begin, takes_end


cdef enum:
    CHIPS = 0x1FE0          # set of the numbers 5 to 12


cdef struct Actions:
    const Rules* rules
    const Quanto* q
    MoveList* list
    Takes* takes
    Cards rainbows          # of the display
    uint64_t numbers        # set of the numbers in it
    int rainbow_count
    int card
    int number              # of the card; 0 for a joker
    bint bonus_for_all      # an option of the rules, and a rainbow card


cdef inline int make_room(Actions* a, Py_ssize_t takes) except -1 nogil:
    """For all moves of so many takes: of each rainbow card that lies there, with and without."""
    cdef Py_ssize_t moves = takes << a.rainbow_count
    if a.list.size + moves > a.list.capacity:
        list_reserve(a.list, moves)
    return 0


cdef inline void write(MoveList* list, Cards taken, uint64_t hi, int32_t points) noexcept nogil:
    """As list_push, where room has been made."""
    list.moves[list.size] = Move(taken, hi)
    list.points[list.size] = points
    list.size += 1


cdef int write_bonuses(Actions* a, Cards taken, uint64_t hi, int points) except -1 nogil:
    """With a bonus for any action: the move with each card that still lies there."""
    cdef int card
    for card in range(1, JOKER + 1):
        if holds(a.q.display - taken, card):
            list_push(a.list, Move(taken, hi | field(card, BONUS)), points + 1)
    return 0


cdef inline Cards tell_apart(const Actions* a, Cards* take) noexcept nogil:
    """Adds to counts the rainbow cards that are surely taken; returns those that may be or not."""
    cdef Cards left = a.rainbows, some = 0
    cdef uint64_t taken, there
    cdef int place
    while left:
        place = lowest(left)
        left = without_lowest(left)
        taken = (take[0] >> 4 * (place - 48)) & 15
        there = (a.takes.display >> 4 * (place - 48)) & 15
        # Arithmetic instead of branches, which no processor could foresee here.
        take[0] |= <uint64_t>(taken == there) << place
        some |= <uint64_t>((taken != 0) & (taken < there)) << place
    return some


cdef inline int emit(Actions* a, Cards take, uint64_t hi, int points) except -1 nogil:
    """All moves whose takes have these counts; with a bonus for any action room is made for each, else by the caller."""
    cdef Cards some = tell_apart(a, &take), chosen = 0
    while True:
        if a.bonus_for_all:
            make_room(a, 1)
        write(a.list, take | chosen, hi, points)
        if a.bonus_for_all and hi >> KIND != CAPTURE and hi >> KIND != COLLECT:
            write_bonuses(a, take | chosen, hi, points)
        if chosen == some:
            return 0
        chosen = (chosen - some) & some


cdef int emit_one(Actions* a, Cards take, uint64_t hi, int points) except -1 nogil:
    make_room(a, 1)
    return emit(a, take, hi, points)


cdef inline int emit_created(Actions* a, Cards take, int base, uint64_t hi) except -1 nogil:
    """The same with a creating card of this number among them, the smallest that can be it."""
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


cdef int emit_run(Actions* a, Py_ssize_t first, Py_ssize_t end, uint64_t hi, int points) except -1 nogil:
    """Takes that are won, a point a card."""
    cdef const Cards* takes = a.takes.take
    cdef Py_ssize_t i
    make_room(a, end - first)
    for i in range(first, end):
        if a.rainbows:
            emit(a, takes[i], hi, points + size_of(takes[i]))
        else:
            write(a.list, takes[i], hi, points + size_of(takes[i]))
    return 0


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
                emit_bonus(a, take, number, hi, points + size_of(take))
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
    cdef Py_ssize_t first, end
    if t.groups.count[a.number] == 0 and count_of(t.display, 0) == 0:
        return 0
    if a.rules.options[CAPTURE_RULE]:
        largest_takes(a, a.number)
        first, end = t.run, t.size
    else:
        makes(t, a.number)
        first, end = t.first[a.number] + 1, t.end[a.number]
    emit_run(a, first, end, hi, 1)
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
                emit_one(a, t.take[i], hi | field(sum, AS), 1 + size_of(t.take[i]))
    return 0


cdef int creates_with(Actions* a, int chip, int base, uint64_t hi) except -1 nogil:
    """The creating card and each take that does not need it."""
    cdef MoveList* list = a.list
    cdef const Cards* takes = a.takes.take
    cdef Cards rest = a.takes.display - unit(base)
    cdef Py_ssize_t i
    make_room(a, a.takes.end[chip] - a.takes.first[chip])
    if a.rainbows or a.bonus_for_all:
        for i in range(a.takes.first[chip], a.takes.end[chip]):
            if fits(rest, takes[i]):
                emit_created(a, takes[i] + unit(base), base, hi)
        return 0
    hi |= field(plain(base), BASE)
    for i in range(a.takes.first[chip], a.takes.end[chip]):
        # Those that need it are written, too, and then overwritten: that is faster than a branch.
        list.moves[list.size] = Move(takes[i] + unit(base), hi)
        list.points[list.size] = 0
        list.size += fits(rest, takes[i])
    return 0


cdef int creates(Actions* a) except -1 nogil:
    """With a number the creating card of each chip is of one number, so that no two ways meet."""
    cdef uint64_t chips = (a.numbers << a.number) & CHIPS & ~<uint64_t>a.q.chips
    cdef int chip
    while chips:
        chip = lowest(chips)
        chips = without_lowest(chips)
        makes(a.takes, chip)
        creates_with(a, chip, chip - a.number, field(CREATE, KIND) | field(chip, CHIP) | a.card)
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
                    make_room(a, 1)
                    emit_created(a, t.take[i] + unit(base), base, hi)
    return 0


cdef int extend_with(Actions* a, Cards group, int chip, uint64_t hi) except -1 nogil:
    """Adds an extension by one group to the run, and those with further groups if they are allowed."""
    cdef Takes* t = a.takes
    cdef Py_ssize_t i
    if not a.rules.options[EXTEND_GROUPS]:
        if add(t, group):
            emit_one(a, group, hi, 0)
        return 0
    for i in range(t.first[chip], t.end[chip]):
        if fits(t.display - group, t.take[i]) and add(t, t.take[i] + group):
            emit_one(a, t.take[i] + group, hi, 0)
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
    hi |= a.card
    makes(t, chip)
    emit_run(a, t.first[chip], t.end[chip], hi, points)
    if is_rainbow(a.card):
        bonuses(a, t.first[chip], t.end[chip], hi, points)
    return 0


cdef int actions_with(Actions* a, int card) except -1 nogil:
    cdef int owner, mover = a.q.mover
    cdef uint64_t hi
    cdef Py_ssize_t before = a.list.size
    a.card = card
    a.number = TABLES.number[card]
    a.bonus_for_all = a.rules.options[RAINBOW_BONUS] and is_rainbow(card)
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
        hi = field(DISCARD, KIND) | card
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
    a.rainbows = rainbows(q.display)
    a.rainbow_count = count(a.rainbows)
    a.numbers = number_set(display) & ~<uint64_t>1
    takes_begin(&takes, display)
    try:
        actions(&a, q.turned if q.turned else q.hand[q.mover])
        if rules.options[TURN]:
            fills(rules, q, list)
    finally:
        takes_end(&takes)
    return 0
