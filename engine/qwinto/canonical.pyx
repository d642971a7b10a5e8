"""One memory image for all states of equal facts: pile generations of which no card is left leave no trace."""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset

from kiebitz.engine.bits cimport bit, lowest, without_lowest
from kiebitz.engine.qwinto.state cimport CARDS, HIDDEN, STACKS, Qwinto


cdef void canonicalize(const Rules* rules, State* state) noexcept nogil:
    cdef Qwinto* q = <Qwinto*>state
    cdef uint8_t number[256]    # by generation: 1 if a card has it, then its new number
    cdef uint32_t away = q.covered, rest
    cdef int i, p, generations = 0
    if q.reshuffles == 0:
        return
    for i in range(STACKS):
        away |= bit(q.top[i])
    memset(number, 0, sizeof(number))
    rest = ~away
    while rest:
        number[q.pile_generation[lowest(rest)]] = 1
        rest = without_lowest(rest)
    for i in range(q.reshuffles + 1):
        generations += number[i]
        number[i] = generations - 1
    q.reshuffles = generations - 1
    for i in range(CARDS):
        q.pile_generation[i] = 0 if away >> i & 1 else number[q.pile_generation[i]]
    for p in range(state.players):
        for i in range(q.hand[p].size):
            if q.hand[p].card[i] >= HIDDEN:
                q.hand[p].card[i] = HIDDEN + number[q.hand[p].card[i] - HIDDEN]
