"""The moves of Kwatro worth a thought, with rough values: all plays, all swaps, each choice of cards to trade once."""

from libc.stdint cimport int32_t

from kiebitz.engine.game cimport Move
from kiebitz.engine.kwatro.board cimport Kwatro
from kiebitz.engine.kwatro.line cimport WILD
from kiebitz.engine.kwatro.moves cimport swaps, trades
from kiebitz.engine.kwatro.plays cimport CONTIGUITY, Turn, card_of, plays, size_of
from kiebitz.engine.kwatro.prepare cimport prepare
from kiebitz.engine.kwatro.scattered cimport scattered_plays

cdef enum:
    WILD_WORTH = 15         # about what the learned value gives for a wild kept in hand
    SWAP_FIRST = 1000       # a swap leaves every play open that does without its card


cdef int propose(const Rules* rules, const State* state, MoveList* list) except -1 nogil:
    cdef const Kwatro* k = <const Kwatro*>state
    cdef Turn turn
    cdef Py_ssize_t i, first = list.size, next
    prepare(&turn, k, rules.options)
    turn.list = list
    plays(&turn)
    if rules.options[CONTIGUITY]:
        scattered_plays(&turn, first)
    if turn.wild_slots:
        for i in range(first, list.size):
            list.points[i] -= WILD_WORTH * wilds_of(list.moves[i])
    next = list.size
    swaps(rules, &turn, list)
    for i in range(next, list.size):
        list.points[i] = SWAP_FIRST
    trades(rules, &turn, list, True)
    return 0


cdef inline int32_t wilds_of(Move move) noexcept nogil:
    cdef int i, wilds = 0
    for i in range(size_of(move)):
        wilds += card_of(move, i) == WILD
    return wilds
