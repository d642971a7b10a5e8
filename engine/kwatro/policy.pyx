"""Greedy: the most points of a turn, a swap first included."""

from libc.stdint cimport int32_t, uint64_t

from kiebitz.engine.bits cimport lowest, without_lowest
from kiebitz.engine.game cimport before
from kiebitz.engine.kwatro.best cimport best_play
from kiebitz.engine.kwatro.board cimport Kwatro
from kiebitz.engine.kwatro.cards cimport SHUFFLE_IN
from kiebitz.engine.kwatro.moves cimport swappable
from kiebitz.engine.kwatro.plays cimport (
    PLAY, RECYCLE, SWAP, TRADE, TRADED_CARDS, Turn, kind_of, place_of,
)
from kiebitz.engine.kwatro.prepare cimport prepare
from kiebitz.engine.kwatro.turns cimport make_swap


cdef int32_t best_turn(const Rules* rules, const Kwatro* k, int32_t least, Move* first) noexcept nogil:
    """The most points of a turn, a swap first included, and its first move; -1 if nothing with `least` points can be played."""
    cdef Turn turn
    cdef Kwatro after
    cdef uint64_t rest
    cdef int wild
    cdef int32_t best, points
    cdef Move ignored, swap
    prepare(&turn, k, rules.options)
    best_play(&turn, least)
    first[0] = turn.best
    best = turn.best_points
    if rules.options[RECYCLE]:
        return best     # a swap would be the whole turn, for no points, or is not allowed
    for wild in range(2):
        rest = swappable(rules, k, &turn.wilds, wild)
        while rest:
            after = k[0]
            swap = Move(SWAP | 1 << 4 | lowest(rest) << 8, place_of(k, k.wild_at[wild]))
            make_swap(rules, &after, swap, NULL)
            points = max(best_turn(rules, &after, max(best, least), &ignored), 0)
            # At equal points the wild in hand is worth more than on the table; of two swaps the smaller move.
            if points > best or (points == best and not (kind_of(first[0]) == SWAP and before(first[0], swap))):
                best = points
                first[0] = swap
            rest = without_lowest(rest)
    return best


cdef Move greedy(const Rules* rules, const State* state) noexcept nogil:
    cdef const Kwatro* k = <const Kwatro*>state
    cdef Move move
    if best_turn(rules, k, 0, &move) > 0:
        return move
    if kind_of(move) == SWAP or k.pile_size == 0 and kind_of(move) == PLAY:
        return move
    return trade_all(rules, k)


cdef Move trade_all(const Rules* rules, const Kwatro* k) noexcept nogil:
    """When nothing scores: new cards for all real ones, lowest cards last, as far as the pile goes."""
    cdef uint64_t rest = k.hand[k.mover].cards
    cdef Move move = Move(TRADE, 0)
    cdef int n = 0
    while rest and n < k.pile_size:
        move.lo |= <uint64_t>lowest(rest) << (8 + 8 * n)
        rest = without_lowest(rest)
        n += 1
    move.lo |= n << 4 | (rules.options[TRADED_CARDS] == SHUFFLE_IN) << 7
    return move
