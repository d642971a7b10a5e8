"""Selects moves of a display that has too many."""

from libc.stdint cimport int32_t, uint64_t

from kiebitz.engine.game cimport Move, list_push, same
from kiebitz.engine.quanto.cards cimport (
    JOKER, NUMBERS, RAINBOW_FROM, Cards, count_of, counts, holds, one_of, smallest_of, unit,
)
from kiebitz.engine.quanto.groups cimport Groups, find_groups
from kiebitz.engine.quanto.largest_takes cimport largest_takes
from kiebitz.engine.quanto.legal cimport legal, legal_take
from kiebitz.engine.quanto.movegen cimport generate_within
from kiebitz.engine.quanto.policy cimport greedy
from kiebitz.engine.quanto.sampling cimport Action, Actions, estimated_moves, find_actions, sample_move
from kiebitz.engine.quanto.state cimport (
    BASE_SHIFT, BONUS_SHIFT, DISPLAY_JOKER, EXTEND, Quanto, field, kind_of, points_of,
)
from kiebitz.engine.rng cimport STREAM_POLICY, Rng, mix
from kiebitz.engine.rng cimport seed as seed_rng

cdef enum:
    LARGEST = 16            # takes of each action that a selection has
    LARGEST_INNER = 3       # the same for candidates
    SAMPLED = 300           # uniform moves of a selection
    TRIES = 10              # proposals for each of them at most, on average; more would take over 10 ms


cdef struct Selection:
    MoveList* list
    Py_ssize_t first        # the selection begins here in the list
    Py_ssize_t most         # moves of the selection


cdef int select(Selection* selection, Move move, int32_t points) except -1 nogil:
    """Appends a move unless it is there or there is no more room."""
    cdef Py_ssize_t i
    if selection.list.size - selection.first >= selection.most:
        return 0
    for i in range(selection.first, selection.list.size):
        if same(selection.list.moves[i], move):
            return 0
    return list_push(selection.list, move, points)


cdef Cards with_all_rainbows(const Quanto* q, Cards take) noexcept nogil:
    """The take with the rainbow card of each of its numbers."""
    cdef int n
    for n in range(RAINBOW_FROM, NUMBERS + 1):
        if count_of(take, n):
            take |= one_of(q.display, n) & ~counts(~<uint64_t>0)
    return take


cdef Cards with_few_rainbows(const Quanto* q, Cards take) noexcept nogil:
    """The take with the rainbow card of a number only if it takes all cards of the number."""
    cdef int n
    for n in range(RAINBOW_FROM, NUMBERS + 1):
        if count_of(take, n) and count_of(take, n) == count_of(q.display, n):
            take |= one_of(q.display, n) & ~counts(~<uint64_t>0)
    return take


cdef int select_move(Selection* selection, Actions* actions, const Action* action, Cards cards,
                     bint bonuses) except -1 nogil:
    """Selects the move of an action with these cards and, with `bonuses`, the largest bonus that it can have."""
    cdef const Quanto* q = actions.q
    cdef Move move = Move(cards, action.move.hi)
    cdef int bonus
    cdef Move with_bonus
    if action.base:
        move.hi |= field(smallest_of(cards, action.base), BASE_SHIFT)
    if legal_take(actions.rules, q, move):
        select(selection, move, points_of(q, move))
    if action.bonus and bonuses:
        for bonus in range(JOKER, 0, -1):
            with_bonus = Move(cards, move.hi | field(bonus, BONUS_SHIFT))
            if holds(q.display - cards, bonus) and legal_take(actions.rules, q, with_bonus):
                return select(selection, with_bonus, points_of(q, with_bonus))
    return 0


cdef int select_largest(Selection* selection, Actions* actions, const Action* action, int most) except -1 nogil:
    """Selects the moves of an action with the largest takes."""
    cdef const Quanto* q = actions.q
    cdef Groups groups
    cdef Cards[LARGEST] takes
    cdef Cards display = counts(q.display), base = unit(action.base) if action.base else 0
    cdef int i, n
    if kind_of(action.move) == EXTEND or (base and not count_of(display, action.base)):
        return 0
    if actions.rules.options[DISPLAY_JOKER]:
        display &= ~<uint64_t>15
    display -= base
    find_groups(&groups, display)
    n = largest_takes(&groups, display, action.sum, most, takes)
    for i in range(n):
        # To find out that a card is no bonus takes long, so that is done for few takes.
        select_move(selection, actions, action, with_few_rainbows(q, takes[i] + base), i < LARGEST_INNER)
        select_move(selection, actions, action, with_all_rainbows(q, takes[i] + base), False)
    # Nothing at all is the smallest take of a collect or create.
    return select_move(selection, actions, action, with_few_rainbows(q, base), True)


cdef int select_all(Selection* selection, Actions* actions, const Rules* rules, const Quanto* q, int largest) except -1 nogil:
    cdef Move move = greedy(rules, &q.head)
    cdef int32_t points
    cdef int i
    cdef Py_ssize_t size = selection.list.size
    find_actions(actions, rules, q, selection.list)
    if size > selection.first:
        selection.list.size = size      # they are there already
    if selection.list.size - selection.first > selection.most:
        selection.list.size = selection.first + selection.most
    if legal(rules, &q.head, move, &points):
        select(selection, move, points)
    for i in range(actions.size):
        select_largest(selection, actions, &actions.action[i], largest)
    return 0


cdef double generate_some(const Rules* rules, const State* state, Py_ssize_t most, MoveList* list) except -1 nogil:
    cdef const Quanto* q = <const Quanto*>state
    cdef Selection selection = Selection(list, list.size, most)
    cdef Actions actions
    cdef Move move
    cdef Rng rng
    if generate_within(rules, q, most, list):
        return list.size - selection.first
    # A selection includes the candidates.
    select_all(&selection, &actions, rules, q, LARGEST_INNER)
    select_all(&selection, &actions, rules, q, LARGEST)
    # Equal views get equal samples.
    seed_rng(&rng, mix(q.display) ^ (q.turned if q.turned else q.hand[q.mover]), STREAM_POLICY, 0)
    while actions.accepted < SAMPLED and actions.proposed < SAMPLED * TRIES:
        if sample_move(&actions, SAMPLED * TRIES - actions.proposed, &rng, &move):
            select(&selection, move, points_of(q, move))
    return max(estimated_moves(&actions), most + 1.0)


cdef int candidates(const Rules* rules, const State* state, MoveList* list) except -1 nogil:
    cdef const Quanto* q = <const Quanto*>state
    cdef Selection selection = Selection(list, list.size, MOST_INNER)
    cdef Actions actions
    if generate_within(rules, q, MOST_INNER, list):
        return 0
    return select_all(&selection, &actions, rules, q, LARGEST_INNER)
