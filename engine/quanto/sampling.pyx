"""Actions of a large display, and random moves by rejection."""

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

from kiebitz.engine.bits cimport lowest, without_lowest
from kiebitz.engine.game cimport list_push
from kiebitz.engine.quanto.cards cimport (
    NUMBERS, TABLES, Cards, count_of, has_rainbow, holds, is_rainbow, smallest_of, unit,
)
from kiebitz.engine.quanto.emit cimport Emitter, creatable
from kiebitz.engine.quanto.legal cimport legal, legal_take
from kiebitz.engine.quanto.movegen cimport choose_rainbow, emitter_begin
from kiebitz.engine.quanto.stacks cimport emit_extends, emit_joker_extends
from kiebitz.engine.quanto.state cimport (
    BASE_SHIFT, BONUS_SHIFT, CAPTURE, CHIP_SHIFT, CREATE, DISCARD, DISPLAY_JOKER, EXTEND, EXTEND_GROUPS, FILL, JOKER_BUILDS,
    KIND_SHIFT, NUMBER_SHIFT, OWNER_SHIFT, collect_fields, field,
)
from kiebitz.engine.quanto.takes cimport Takes, takes_end
from kiebitz.engine.rng cimport below, uniform


# Actions

cdef void add_action(Actions* actions, uint64_t hi, int sum, int residue, int base, bint bonus) noexcept nogil:
    cdef Action* action = &actions.action[actions.size]
    action.move = Move(0, hi)
    action.sum = sum
    action.residue = residue % sum
    action.base = base
    action.bonus = bonus
    actions.size += 1


cdef void add_creates(Actions* actions, int card, int number, uint64_t chips, bint bonus) noexcept nogil:
    cdef uint64_t hi
    cdef int chip
    while chips:
        chip = lowest(chips)
        chips = without_lowest(chips)
        hi = field(CREATE, KIND_SHIFT) | field(chip, CHIP_SHIFT) | card
        if TABLES.number[card] == 0:
            hi |= field(number, NUMBER_SHIFT)
        add_action(actions, hi, chip, chip - number, chip - number, bonus)


cdef void add_builds(Actions* actions, Emitter* e, int number, bint bonus) noexcept nogil:
    """Adds what a number builds: the mover's stack, or more cards on it."""
    cdef int chip = actions.q.chip[actions.q.mover]
    cdef uint64_t hi
    if chip == 0:
        add_creates(actions, e.card, number, creatable(e, number), bonus)
    elif number < chip and actions.rules.options[EXTEND_GROUPS]:
        hi = field(EXTEND, KIND_SHIFT) | field(chip, CHIP_SHIFT) | field(number - e.number, NUMBER_SHIFT) | e.card
        add_action(actions, hi, chip, chip - number, 0, bonus)


cdef int add_number(Actions* actions, Emitter* e) except -1 nogil:
    cdef int number = e.number, mover = actions.q.mover
    cdef bint bonus = e.rainbow
    add_action(actions, field(CAPTURE, KIND_SHIFT) | e.card, number, 0, 0, bonus)
    if actions.q.chip[mover] == number:
        add_action(actions, collect_fields(actions.q, mover) | e.card, number, 0, 0, bonus)
    add_builds(actions, e, number, e.bonus_for_all)
    if actions.q.chip[mover] > number and not actions.rules.options[EXTEND_GROUPS]:
        emit_extends(e)
    return 0


cdef int add_joker(Actions* actions, Emitter* e) except -1 nogil:
    cdef int number, owner
    for number in range(1, NUMBERS + 1):
        add_action(actions, field(CAPTURE, KIND_SHIFT) | field(number, NUMBER_SHIFT) | e.card, number, 0, 0, False)
    for owner in range(actions.q.head.players):
        if actions.q.chip[owner]:
            add_action(actions, collect_fields(actions.q, owner) | e.card, actions.q.chip[owner], 0, 0, False)
    if not actions.rules.options[JOKER_BUILDS]:
        return 0
    for number in range(1, NUMBERS):
        add_builds(actions, e, number, False)
    if actions.q.chip[actions.q.mover] and not actions.rules.options[EXTEND_GROUPS]:
        emit_joker_extends(e)
    return 0


cdef int add_card(Actions* actions, Emitter* e, int card, MoveList* few) except -1 nogil:
    cdef Move discard = Move(0, field(DISCARD, KIND_SHIFT) | card)
    cdef int32_t points
    cdef int bonus
    e.card = card
    e.number = TABLES.number[card]
    add_number(actions, e) if e.number else add_joker(actions, e)
    for bonus in range((JOKER if e.bonus_for_all else 0) + 1):
        if legal(actions.rules, &actions.q.head, Move(0, discard.hi | field(bonus, BONUS_SHIFT)), &points):
            list_push(few, Move(0, discard.hi | field(bonus, BONUS_SHIFT)), points)
    return 0


cdef int add_fills(Actions* actions, MoveList* few) except -1 nogil:
    cdef Move fill
    cdef int32_t points
    cdef int owner
    for owner in range(2):
        fill = Move(0, field(FILL, KIND_SHIFT) | field(owner, OWNER_SHIFT))
        if legal(actions.rules, &actions.q.head, fill, &points):
            list_push(few, fill, 0)
    return 0


cdef int find_actions(Actions* actions, const Rules* rules, const Quanto* q, MoveList* few) except -1 nogil:
    cdef Emitter e
    cdef Takes takes
    cdef Py_ssize_t size = few.size
    cdef int card
    memset(actions, 0, sizeof(Actions))
    actions.rules = rules
    actions.q = q
    emitter_begin(&e, rules, q, few, &takes)
    try:
        for card in range(1, JOKER + 1):
            if holds(q.turned if q.turned else q.hand[q.mover], card):
                choose_rainbow(&e, is_rainbow(card))
                add_card(actions, &e, card, few)
        add_fills(actions, few)
    finally:
        takes_end(&takes)
    actions.few = few.size - size
    weigh_actions(actions)
    return 0


# Proposals

cdef inline int copies_of(const Quanto* q, int card, int sum) noexcept nogil:
    """Copies of a card in the display that may be in a group of a sum."""
    cdef int number = TABLES.number[card]
    if number > sum:
        return 0
    return has_rainbow(q.display, number) if is_rainbow(card) else count_of(q.display, number) - has_rainbow(q.display, number)


cdef void count_ways(Actions* actions, int sum) noexcept nogil:
    cdef int card, copies, residue, n
    cdef Ways* ways = &actions.ways[sum]
    ways.of[0][0] = 1
    for card in range(1, JOKER):
        copies = copies_of(actions.q, card, sum)
        for residue in range(sum):
            ways.of[card][residue] = 0
            for n in range(copies + 1):
                ways.of[card][residue] += ways.of[card - 1][(residue + n * (sum - TABLES.number[card] % sum)) % sum]


cdef inline int wild_jokers(const Actions* actions) noexcept nogil:
    """Jokers of the display that can be in a group."""
    return 0 if actions.rules.options[DISPLAY_JOKER] else count_of(actions.q.display, 0)


cdef double all_ways(const Actions* actions, int sum) noexcept nogil:
    cdef double found = 0
    cdef int residue
    for residue in range(sum):
        found += actions.ways[sum].of[JOKER - 1][residue]
    return found


cdef void weigh_actions(Actions* actions) noexcept nogil:
    cdef Action* action
    cdef int i, jokers = wild_jokers(actions)
    for i in range(actions.size):
        action = &actions.action[i]
        if actions.ways[action.sum].of[0][0] == 0:
            count_ways(actions, action.sum)
        action.weight = actions.ways[action.sum].of[JOKER - 1][action.residue] + jokers * all_ways(actions, action.sum)
        action.weight *= 1 + JOKER if action.bonus else 1
        actions.weight += action.weight


cdef int choose(const double* weights, int n, double total, Rng* rng) noexcept nogil:
    """An index below n, by weight."""
    cdef double left = uniform(rng) * total
    cdef int i
    for i in range(n - 1):
        left -= weights[i]
        if left < 0:
            return i
    return n - 1


cdef Cards propose_cards(const Actions* actions, const Action* action, Rng* rng) noexcept nogil:
    """A random choice of display cards whose sum has the right residue, or any choice with a joker."""
    cdef const Ways* ways = &actions.ways[action.sum]
    cdef double[10] weight
    cdef double plain_ways = ways.of[JOKER - 1][action.residue], joker_ways = 0
    cdef int card, n, copies, residue = action.residue, sum = action.sum, number, jokers = wild_jokers(actions)
    cdef Cards chosen = 0
    if jokers:
        joker_ways = all_ways(actions, sum)
        if uniform(rng) * (plain_ways + jokers * joker_ways) >= plain_ways:
            chosen = (1 + below(rng, jokers)) * unit(0)
            residue = choose(ways.of[JOKER - 1], sum, joker_ways, rng)
    for card in range(JOKER - 1, 0, -1):
        copies = copies_of(actions.q, card, sum)
        if copies == 0:
            continue
        number = TABLES.number[card]
        for n in range(copies + 1):
            weight[n] = ways.of[card - 1][(residue + n * (sum - number % sum)) % sum]
        n = choose(weight, copies + 1, ways.of[card][residue], rng)
        chosen += n * TABLES.one[card]
        residue = (residue + n * (sum - number % sum)) % sum
    return chosen


cdef bint propose(Actions* actions, Rng* rng, Move* move) noexcept nogil:
    cdef double left = uniform(rng) * actions.weight
    cdef const Action* action
    cdef int i = 0
    while i + 1 < actions.size and left >= actions.action[i].weight:
        left -= actions.action[i].weight
        i += 1
    action = &actions.action[i]
    move[0] = action.move
    move.lo = propose_cards(actions, action, rng)
    if action.bonus:
        move.hi |= field(below(rng, 1 + JOKER), BONUS_SHIFT)
    if action.base:
        if count_of(move.lo, action.base) == 0:
            return False
        move.hi |= field(smallest_of(move.lo, action.base), BASE_SHIFT)
    return legal_take(actions.rules, actions.q, move[0])


cdef bint sample_move(Actions* actions, int tries, Rng* rng, Move* move) noexcept nogil:
    for _ in range(tries if actions.size else 0):
        actions.proposed += 1
        if propose(actions, rng, move):
            actions.accepted += 1
            return True
    return False


cdef double estimated_moves(const Actions* actions) noexcept nogil:
    return actions.few + actions.weight * actions.accepted / max(actions.proposed, <long long>1)
