"""The greedy policy: most cards won this turn, ties by a few rules of thumb."""

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy

from kiebitz.engine.bits cimport bit, lowest, without_lowest
from kiebitz.engine.game cimport before
from kiebitz.engine.quanto.effects cimport AS, BASE, BONUS, CHIP, KIND, OWNER, field
from kiebitz.engine.quanto.cards cimport (
    JOKER, TABLES, Cards, count_of, counts, has_rainbow, is_rainbow, plain, present, rainbows, size_of,
    smallest_of, unit,
)
from kiebitz.engine.quanto.groups cimport MOST, Groups, find_groups, list_groups
from kiebitz.engine.quanto.table cimport (
    CAPTURE, COLLECT, CREATE, DISCARD, DISCARD_RULE, DISPLAY_JOKER, EXTEND, EXTEND_GROUPS, FILL, PLAY, RAINBOW_BONUS,
    STEAL, TURN, Quanto, display_wants, givers, hand_wants,
)
from kiebitz.engine.quanto.largest cimport largest_take, smallest_below
from kiebitz.engine.quanto.takes cimport covers
from kiebitz.engine.quanto.turn cimport make

cdef enum:              # merits of moves that win equally many cards
    KEEP_JOKER = 60     # worth in the hand; a number is worth itself, since more groups sum to large ones
    KEEP_RAINBOW = 15
    TURN_UP_THREE = 40
    COLLECTOR_IN_HAND = 30
    BUILD = 4           # a stack whose collector is still to come


cdef struct Choice:
    const Rules* rules
    const Quanto* q
    Cards display           # counts; without jokers if they are inert
    Groups* groups
    bint any                # any move found yet
    int32_t points
    int32_t merit
    Move move


cdef inline void consider(Choice* c, int32_t points, int32_t merit, Move move) noexcept nogil:
    """Keeps the better move; of equal ones the smaller, so that the order of trying does not matter."""
    if c.any:
        if points != c.points:
            if points < c.points:
                return
        elif merit != c.merit:
            if merit < c.merit:
                return
        elif not before(move, c.move):
            return
    c.any = True
    c.points = points
    c.merit = merit
    c.move = move


# Moves as `generate` writes them

cdef Cards with_rainbows(const Quanto* q, Cards take) noexcept nogil:
    """Of each number the rainbow card is taken only when all are."""
    cdef Cards display = rainbows(q.display)
    cdef int n
    while display:
        n = lowest(display) - 48
        display = without_lowest(display)
        if count_of(take, n) and count_of(take, n) == count_of(q.display, n):
            take |= bit(n + 48)
    return take


cdef int32_t worth(int card) noexcept nogil:
    if card == JOKER:
        return KEEP_JOKER
    return TABLES.number[card] + (KEEP_RAINBOW if is_rainbow(card) else 0)


cdef bint add_bonus(const Quanto* q, int sum, Cards* take, uint64_t* hi) noexcept nogil:
    """One more card for a rainbow card, named as the smallest one without which the rest is a take.

    The take is as large as can be, so that with one more it is none.
    """
    cdef Cards left = counts(q.display) - take[0], all_counts, all_cards
    cdef int number, card
    if left == 0:
        return False
    if left >> 4 == 0:
        # A joker is left over only if it is inert.
        take[0] = with_rainbows(q, take[0])
        hi[0] |= field(JOKER, BONUS)
        return True
    all_counts = take[0] + unit(lowest(present(left) & ~<uint64_t>1) >> 2)
    all_cards = with_rainbows(q, all_counts)
    for number in range(1, 13):
        if count_of(all_counts, number) and covers(all_counts - unit(number), sum):
            break
    card = smallest_of(all_cards, number)
    take[0] = all_cards - TABLES.one[card]
    hi[0] |= field(card, BONUS)
    return True


cdef void try_take(Choice* c, int card, int sum, Cards take, uint64_t hi, int32_t points) noexcept nogil:
    """A capture or a collect with this take, and a bonus if there is one."""
    points += 1 + size_of(take)
    if is_rainbow(card) and add_bonus(c.q, sum, &take, &hi):
        points += 1
    else:
        take = with_rainbows(c.q, take)
    consider(c, points, -worth(card), Move(take, hi | card))


cdef void try_captures(Choice* c, int card, int sum) noexcept nogil:
    cdef Cards take = largest_take(c.groups, c.display, sum)
    cdef uint64_t hi = field(CAPTURE, KIND)
    cdef int number
    if take == 0:
        return
    if card == JOKER:
        for number in range(1, 13):
            if covers(take, number):
                hi |= field(number, AS)
                break
    try_take(c, card, sum, take, hi, 0)


cdef void try_collect(Choice* c, int card, int owner) noexcept nogil:
    cdef int chip = c.q.chip[owner]
    cdef uint64_t hi = field(COLLECT if owner == c.q.mover else STEAL, KIND) | field(chip, CHIP) | field(owner, OWNER)
    try_take(c, card, chip, largest_take(c.groups, c.display, chip), hi, c.q.stack_size[owner])


cdef void try_without_points(Choice* c, int card, Cards take, uint64_t hi, int32_t merit) noexcept nogil:
    """Building or discarding; a rainbow card may bring a bonus there too, as an option of the rules."""
    cdef Cards left = c.q.display - take
    cdef int32_t points = 0
    cdef int n = TABLES.number[card]
    if c.rules.options[RAINBOW_BONUS] and is_rainbow(card) and left:
        points = 1
        n = lowest(present(left) & ~<uint64_t>1) >> 2 if counts(left) >> 4 else 0
        hi |= field(smallest_of(left, n), BONUS)
    consider(c, points, merit - worth(card), Move(take, hi | card))


cdef int32_t stack_merit(const Choice* c, int card, int chip) noexcept nogil:
    """Whether the hand keeps a card that collects the stack."""
    cdef Cards rest = c.q.hand[c.q.mover]
    if not c.q.turned:
        rest -= TABLES.one[card]
    return COLLECTOR_IN_HAND if count_of(rest, chip) else BUILD


cdef void try_creates(Choice* c, int card) noexcept nogil:
    cdef int chip, base, number = TABLES.number[card]
    cdef Cards take
    cdef uint64_t hi
    for chip in range(max(5, number + 1), 13):
        base = chip - number
        if c.q.chips >> chip & 1 or count_of(c.display, base) == 0:
            continue
        take = unit(base) + largest_take(c.groups, c.display - unit(base), chip)
        take = with_rainbows(c.q, take)
        hi = field(CREATE, KIND) | field(chip, CHIP) | field(smallest_of(take, base), BASE)
        try_without_points(c, card, take, hi, stack_merit(c, card, chip) + size_of(take))


cdef void try_extends(Choice* c, int card) noexcept nogil:
    """By the group of most cards."""
    cdef int chip = c.q.chip[c.q.mover], missing = chip - TABLES.number[card], i
    cdef Cards take = 0, group
    cdef Cards groups[MOST]
    cdef uint64_t hi
    for i in range(list_groups(c.groups, missing, groups)):
        group = groups[i]
        if size_of(group) > size_of(take) or (size_of(group) == size_of(take) and group < take):
            take = group
    if count_of(c.display, 0):
        group = unit(0) + smallest_below(c.display, missing)
        if size_of(group) > size_of(take):
            take = group
    if take == 0:
        return
    if c.rules.options[EXTEND_GROUPS]:
        take += largest_take(c.groups, c.display - take, chip)
    take = with_rainbows(c.q, take)
    hi = field(EXTEND, KIND) | field(chip, CHIP)
    try_without_points(c, card, take, hi, stack_merit(c, card, chip) + size_of(take))


cdef void try_discard(Choice* c, int card) noexcept nogil:
    cdef Quanto after
    cdef Choice then
    cdef Move move = Move(0, field(DISCARD, KIND) | card)
    cdef int number = TABLES.number[card]
    if number == 1:
        consider(c, givers(c.q), -worth(card), move)
    elif number == 3 and c.q.pile_size:
        consider(c, 0, TURN_UP_THREE - worth(card), move)
    elif number == 2 and c.q.hand_size[c.q.mover] > (not c.q.turned):
        memcpy(&after, c.q, sizeof(Quanto))
        make(c.rules, &after.head, move, NULL)
        best_turn(c.rules, &after, &then)
        consider(c, then.points, then.merit - worth(card), move)
    else:
        try_without_points(c, card, 0, move.hi & ~<uint64_t>31, 0)


cdef inline bint builds_matter(const Rules* rules, int32_t points) noexcept nogil:
    """Not where something is won already, since they win nothing; but with forced discards they forbid one."""
    return points == 0 or rules.options[DISCARD_RULE] != 0 or rules.options[RAINBOW_BONUS] != 0


cdef void try_card(Choice* c, int card) noexcept nogil:
    cdef int owner, sum, number = TABLES.number[card], mover = c.q.mover
    cdef Choice alone = c[0]
    alone.any = False
    alone.points = 0
    if card == JOKER:
        for sum in range(1, 13):
            try_captures(&alone, card, sum)
        for owner in range(c.q.head.players):
            if c.q.chip[owner]:
                try_collect(&alone, card, owner)
    else:
        try_captures(&alone, card, number)
        if c.q.chip[mover] == number:
            try_collect(&alone, card, mover)
        elif not builds_matter(c.rules, c.points + alone.points):
            pass
        elif c.q.chip[mover] == 0:
            try_creates(&alone, card)
        elif number < c.q.chip[mover]:
            try_extends(&alone, card)
    if c.rules.options[DISCARD_RULE] == 0 or not alone.any:
        try_discard(&alone, card)
    consider(c, alone.points, alone.merit, alone.move)


cdef void best_turn(const Rules* rules, const Quanto* q, Choice* c) noexcept nogil:
    cdef Groups groups
    cdef Cards choice = q.turned if q.turned else q.hand[q.mover]
    cdef uint64_t numbers = present(choice)
    cdef int number
    c.rules = rules
    c.q = q
    c.any = False
    c.points = c.merit = 0
    c.move = Move(0, 0)
    c.display = counts(q.display)
    if rules.options[DISPLAY_JOKER]:
        c.display &= ~<uint64_t>15
    c.groups = &groups
    find_groups(&groups, c.display)
    while numbers:
        number = lowest(numbers) >> 2
        numbers = without_lowest(numbers)
        if number == 0 or count_of(choice, number) > has_rainbow(choice, number):
            try_card(c, plain(number))
        if has_rainbow(choice, number):
            try_card(c, plain(number) + 1)


cdef Move greedy(const Rules* rules, const State* state) noexcept nogil:
    cdef const Quanto* q = <const Quanto*>state
    cdef Choice c
    best_turn(rules, q, &c)
    if rules.options[TURN] and q.pile_size and not q.chained and q.head.decision == PLAY and c.points == 0:
        # Nothing to win by playing: a full hand is worth more than a discard, and more cards in the display.
        if hand_wants(rules, q) > 0:
            return Move(0, field(FILL, KIND) | field(1, OWNER))
        if display_wants(rules, q) > 0 and not c.any:
            return Move(0, field(FILL, KIND))
    return c.move
