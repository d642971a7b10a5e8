"""Dead tables of Kwatro: nothing can ever be played, so the players only trade and pass until the game ends.

Every play puts a card on a cell of the frontier that this card fits. Placed cards only add to the lines of other cells, and
a swap names the card for which a wild stands. So a cell that no card fits stays like that.
"""

from libc.stdint cimport uint64_t

from kiebitz.engine.bits cimport lowest, without_lowest
from kiebitz.engine.kwatro.state cimport NOWHERE, OFF, RECYCLE, Kwatro


cdef bint scores_final(const Rules* rules, const State* state) noexcept nogil:
    cdef const Kwatro* k = <const Kwatro*>state
    if not (k.alive[0] | k.alive[1] | k.alive[2]):
        return True
    # A wild in a hand or in the pile fits every other cell. A wild of the board may be taken back by a swap.
    if rules.options[RECYCLE] != OFF or k.wild_at[0] == NOWHERE or k.wild_at[1] == NOWHERE:
        return False
    return not any_card_fits(k)


cdef bint any_card_fits(const Kwatro* k) noexcept nogil:
    """Whether a real card that is not on the board fits a cell of the frontier."""
    cdef uint64_t alive
    cdef int word
    for word in range(3):
        alive = k.alive[word]
        while alive:
            if k.frontier[64 * word + lowest(alive)].fitting & ~k.on_board:
                return True
            alive = without_lowest(alive)
    return False
