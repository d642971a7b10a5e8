"""The greedy policy: most cards won in this turn. Rules of thumb break ties."""

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy

from kiebitz.engine.bits cimport bit, lowest, without_lowest
from kiebitz.engine.game cimport before
from kiebitz.engine.quanto.best_take cimport best_take
from kiebitz.engine.quanto.cards cimport (
    JOKER, TABLES, Cards, count_of, counts, has_rainbow, is_rainbow, plain, present, rainbows, size_of,
    smallest_of, unit,
)
from kiebitz.engine.quanto.groups cimport MOST, Groups, find_groups, list_groups, smallest_below
from kiebitz.engine.quanto.legal cimport may_discard
from kiebitz.engine.quanto.state cimport (
    BASE_SHIFT, BONUS_SHIFT, CAPTURE, CHIP_SHIFT, CREATE, DISCARD, DISPLAY_JOKER, EXTEND, EXTEND_GROUPS,
    FILL, KIND_SHIFT, NUMBER_SHIFT, OWNER_SHIFT, PLAY, RAINBOW_BONUS, TURN, Quanto, collect_fields, display_wants,
    field, givers, hand_wants,
)
from kiebitz.engine.quanto.takes cimport covers
from kiebitz.engine.quanto.turn cimport make

cdef enum:              # merits, which compare moves that win equally many cards
    KEEP_JOKER = 60     # worth of a joker in the hand; a number is worth itself, because more groups sum to a large number
    KEEP_RAINBOW = 15
    TURN_UP_THREE = 40
    COLLECTOR_IN_HAND = 30  # a stack that a card of the hand collects
    BUILD = 4           # another stack


cdef struct BestMove:
    const Rules* rules
    const Quanto* q
    Cards display           # counts; without jokers if they are inert
    Groups* groups
    bint discards           # whether a card may be discarded
    bint any                # whether any move has been found
    int32_t points
    int32_t merit
    Move move


cdef inline void consider(BestMove* best, int32_t points, int32_t merit, Move move) noexcept nogil:
    """Keeps the better move. Of equal moves the smaller one stays, so the order of trying does not matter."""
    if best.any:
        if points != best.points:
            if points < best.points:
                return
        elif merit != best.merit:
            if merit < best.merit:
                return
        elif not before(move, best.move):
            return
    best.any = True
    best.points = points
    best.merit = merit
    best.move = move


# Moves, written as `generate` writes them

cdef Cards with_rainbows(const Quanto* q, Cards take) noexcept nogil:
    """Adds the rainbow bits to a take. It takes the rainbow card of a number only if it takes all cards of this number."""
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
    """Adds the bonus of a rainbow card. Returns whether there is a card for it.

    The take is maximal, so take and bonus together are no take. The move names the smallest card that can be the bonus:
    the other cards must be a take.
    """
    cdef Cards left = counts(q.display) - take[0], all_counts, all_cards
    cdef int number, card
    if left == 0:
        return False
    if left >> 4 == 0:
        # The display has no other card than inert jokers.
        take[0] = with_rainbows(q, take[0])
        hi[0] |= field(JOKER, BONUS_SHIFT)
        return True
    all_counts = take[0] + unit(lowest(present(left) & ~<uint64_t>1) >> 2)
    all_cards = with_rainbows(q, all_counts)
    for number in range(1, 13):
        if count_of(all_counts, number) and covers(all_counts - unit(number), sum):
            break
    card = smallest_of(all_cards, number)
    take[0] = all_cards - TABLES.one[card]
    hi[0] |= field(card, BONUS_SHIFT)
    return True


cdef void try_take(BestMove* best, int card, int sum, Cards take, uint64_t hi, int32_t points) noexcept nogil:
    """Tries a capture or a collect with this take, and a bonus if there is one."""
    points += 1 + size_of(take)
    if is_rainbow(card) and add_bonus(best.q, sum, &take, &hi):
        points += 1
    else:
        take = with_rainbows(best.q, take)
    consider(best, points, -worth(card), Move(take, hi | card))


cdef void try_captures(BestMove* best, int card, int sum) noexcept nogil:
    cdef Cards take = best_take(best.groups, best.display, sum)
    cdef uint64_t hi = field(CAPTURE, KIND_SHIFT)
    cdef int number
    if take == 0:
        return
    if card == JOKER:
        for number in range(1, 13):
            if covers(take, number):
                hi |= field(number, NUMBER_SHIFT)
                break
    try_take(best, card, sum, take, hi, 0)


cdef void try_collect(BestMove* best, int card, int owner) noexcept nogil:
    cdef int chip = best.q.chip[owner]
    cdef Cards take = best_take(best.groups, best.display, chip)
    try_take(best, card, chip, take, collect_fields(best.q, owner), best.q.stack_size[owner])


cdef void try_without_points(BestMove* best, int card, Cards take, uint64_t hi, int32_t merit) noexcept nogil:
    """Tries a create, an extend or a discard. A rainbow card may bring a bonus (RAINBOW_BONUS any)."""
    cdef Cards left = best.q.display - take
    cdef int32_t points = 0
    cdef int n = TABLES.number[card]
    if best.rules.options[RAINBOW_BONUS] and is_rainbow(card) and left:
        points = 1
        n = lowest(present(left) & ~<uint64_t>1) >> 2 if counts(left) >> 4 else 0
        hi |= field(smallest_of(left, n), BONUS_SHIFT)
    consider(best, points, merit - worth(card), Move(take, hi | card))


cdef int32_t stack_merit(const BestMove* best, int card, int chip) noexcept nogil:
    """Merit of a stack. It is higher if the hand keeps a card that collects it."""
    cdef Cards rest = best.q.hand[best.q.mover]
    if not best.q.turned:
        rest -= TABLES.one[card]
    return COLLECTOR_IN_HAND if count_of(rest, chip) else BUILD


cdef void try_creates(BestMove* best, int card) noexcept nogil:
    cdef int chip, base, number = TABLES.number[card]
    cdef Cards take
    cdef uint64_t hi
    for chip in range(max(5, number + 1), 13):
        base = chip - number
        if best.q.chips >> chip & 1 or count_of(best.display, base) == 0:
            continue
        take = unit(base) + best_take(best.groups, best.display - unit(base), chip)
        take = with_rainbows(best.q, take)
        hi = field(CREATE, KIND_SHIFT) | field(chip, CHIP_SHIFT) | field(smallest_of(take, base), BASE_SHIFT)
        try_without_points(best, card, take, hi, stack_merit(best, card, chip) + size_of(take))


cdef void try_extends(BestMove* best, int card) noexcept nogil:
    """Tries the extension with the most cards."""
    cdef int chip = best.q.chip[best.q.mover], missing = chip - TABLES.number[card], i
    cdef Cards take = 0, group
    cdef Cards groups[MOST]
    cdef uint64_t hi
    for i in range(list_groups(best.groups, missing, groups)):
        group = groups[i]
        if size_of(group) > size_of(take) or (size_of(group) == size_of(take) and group < take):
            take = group
    if count_of(best.display, 0):
        group = unit(0) + smallest_below(best.display, missing)
        if size_of(group) > size_of(take):
            take = group
    if take == 0:
        return
    if best.rules.options[EXTEND_GROUPS]:
        take += best_take(best.groups, best.display - take, chip)
    take = with_rainbows(best.q, take)
    hi = field(EXTEND, KIND_SHIFT) | field(chip, CHIP_SHIFT)
    try_without_points(best, card, take, hi, stack_merit(best, card, chip) + size_of(take))


cdef void try_discard(BestMove* best, int card) noexcept nogil:
    cdef Quanto after
    cdef BestMove then
    cdef Move move = Move(0, field(DISCARD, KIND_SHIFT) | card)
    cdef int number = TABLES.number[card]
    if number == 1:
        consider(best, givers(best.q), -worth(card), move)
    elif number == 3 and best.q.pile_size:
        consider(best, 0, TURN_UP_THREE - worth(card), move)
    elif number == 2 and best.q.hand_size[best.q.mover] > (not best.q.turned):
        memcpy(&after, best.q, sizeof(Quanto))
        make(best.rules, &after.head, move, NULL)
        find_best(best.rules, &after, &then)
        consider(best, then.points, then.merit - worth(card), move)
    else:
        try_without_points(best, card, 0, move.hi & ~<uint64_t>31, 0)


cdef inline bint builds_matter(const Rules* rules, int32_t points) noexcept nogil:
    """Whether creates and extends must be tried. They win at most a bonus (RAINBOW_BONUS any)."""
    return points == 0 or rules.options[RAINBOW_BONUS] != 0


cdef void try_card(BestMove* best, int card) noexcept nogil:
    cdef int owner, sum, number = TABLES.number[card], mover = best.q.mover
    cdef BestMove alone = best[0]
    alone.any = False
    alone.points = 0
    if card == JOKER:
        for sum in range(1, 13):
            try_captures(&alone, card, sum)
        for owner in range(best.q.head.players):
            if best.q.chip[owner]:
                try_collect(&alone, card, owner)
    else:
        try_captures(&alone, card, number)
        if best.q.chip[mover] == number:
            try_collect(&alone, card, mover)
        elif not builds_matter(best.rules, best.points + alone.points):
            pass
        elif best.q.chip[mover] == 0:
            try_creates(&alone, card)
        elif number < best.q.chip[mover]:
            try_extends(&alone, card)
    if best.discards:
        try_discard(&alone, card)
    if alone.any:
        consider(best, alone.points, alone.merit, alone.move)


cdef void find_best(const Rules* rules, const Quanto* q, BestMove* best) noexcept nogil:
    cdef Groups groups
    cdef Cards playable = q.turned if q.turned else q.hand[q.mover]
    cdef uint64_t numbers = present(playable)
    cdef int number
    best.rules = rules
    best.q = q
    best.discards = may_discard(rules, q)
    best.any = False
    best.points = best.merit = 0
    best.move = Move(0, 0)
    best.display = counts(q.display)
    if rules.options[DISPLAY_JOKER]:
        best.display &= ~<uint64_t>15
    best.groups = &groups
    find_groups(&groups, best.display)
    while numbers:
        number = lowest(numbers) >> 2
        numbers = without_lowest(numbers)
        if number == 0 or count_of(playable, number) > has_rainbow(playable, number):
            try_card(best, plain(number))
        if has_rainbow(playable, number):
            try_card(best, plain(number) + 1)


cdef Move greedy(const Rules* rules, const State* state) noexcept nogil:
    cdef const Quanto* q = <const Quanto*>state
    cdef BestMove best
    find_best(rules, q, &best)
    if rules.options[TURN] and q.pile_size and not q.chained and q.head.decision == PLAY and best.points == 0:
        # No play wins a card: filling the hand is better than a discard. Filling the display is better than no move.
        if hand_wants(rules, q) > 0:
            return Move(0, field(FILL, KIND_SHIFT) | field(1, OWNER_SHIFT))
        if display_wants(rules, q) > 0 and not best.any:
            return Move(0, field(FILL, KIND_SHIFT))
    return best.move
