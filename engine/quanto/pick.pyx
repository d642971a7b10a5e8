"""Drawing a number below a bound of how many moves there are, until it is the number of a move."""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from kiebitz.engine.bits cimport bit, count, lowest, without_lowest
from kiebitz.engine.quanto.actions cimport actions_with, begin, generate, sums_of, turn_to
from kiebitz.engine.quanto.cards cimport NUMBERS, Cards, count_of, counts, number_set, one_of, plain, smallest_of
from kiebitz.engine.quanto.effects cimport BASE, CHIP, KIND, OWNER, Actions, field, tell_apart
from kiebitz.engine.quanto.groups cimport group_at
from kiebitz.engine.quanto.stacks cimport creatable
from kiebitz.engine.quanto.table cimport (
    CAPTURE, CAPTURE_RULE, COLLECT, CREATE, DISCARD, DISCARD_RULE, EXTEND, EXTEND_GROUPS, JOKER_BUILDS, RAINBOW_BONUS,
    TURN, Quanto,
)
from kiebitz.engine.quanto.takes cimport Takes, make_runs, takes_end
from kiebitz.engine.rng cimport below

cdef enum:
    CARDS = 22              # different ones


cdef struct Wanted:
    int64_t left            # moves that are still to be passed before the one that is wanted
    Move move


cdef struct Shares:         # of the cards that can be played, in the numbers drawn from
    int64_t end[CARDS]      # each share is at least as large as the card has moves
    uint8_t number[CARDS]
    int plains              # how many come first that are no rainbow cards


cdef bint pass_take(const Actions* a, Wanted* wanted, Cards take, uint64_t hi) noexcept nogil:
    """Passes all moves of a take, in the order of `emit`; true if the wanted one is among them."""
    cdef Cards some = tell_apart(a, &take), chosen = 0
    cdef int64_t n = <int64_t>1 << count(some)
    if wanted.left >= n:
        wanted.left -= n
        return False
    while wanted.left:
        chosen = (chosen - some) & some
        wanted.left -= 1
    wanted.move = Move(take | chosen, hi)
    return True


cdef inline bint pass_takes(const Actions* a, Wanted* wanted, const Cards* takes, Py_ssize_t n,
                            uint64_t hi) noexcept nogil:
    cdef Py_ssize_t i
    if a.apart:
        for i in range(n):
            if pass_take(a, wanted, takes[i], hi):
                return True
        return False
    if wanted.left >= n:
        wanted.left -= n
        return False
    wanted.move = Move(takes[wanted.left], hi)
    return True


cdef bint pass_creates_with(const Actions* a, Wanted* wanted, int chip, int base, uint64_t hi) noexcept nogil:
    """The creating card and each take that leaves one lying."""
    cdef const Takes* t = a.takes
    cdef Cards card = one_of(t.display, base), copies = <uint64_t>15 << 4 * base, take
    cdef Py_ssize_t i
    for i in range(t.first[chip], t.end[chip]):
        if (t.take[i] ^ t.display) & copies == 0:
            continue
        take = t.take[i] + card
        if pass_takes(a, wanted, &take, 1, hi):
            wanted.move.hi |= field(smallest_of(wanted.move.lo, base), BASE)
            return True
    return False


cdef bint pass_creates(Actions* a, Wanted* wanted) except -1 nogil:
    cdef uint64_t chips = creatable(a, a.number)
    cdef int chip
    while chips:
        chip = lowest(chips)
        chips = without_lowest(chips)
        make_runs(a.takes, bit(chip))
        if pass_creates_with(a, wanted, chip, chip - a.number, field(CREATE, KIND) | field(chip, CHIP) | a.card):
            return True
    return False


cdef bint pass_extends(const Actions* a, Wanted* wanted, int chip) noexcept nogil:
    """What is missing is less than 12, so that its groups are one word."""
    cdef int missing = chip - a.number
    cdef uint64_t left = a.takes.groups.set[missing]
    cdef Cards group
    while left:
        group = group_at(&a.takes.groups, missing, left)
        left = without_lowest(left)
        if pass_takes(a, wanted, &group, 1, field(EXTEND, KIND) | field(chip, CHIP) | a.card):
            return True
    return False


cdef bint pass_card(Actions* a, Wanted* wanted) except -1 nogil:
    """All moves with a number, those for which no takes have to be made first."""
    cdef Takes* t = a.takes
    cdef int chip = a.q.chip[a.q.mover]
    cdef const Cards* takes
    cdef Py_ssize_t n
    if wanted.left == 0:
        wanted.move = Move(0, field(DISCARD, KIND) | a.card)
        return True
    wanted.left -= 1
    if chip > a.number and pass_extends(a, wanted, chip):
        return True
    make_runs(t, bit(a.number))
    takes = t.take + t.first[a.number]
    n = t.end[a.number] - t.first[a.number]
    if pass_takes(a, wanted, takes + 1, n - 1, field(CAPTURE, KIND) | a.card):
        return True
    if chip == a.number:
        return pass_takes(a, wanted, takes, n, collecting(a))
    return chip == 0 and pass_creates(a, wanted)


cdef inline uint64_t collecting(const Actions* a) noexcept nogil:
    return field(COLLECT, KIND) | field(a.number, CHIP) | field(a.q.mover, OWNER) | a.card


# Bounds

cdef uint64_t sums_twice(Cards display) noexcept nogil:
    """The sums, and some more, of which a group may lie there more than once: those of numbers that do."""
    cdef uint64_t numbers = counts(display) >> 1 & <uint64_t>0x7777777777777777, sums = 1
    cdef int number, copies
    if numbers == 0:
        return 0
    numbers = number_set(numbers)
    while numbers:
        number = lowest(numbers)
        numbers = without_lowest(numbers)
        for copies in range(1, count_of(display, number), 2):
            sums |= sums << number
    return sums


cdef int64_t number_of_takes(Takes* t, int sum) except -1 nogil:
    make_runs(t, bit(sum))
    return t.end[sum] - t.first[sum]


cdef inline int64_t most_takes(Takes* t, int sum, uint64_t twice) except -1 nogil:
    """At least the number of takes, {} included: as if no two groups shared a card; that of many groups is exact."""
    cdef uint64_t left = t.groups.set[sum]
    if sum == NUMBERS and t.groups.set[NUMBERS + 1]:
        return number_of_takes(t, sum)
    if left == 0:
        return 1
    if twice >> sum & 1 == 0:
        left = without_lowest(left)
        if left == 0:
            return 2
        left = without_lowest(left)
        if left == 0:
            return 4
    return number_of_takes(t, sum)


cdef inline int few(uint64_t set) noexcept nogil:
    """Its number of members, mostly 0 or 1."""
    if without_lowest(set) == 0:
        return set != 0
    return count(set)


cdef int64_t most_creates(Actions* a, int number, uint64_t twice) except -1 nogil:
    cdef int64_t most = 0
    cdef uint64_t chips = creatable(a, number)
    while chips:
        most += most_takes(a.takes, lowest(chips), twice)
        chips = without_lowest(chips)
    return most


cdef inline int64_t most_of_number(Actions* a, int number, int chip, uint64_t twice, int bonuses) except -1 nogil:
    """Besides the discard. bonuses: of each take, none included."""
    cdef int64_t takes = most_takes(a.takes, number, twice), most = takes - 1
    if chip > number:
        return most * bonuses + few(a.takes.groups.set[chip - number])
    if chip == number:
        return (most + takes) * bonuses
    if chip == 0:
        return most * bonuses + most_creates(a, number, twice)
    return most * bonuses


cdef int64_t most_of_joker(Actions* a, uint64_t twice) except -1 nogil:
    cdef int64_t most = 0
    cdef int sum, owner
    for sum in range(1, NUMBERS + 1):
        most += most_takes(a.takes, sum, twice) - 1
    for owner in range(a.q.head.players):
        if a.q.chip[owner]:
            most += most_takes(a.takes, a.q.chip[owner], twice)
    return most


cdef int64_t share_out(Actions* a, Shares* shares) except -1 nogil:
    """One share for each card that can be played; returns their sum."""
    cdef uint64_t plains = a.plains, others = a.others, twice = sums_twice(a.takes.display)
    cdef int64_t most, sum = 0
    cdef int n = 0, number, bonuses, chip = a.q.chip[a.q.mover], apart = count(a.rainbows) if a.rainbows else 0
    while plains:
        number = lowest(plains)
        plains = without_lowest(plains)
        most = most_of_number(a, number, chip, twice, 1) if number else most_of_joker(a, twice)
        sum += (most << apart) + 1
        shares.end[n] = sum
        shares.number[n] = number
        n += 1
    shares.plains = n
    bonuses = 1 + count(a.numbers) if others else 0     # one more card of each number
    while others:
        number = lowest(others)
        others = without_lowest(others)
        sum += (most_of_number(a, number, chip, twice, bonuses) << apart) + 1
        shares.end[n] = sum
        shares.number[n] = number
        n += 1
    return sum


# The choice

cdef inline bint move_of(Actions* a, int number, bint rainbow, int64_t which, Move* move) except -1 nogil:
    """The card's move of a number, counted from 0; false if there is none."""
    cdef Wanted wanted
    turn_to(a, rainbow)
    a.card = plain(number) + rainbow
    a.number = number
    if number and not rainbow:
        wanted.left = which
        if not pass_card(a, &wanted):
            return False
        move[0] = wanted.move
        return True
    make_runs(a.takes, sums_of(a, bit(number)))
    a.list.size = 0
    actions_with(a, a.card)
    if which >= a.list.size:
        return False
    move[0] = a.list.moves[which]
    return True


cdef int pick_listed(const Rules* rules, const State* state, MoveList* list, Rng* rng, Move* move) except -1 nogil:
    list.size = 0
    generate(rules, state, list)
    move[0] = list.moves[below(rng, <uint32_t>list.size)]
    return 0


cdef int pick_below(Actions* a, Rng* rng, Move* move) except -1 nogil:
    cdef Shares shares
    cdef int64_t most = share_out(a, &shares), number
    cdef int i
    if most >> 32:
        return pick_listed(a.rules, <const State*>a.q, a.list, rng, move)
    while True:
        number = below(rng, <uint32_t>most)
        i = 0
        while number >= shares.end[i]:
            i += 1
        if i:
            number -= shares.end[i - 1]
        if move_of(a, shares.number[i], i >= shares.plains, number, move):
            return 0


cdef inline bint usual(const Rules* rules, const Quanto* q) noexcept nogil:
    """Whether the bounds are right: without a joker in the display, and without options that allow or demand more."""
    return not (rules.options[TURN] | rules.options[CAPTURE_RULE] | rules.options[EXTEND_GROUPS]
                | rules.options[DISCARD_RULE] | rules.options[RAINBOW_BONUS] | rules.options[JOKER_BUILDS]
                | <int>(q.display & 15))


cdef int pick(const Rules* rules, const State* state, MoveList* list, Rng* rng, Move* move) except -1 nogil:
    cdef const Quanto* q = <const Quanto*>state
    cdef Actions a
    cdef Takes takes
    if not usual(rules, q):
        return pick_listed(rules, state, list, rng, move)
    begin(&a, rules, q, list, &takes)
    try:
        return pick_below(&a, rng, move)
    finally:
        takes_end(&takes)
