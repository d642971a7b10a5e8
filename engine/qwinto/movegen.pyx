"""Generates placements and writes, each once."""

from libc.stdint cimport uint32_t

from kiebitz.engine.bits cimport lowest, without_lowest
from kiebitz.engine.game cimport OVER, Move, list_push, list_reserve
from kiebitz.engine.qwinto.sheet cimport PENALTY, gain, legal_fields
from kiebitz.engine.qwinto.state cimport (
    ACTIVE_MAY_DECLINE, DECLINE, STACKS, WRITING, Hand, Qwinto, place_one, place_two, value_of, write_in,
)


cdef int generate(const Rules* rules, const State* state, MoveList* list) except -1 nogil:
    cdef const Qwinto* q = <const Qwinto*>state
    if state.to_move == OVER:
        return 0
    if state.decision == WRITING:
        return writes(rules, q, list)
    return placements(&q.hand[state.to_move], list)


cdef int placements(const Hand* hand, MoveList* list) except -1 nogil:
    cdef int i, j, stack
    list_reserve(list, 60)      # the most: 12 placements of one card, and 6 ordered pairs on 8 ordered pairs of stacks
    for i in range(hand.size):
        for stack in range(STACKS):
            list_push(list, place_one(hand.card[i], stack), 0)
    for i in range(hand.size):
        for j in range(hand.size):
            if i == j or value_of(hand.card[i]) != value_of(hand.card[j]):
                continue
            for stack in range(STACKS):
                list_push(list, place_two(hand.card[i], stack, hand.card[j], stack ^ 1), 0)
                list_push(list, place_two(hand.card[i], stack, hand.card[j], stack ^ 2), 0)
    return 0


cdef int writes(const Rules* rules, const Qwinto* q, MoveList* list) except -1 nogil:
    """Does not read `write`, because the decisions of the others must not matter."""
    cdef int player = q.head.to_move, field
    cdef uint32_t fields = legal_fields(&q.sheet[player], q.sum, q.colours)
    if player != q.active:
        list_push(list, Move(DECLINE, 0), 0)
    elif rules.options[ACTIVE_MAY_DECLINE] or fields == 0:
        list_push(list, Move(DECLINE, 0), -PENALTY)
    while fields:
        field = lowest(fields)
        fields = without_lowest(fields)
        list_push(list, write_in(field), gain(&q.sheet[player], field, q.sum))
    return 0
