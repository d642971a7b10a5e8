"""Tests single moves."""

from libc.stdint cimport uint64_t

from kiebitz.engine.quanto.cards cimport (
    JOKER, NUMBERS, RAINBOW_FROM, TABLES, Cards, count_of, counts, fits, has_rainbow, holds, is_rainbow, rainbows, smallest_of,
    unit,
)
from kiebitz.engine.quanto.groups cimport MOST, Groups, any_group, find_groups, list_groups
from kiebitz.engine.quanto.state cimport (
    BASE_SHIFT, BONUS_SHIFT, CAPTURE, CAPTURE_RULE, CHIP_SHIFT, CHIPS, COLLECT, CREATE, DISCARD, DISCARD_RULE,
    DISPLAY_JOKER, EXTEND, EXTEND_GROUPS, FILL, JOKER_BUILDS, KIND_SHIFT, NUMBER_SHIFT, OWNER_SHIFT, PLAY, RAINBOW_BONUS,
    STEAL, TURN, base_of, bonus_of, card_of, chip_of, collect_fields, display_wants, field, hand_wants, joker_number_of,
    kind_of, owner_of, points_of,
)
from kiebitz.engine.quanto.takes cimport covers


cdef bint lies_there(const Quanto* q, Cards cards) noexcept nogil:
    """Whether the display has these cards, and whether their rainbow bits agree with their counts."""
    cdef int n
    if cards & ~(counts(~<uint64_t>0) | rainbows(q.display)) or not fits(q.display, cards):
        return False
    for n in range(RAINBOW_FROM, NUMBERS + 1):
        if count_of(cards, n) < has_rainbow(cards, n):
            return False
        if count_of(cards, n) - has_rainbow(cards, n) > count_of(q.display, n) - has_rainbow(q.display, n):
            return False
    return True


cdef bint is_take(const Rules* rules, Cards cards, int sum) noexcept nogil:
    """Whether cards, perhaps none, are a union of groups of a sum."""
    return not (rules.options[DISPLAY_JOKER] and count_of(cards, 0)) and covers(cards, sum)


cdef bint is_capture(const Rules* rules, const Quanto* q, Cards cards, int sum) noexcept nogil:
    """Whether a capture of a number may take cards, at least one."""
    cdef Groups left
    cdef Cards rest = counts(q.display) - counts(cards)
    if counts(cards) == 0 or not is_take(rules, cards, sum):
        return False
    if not rules.options[CAPTURE_RULE]:
        return True
    if count_of(rest, 0) and not rules.options[DISPLAY_JOKER]:
        return False
    find_groups(&left, rest)
    return not any_group(&left, sum)


cdef inline bint is_whole_take(const Rules* rules, const Quanto* q, Cards cards, int sum, int kind) noexcept nogil:
    return is_capture(rules, q, cards, sum) if kind == CAPTURE else is_take(rules, cards, sum)


cdef bint bonus_is_named(const Rules* rules, const Quanto* q, Move move, int sum) noexcept nogil:
    """Whether the bonus of a capture or collect is the card that `generate` names for these cards together."""
    cdef int bonus = bonus_of(move), number = TABLES.number[bonus], n, kind = kind_of(move)
    cdef Cards together = move.lo + TABLES.one[bonus]
    if not is_rainbow(card_of(move)) or not holds(q.display - move.lo, bonus) or smallest_of(together, number) != bonus:
        return False
    if is_whole_take(rules, q, together, sum, kind):
        return False
    # A joker is named only if no number can be the bonus.
    for n in range(1, number if number else NUMBERS + 1):
        if count_of(together, n) and is_whole_take(rules, q, counts(together) - unit(n), sum, kind):
            return False
    return True


cdef bint legal_capture(const Rules* rules, const Quanto* q, Move move) noexcept nogil:
    cdef int number = TABLES.number[card_of(move)], sum
    if number == 0:
        for sum in range(1, joker_number_of(move)):
            if is_capture(rules, q, move.lo, sum):
                return False
        number = joker_number_of(move)
        return 1 <= number <= NUMBERS and is_capture(rules, q, move.lo, number) and not bonus_of(move)
    return is_capture(rules, q, move.lo, number) and (not bonus_of(move) or bonus_is_named(rules, q, move, number))


cdef bint legal_collect(const Rules* rules, const Quanto* q, Move move) noexcept nogil:
    cdef int number = TABLES.number[card_of(move)], owner = owner_of(move), chip
    if owner >= q.head.players:
        return False
    chip = q.chip[owner]
    if chip == 0 or (number and (owner != q.mover or number != chip)) or not is_take(rules, move.lo, chip):
        return False
    return not bonus_of(move) or bonus_is_named(rules, q, move, chip)


cdef bint free_bonus(const Rules* rules, const Quanto* q, Move move) noexcept nogil:
    """Whether the bonus of a create, extend or discard, if any, may be had (RAINBOW_BONUS any)."""
    if not bonus_of(move):
        return True
    return rules.options[RAINBOW_BONUS] and is_rainbow(card_of(move)) and holds(q.display - move.lo, bonus_of(move))


cdef inline bint creates_with(const Rules* rules, Cards cards, int chip, int base) noexcept nogil:
    return count_of(cards, base) and is_take(rules, counts(cards) - unit(base), chip)


cdef bint legal_create(const Rules* rules, const Quanto* q, Move move) noexcept nogil:
    cdef int number = TABLES.number[card_of(move)], chip = chip_of(move), base, smaller
    if q.chip[q.mover] or not CHIPS >> chip & 1 or q.chips >> chip & 1 or base_of(move) > JOKER:
        return False
    if number == 0:
        if not rules.options[JOKER_BUILDS]:
            return False
        number = joker_number_of(move)
        for smaller in range(1, chip - number):
            if creates_with(rules, move.lo, chip, smaller):
                return False
    base = chip - number
    if number < 1 or base < 1 or not creates_with(rules, move.lo, chip, base):
        return False
    return base_of(move) == smallest_of(move.lo, base) and free_bonus(rules, q, move)


cdef bint is_extension(const Rules* rules, Cards cards, int missing) noexcept nogil:
    """Whether cards, at least one, can sum to `missing`. Each joker counts at least 1."""
    cdef int number, sum = count_of(cards, 0)
    if counts(cards) == 0 or (sum and rules.options[DISPLAY_JOKER]):
        return False
    for number in range(1, NUMBERS + 1):
        sum += number * count_of(cards, number)
    return sum <= missing if count_of(cards, 0) else sum == missing


cdef bint extends_with(const Rules* rules, Cards cards, int missing, int chip) noexcept nogil:
    """Whether cards are an extension, with further groups if the rules allow them."""
    cdef Groups groups
    cdef Cards list[MOST]
    cdef int sum, jokers, i, n
    cards = counts(cards)
    if is_extension(rules, cards, missing):
        return True
    if not rules.options[EXTEND_GROUPS]:
        return False
    find_groups(&groups, cards)
    for jokers in range(count_of(cards, 0) + 1):
        for sum in range(0 if jokers else missing, missing - jokers + 1):
            n = list_groups(&groups, sum, list)
            for i in range(n):
                if is_extension(rules, list[i] + jokers, missing) and is_take(rules, cards - list[i] - jokers, chip):
                    return True
    return False


cdef bint legal_extend(const Rules* rules, const Quanto* q, Move move) noexcept nogil:
    cdef int number = TABLES.number[card_of(move)], chip = q.chip[q.mover], smaller
    if number == 0:
        if not rules.options[JOKER_BUILDS]:
            return False
        number = joker_number_of(move)
        for smaller in range(1, number):
            if extends_with(rules, move.lo, chip - smaller, chip):
                return False
    return 1 <= number < chip and extends_with(rules, move.lo, chip - number, chip) and free_bonus(rules, q, move)


cdef uint64_t fields_of(const Quanto* q, Move move) noexcept nogil:
    """The fields that a move of this kind has, so that no other bit is set."""
    cdef int kind = kind_of(move), number = TABLES.number[card_of(move)]
    cdef uint64_t hi = field(bonus_of(move), BONUS_SHIFT) | card_of(move)
    if kind == COLLECT or kind == STEAL:
        return hi | collect_fields(q, owner_of(move)) if owner_of(move) < q.head.players else 0
    hi |= field(kind, KIND_SHIFT)
    if number == 0 and (kind == CAPTURE or kind == CREATE or kind == EXTEND):
        hi |= field(joker_number_of(move), NUMBER_SHIFT)
    if kind == CREATE:
        hi |= field(chip_of(move), CHIP_SHIFT) | field(base_of(move), BASE_SHIFT)
    elif kind == EXTEND:
        hi |= field(q.chip[q.mover], CHIP_SHIFT)
    return hi


cdef bint legal_take(const Rules* rules, const Quanto* q, Move move) noexcept nogil:
    cdef int kind = kind_of(move)
    if move.hi != fields_of(q, move) or not lies_there(q, move.lo):
        return False
    if kind == CAPTURE:
        return legal_capture(rules, q, move)
    if kind == COLLECT or kind == STEAL:
        return legal_collect(rules, q, move)
    if kind == CREATE:
        return legal_create(rules, q, move)
    return kind == EXTEND and legal_extend(rules, q, move)


cdef bint has_action(const Rules* rules, const Quanto* q, int card) noexcept nogil:
    """Whether a card can do more than be discarded."""
    cdef Groups groups
    cdef Cards display = counts(q.display)
    cdef int number = TABLES.number[card], chip = q.chip[q.mover], p, low = number, high = number, base
    cdef bint joker = number == 0
    if rules.options[DISPLAY_JOKER]:
        display &= ~<uint64_t>15
    if joker:
        low, high = 1, NUMBERS
    find_groups(&groups, display)
    for number in range(low, high + 1):
        if count_of(display, 0) or any_group(&groups, number):
            return True
        if joker and not rules.options[JOKER_BUILDS]:
            continue
        if chip > number and any_group(&groups, chip - number):
            return True
        if chip == 0:
            for base in range(1, NUMBERS + 1 - number):
                if CHIPS >> (number + base) & 1 and not q.chips >> (number + base) & 1 and count_of(display, base):
                    return True
    if not joker:
        return chip == low
    for p in range(q.head.players):
        if q.chip[p]:
            return True
    return False


cdef bint may_discard(const Rules* rules, const Quanto* q) noexcept nogil:
    cdef Cards playable = q.turned if q.turned else q.hand[q.mover]
    cdef int card
    if not rules.options[DISCARD_RULE]:
        return True
    for card in range(1, JOKER + 1):
        if holds(playable, card) and has_action(rules, q, card):
            return False
    return True


cdef bint legal_discard(const Rules* rules, const Quanto* q, Move move) noexcept nogil:
    if move.lo or move.hi != (field(DISCARD, KIND_SHIFT) | field(bonus_of(move), BONUS_SHIFT) | card_of(move)):
        return False
    return free_bonus(rules, q, move) and may_discard(rules, q)


cdef bint legal_fill(const Rules* rules, const Quanto* q, Move move) noexcept nogil:
    if not rules.options[TURN] or not q.pile_size or q.chained or q.head.decision != PLAY or move.lo:
        return False
    if move.hi == field(FILL, KIND_SHIFT):
        return display_wants(rules, q) > 0
    return move.hi == (field(FILL, KIND_SHIFT) | field(1, OWNER_SHIFT)) and hand_wants(rules, q) > 0


cdef bint legal(const Rules* rules, const State* state, Move move, int32_t* points) noexcept nogil:
    cdef const Quanto* q = <const Quanto*>state
    cdef int card = card_of(move)
    points[0] = 0
    if kind_of(move) == FILL:
        return legal_fill(rules, q, move)
    if not 1 <= card <= JOKER or bonus_of(move) > JOKER or not holds(q.turned if q.turned else q.hand[q.mover], card):
        return False
    points[0] = points_of(q, move)
    return legal_discard(rules, q, move) if kind_of(move) == DISCARD else legal_take(rules, q, move)
