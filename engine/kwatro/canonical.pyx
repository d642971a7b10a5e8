"""One memory image for all states of equal facts: the order of plays leaves no trace in the frontier, wilds and pile."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from kiebitz.engine.kwatro.cards cimport pile_card
from kiebitz.engine.kwatro.state cimport (
    CELLS, DEAD, FIRST_SLOT, MAX_FRONTIER, NOBODY, PILE, Cell, Kwatro, set_alive,
)


cdef void order_frontier(Kwatro* k) noexcept nogil:
    cdef Cell ordered[MAX_FRONTIER]
    cdef uint64_t eight
    cdef int cell, at, n = 0
    memset(ordered, 0, sizeof(ordered))
    memset(k.alive, 0, sizeof(k.alive))
    for at in range(0, CELLS, 8):
        memcpy(&eight, &k.grid[at], 8)
        if eight == 0:
            continue
        for cell in range(at, at + 8):
            if FIRST_SLOT <= k.grid[cell] < DEAD:
                ordered[n] = k.frontier[k.grid[cell] - FIRST_SLOT]
                k.grid[cell] = FIRST_SLOT + n
                set_alive(k, n, True)
                n += 1
    k.frontier_size = n
    memcpy(k.frontier, ordered, sizeof(ordered))


cdef inline uint8_t exchanged(uint8_t wilds) noexcept nogil:
    """The set of wilds of a frontier cell after wild 0 and wild 1 exchange their numbers."""
    return (wilds & 0b0101) << 1 | (wilds & 0b1010) >> 1


cdef void order_wilds(Kwatro* k) noexcept nogil:
    cdef uint16_t first = k.wild_at[1]
    cdef int slot
    if k.wild_at[0] <= first:       # NOWHERE is the largest number
        return
    k.wild_at[1] = k.wild_at[0]
    k.wild_at[0] = first
    for slot in range(k.frontier_size):
        k.frontier[slot].wilds = exchanged(k.frontier[slot].wilds)
        k.frontier[slot].wilds_behind = exchanged(k.frontier[slot].wilds_behind)


cdef void order_pile(Kwatro* k) noexcept nogil:
    cdef uint8_t[PILE] pile, traded_by
    cdef int depth
    memset(pile, 0, PILE)
    memset(traded_by, NOBODY, PILE)
    for depth in range(k.pile_size):
        pile[depth] = pile_card(k, depth)[0]
        traded_by[depth] = k.traded_by[(k.pile_first + depth) & (PILE - 1)]
    memcpy(k.pile, pile, PILE)
    memcpy(k.traded_by, traded_by, PILE)
    k.pile_first = 0


cdef void canonicalize(const Rules* rules, State* state) noexcept nogil:
    cdef Kwatro* k = <Kwatro*>state
    order_frontier(k)
    order_wilds(k)
    order_pile(k)
