"""Draws random numbers below an upper bound of the number of moves, until a number belongs to a move."""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from kiebitz.engine.bits cimport bit, count, lowest, without_lowest
from kiebitz.engine.quanto.cards cimport NUMBERS, Cards, count_of, counts, number_set, one_of, plain, smallest_of
from kiebitz.engine.quanto.emit cimport Emitter, creatable, optional_rainbows
from kiebitz.engine.quanto.groups cimport group_at
from kiebitz.engine.quanto.movegen cimport choose_rainbow, emit_card_moves, emitter_begin, generate_within, sums_of
from kiebitz.engine.quanto.sampling cimport Actions, find_actions, sample_move
from kiebitz.engine.quanto.selection cimport candidates
from kiebitz.engine.quanto.state cimport (
    BASE_SHIFT, CAPTURE, CAPTURE_RULE, CHIP_SHIFT, CREATE, DISCARD, DISCARD_RULE, EXTEND, EXTEND_GROUPS, JOKER_BUILDS,
    KIND_SHIFT, RAINBOW_BONUS, TURN, Quanto, collect_fields, field,
)
from kiebitz.engine.quanto.takes cimport Takes, make_runs, takes_end
from kiebitz.engine.rng cimport below, uniform

cdef enum:
    CARDS = 22              # different cards of the deck
    MOST_DRAWN = 1 << 12    # takes, or moves, that are listed to draw one of them
    PROPOSALS = 20000       # proposals for one move of a display that has more


cdef struct Wanted:
    int64_t left            # moves to skip before the wanted move
    Move move


cdef struct Shares:         # shares of the playable cards: card i has the numbers from end[i - 1] to end[i] - 1
    int64_t end[CARDS]
    uint8_t number[CARDS]
    int plain_cards         # number of plain cards; they come first


cdef bint skip_take(const Emitter* e, Wanted* wanted, Cards take, uint64_t hi) noexcept nogil:
    """Skips all moves of a take, in the order of `emit`. Returns True if the wanted move is one of them."""
    cdef Cards optional = optional_rainbows(e, &take), chosen = 0
    cdef int64_t n = <int64_t>1 << count(optional)
    if wanted.left >= n:
        wanted.left -= n
        return False
    while wanted.left:
        chosen = (chosen - optional) & optional
        wanted.left -= 1
    wanted.move = Move(take | chosen, hi)
    return True


cdef inline bint skip_takes(const Emitter* e, Wanted* wanted, const Cards* takes, Py_ssize_t n,
                            uint64_t hi) noexcept nogil:
    cdef Py_ssize_t i
    if e.many_per_take:
        for i in range(n):
            if skip_take(e, wanted, takes[i], hi):
                return True
        return False
    if wanted.left >= n:
        wanted.left -= n
        return False
    wanted.move = Move(takes[wanted.left], hi)
    return True


cdef bint skip_creates_with(const Emitter* e, Wanted* wanted, int chip, int base, uint64_t hi) noexcept nogil:
    """Combines the creating card with each take that leaves a copy of it."""
    cdef const Takes* t = e.takes
    cdef Cards card = one_of(t.display, base), copies = <uint64_t>15 << 4 * base, take
    cdef Py_ssize_t i
    for i in range(t.first[chip], t.end[chip]):
        if (t.take[i] ^ t.display) & copies == 0:
            continue
        take = t.take[i] + card
        if skip_takes(e, wanted, &take, 1, hi):
            wanted.move.hi |= field(smallest_of(wanted.move.lo, base), BASE_SHIFT)
            return True
    return False


cdef bint skip_creates(Emitter* e, Wanted* wanted) except -1 nogil:
    cdef uint64_t chips = creatable(e, e.number), hi
    cdef int chip
    while chips:
        chip = lowest(chips)
        chips = without_lowest(chips)
        make_runs(e.takes, bit(chip))
        hi = field(CREATE, KIND_SHIFT) | field(chip, CHIP_SHIFT) | e.card
        if skip_creates_with(e, wanted, chip, chip - e.number, hi):
            return True
    return False


cdef bint skip_extends(const Emitter* e, Wanted* wanted, int chip) noexcept nogil:
    """Skips the extensions. They sum to less than 12, so their groups are one word."""
    cdef int missing = chip - e.number
    cdef uint64_t left = e.takes.groups.set[missing]
    cdef Cards group
    while left:
        group = group_at(&e.takes.groups, missing, left)
        left = without_lowest(left)
        if skip_takes(e, wanted, &group, 1, field(EXTEND, KIND_SHIFT) | field(chip, CHIP_SHIFT) | e.card):
            return True
    return False


cdef bint skip_card(Emitter* e, Wanted* wanted) except -1 nogil:
    """Skips the moves of a plain number. The moves that need no takes come first."""
    cdef Takes* t = e.takes
    cdef int chip = e.q.chip[e.q.mover]
    cdef const Cards* takes
    cdef Py_ssize_t n
    if wanted.left == 0:
        wanted.move = Move(0, field(DISCARD, KIND_SHIFT) | e.card)
        return True
    wanted.left -= 1
    if chip > e.number and skip_extends(e, wanted, chip):
        return True
    make_runs(t, bit(e.number))
    takes = t.take + t.first[e.number]
    n = t.end[e.number] - t.first[e.number]
    if skip_takes(e, wanted, takes + 1, n - 1, field(CAPTURE, KIND_SHIFT) | e.card):
        return True
    if chip == e.number:
        return skip_takes(e, wanted, takes, n, collect_fields(e.q, e.q.mover) | e.card)
    return chip == 0 and skip_creates(e, wanted)


# Bounds

cdef uint64_t sums_twice(Cards display) noexcept nogil:
    """A superset of the sums of groups that the display holds twice: all sums of numbers that occur twice."""
    cdef uint64_t numbers = counts(display) >> 1 & <uint64_t>0x7777777777777777, sums = 1
    cdef int number
    if numbers == 0:
        return 0
    numbers = number_set(numbers)
    while numbers:
        number = lowest(numbers)
        numbers = without_lowest(numbers)
        for _ in range(1, count_of(display, number), 2):
            sums |= sums << number
    return sums


cdef int64_t count_takes(Takes* t, int sum) except -1 nogil:
    make_runs(t, bit(sum))
    return t.end[sum] - t.first[sum]


cdef inline int64_t most_takes(Takes* t, int sum, uint64_t twice) except -1 nogil:
    """An upper bound of the number of takes, including the empty one.

    Up to two groups count as if they shared no card. For more groups the number is exact.
    """
    cdef uint64_t left = t.groups.set[sum]
    if sum == NUMBERS and t.groups.set[NUMBERS + 1]:
        return count_takes(t, sum)
    if left == 0:
        return 1
    if twice >> sum & 1 == 0:
        left = without_lowest(left)
        if left == 0:
            return 2
        left = without_lowest(left)
        if left == 0:
            return 4
    return count_takes(t, sum)


cdef inline int count_small(uint64_t set) noexcept nogil:
    """The size of a set. It is fast for 0 or 1 members, the usual case."""
    if without_lowest(set) == 0:
        return set != 0
    return count(set)


cdef int64_t most_creates(Emitter* e, int number, uint64_t twice) except -1 nogil:
    cdef int64_t most = 0
    cdef uint64_t chips = creatable(e, number)
    while chips:
        most += most_takes(e.takes, lowest(chips), twice)
        chips = without_lowest(chips)
    return most


cdef inline int64_t most_of_number(Emitter* e, int number, int chip, uint64_t twice, int bonuses) except -1 nogil:
    """An upper bound of the moves of a number, without the discard.

    bonuses: number of choices of a bonus for each take, including no bonus.
    """
    cdef int64_t takes = most_takes(e.takes, number, twice), most = takes - 1
    if chip > number:
        return most * bonuses + count_small(e.takes.groups.set[chip - number])
    if chip == number:
        return (most + takes) * bonuses
    if chip == 0:
        return most * bonuses + most_creates(e, number, twice)
    return most * bonuses


cdef int64_t most_of_joker(Emitter* e, uint64_t twice) except -1 nogil:
    cdef int64_t most = 0
    cdef int sum, owner
    for sum in range(1, NUMBERS + 1):
        most += most_takes(e.takes, sum, twice) - 1
    for owner in range(e.q.head.players):
        if e.q.chip[owner]:
            most += most_takes(e.takes, e.q.chip[owner], twice)
    return most


cdef int64_t assign_shares(Emitter* e, Shares* shares) except -1 nogil:
    """Gives each playable card its share. Returns the sum of the shares."""
    cdef uint64_t twice = sums_twice(e.takes.display), plain_numbers = e.plain_numbers
    cdef uint64_t rainbow_numbers = e.rainbow_numbers
    cdef int64_t most, sum = 0
    cdef int n = 0, number, bonuses, chip = e.q.chip[e.q.mover], free_bits = count(e.rainbows) if e.rainbows else 0
    while plain_numbers:
        number = lowest(plain_numbers)
        plain_numbers = without_lowest(plain_numbers)
        most = most_of_number(e, number, chip, twice, 1) if number else most_of_joker(e, twice)
        sum += (most << free_bits) + 1
        shares.end[n] = sum
        shares.number[n] = number
        n += 1
    shares.plain_cards = n
    bonuses = 1 + count(e.numbers) if rainbow_numbers else 0     # one more card of each number, or none
    while rainbow_numbers:
        number = lowest(rainbow_numbers)
        rainbow_numbers = without_lowest(rainbow_numbers)
        sum += (most_of_number(e, number, chip, twice, bonuses) << free_bits) + 1
        shares.end[n] = sum
        shares.number[n] = number
        n += 1
    return sum


# Drawing

cdef inline bint move_of(Emitter* e, int number, bint rainbow, int64_t which, Move* move) except -1 nogil:
    """Finds move number `which` of a card, counted from 0. Returns False if the card has fewer moves."""
    cdef Wanted wanted
    choose_rainbow(e, rainbow)
    e.card = plain(number) + rainbow
    e.number = number
    if number and not rainbow:
        wanted.left = which
        if not skip_card(e, &wanted):
            return False
        move[0] = wanted.move
        return True
    make_runs(e.takes, sums_of(e, bit(number)))
    e.list.size = 0
    emit_card_moves(e, e.card)
    if which >= e.list.size:
        return False
    move[0] = e.list.moves[which]
    return True


cdef int draw_sampled(const Rules* rules, const State* state, MoveList* list, Rng* rng, Move* move) except -1 nogil:
    """Draws a move of a display that has too many moves to list them."""
    cdef Actions actions
    list.size = 0
    find_actions(&actions, rules, <const Quanto*>state, list)
    for _ in range(PROPOSALS):
        if uniform(rng) * (actions.few + actions.weight) < actions.few:
            move[0] = list.moves[below(rng, <uint32_t>list.size)]
            return 0
        if sample_move(&actions, 1, rng, move):
            return 0
    # Hardly any choice of cards is a take. Then a large take is as good a random move as can be found.
    list.size = 0
    candidates(rules, state, list)
    move[0] = list.moves[below(rng, <uint32_t>list.size)]
    return 0


cdef int draw_listed(const Rules* rules, const State* state, MoveList* list, Rng* rng, Move* move) except -1 nogil:
    list.size = 0
    if not generate_within(rules, <const Quanto*>state, MOST_DRAWN, list):
        return draw_sampled(rules, state, list, rng, move)
    move[0] = list.moves[below(rng, <uint32_t>list.size)]
    return 0


cdef bint draw_below(Emitter* e, Rng* rng, Move* move) except -1 nogil:
    """Draws a move by the bounds. Returns False if there are too many takes, or if the numbers have too many digits."""
    cdef Shares shares
    cdef int64_t most = assign_shares(e, &shares), number
    cdef int i
    while not (e.takes.cut or most >> 32):
        number = below(rng, <uint32_t>most)
        i = 0
        while number >= shares.end[i]:
            i += 1
        if i:
            number -= shares.end[i - 1]
        if move_of(e, shares.number[i], i >= shares.plain_cards, number, move) and not e.takes.cut:
            return True
    return False


cdef inline bint bounds_hold(const Rules* rules, const Quanto* q) noexcept nogil:
    """Whether the upper bounds are right: no joker in the display, and no option that changes the set of moves."""
    return not (rules.options[TURN] | rules.options[CAPTURE_RULE] | rules.options[EXTEND_GROUPS]
                | rules.options[DISCARD_RULE] | rules.options[RAINBOW_BONUS] | rules.options[JOKER_BUILDS]
                | <int>(q.display & 15))


cdef int random_move(const Rules* rules, const State* state, MoveList* list, Rng* rng, Move* move) except -1 nogil:
    cdef const Quanto* q = <const Quanto*>state
    cdef Emitter e
    cdef Takes takes
    if not bounds_hold(rules, q):
        return draw_listed(rules, state, list, rng, move)
    emitter_begin(&e, rules, q, list, &takes)
    takes.most = MOST_DRAWN
    try:
        if draw_below(&e, rng, move):
            return 0
    finally:
        takes_end(&takes)
    return draw_listed(rules, state, list, rng, move)
