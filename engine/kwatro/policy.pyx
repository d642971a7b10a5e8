"""Greedy: the most points of a turn, a swap first included."""

from libc.math cimport sqrt
from libc.stdint cimport int32_t, uint64_t

from kiebitz.engine.bits cimport lowest, without_lowest
from kiebitz.engine.game cimport OVER
from kiebitz.engine.kwatro.best cimport best_play
from kiebitz.engine.kwatro.board cimport Kwatro
from kiebitz.engine.kwatro.cards cimport SHUFFLE_IN
from kiebitz.engine.kwatro.line cimport HAND
from kiebitz.engine.kwatro.moves cimport swappable
from kiebitz.engine.kwatro.plays cimport (
    PLAY, RECYCLE, SWAP, TRADE, TRADED_CARDS, Turn, kind_of, place_of,
)
from kiebitz.engine.kwatro.prepare cimport prepare
from kiebitz.engine.kwatro.turns cimport make_swap

# By number of players; fitted to strong players among themselves, who stray further than greedy ones, the spread to their
# wins: python -m kiebitz.benchmarks.fit_spread kwatro --solver best:worlds=30
cdef double[5] SPREAD_FIXED = [0, 0, 2497, 6248, 4329]
cdef double[5] SPREAD_PER_CARD = [0, 0, 590.3, 74.2, 48.6]
# What the margin gains from here on. Who is to move when hands can no longer be filled up is far more likely to go out.
cdef struct Drift:
    double fixed[5]
    double per_card[5]
    double ending[5]
cdef enum:              # greedy playouts end games as strong players never would
    FLATTERY_CUT = 12
    FLATTERY_OVER = 53
    DOUBT_OVER = 96
cdef Drift OF_THE_MOVER = Drift([0, 0, 13.8, 5.1, -4.4], [0, 0, -0.095, -0.474, -0.459], [0, 0, 52.7, 32.3, 30.0])
cdef Drift OF_OTHERS = Drift([0, 0, -13.8, -11.8, -14.1], [0, 0, 0.095, -0.397, -0.476], [0, 0, -52.7, -22.6, -23.6])


cdef inline bint before(Move a, Move b) noexcept nogil:
    return a.hi < b.hi or (a.hi == b.hi and a.lo < b.lo)


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


cdef int cards_left(const Kwatro* k) noexcept nogil:
    """Still to be played."""
    cdef int p, left = k.pile_size
    for p in range(k.head.players):
        left += k.hand[p].size
    return left


cdef double spread(const Rules* rules, const State* state) noexcept nogil:
    """The variance grows with the cards still to be played."""
    cdef int players = state.players
    if state.to_move == OVER:
        return 0.0
    return sqrt(SPREAD_FIXED[players] + SPREAD_PER_CARD[players] * cards_left(<const Kwatro*>state))


cdef double drift(const Rules* rules, const State* state, int player, int next) noexcept nogil:
    cdef const Drift* by = &OF_THE_MOVER if player == next else &OF_OTHERS
    cdef int players = state.players, left = cards_left(<const Kwatro*>state)
    return by.ending[players] if left < HAND * players else by.fixed[players] + by.per_card[players] * left


cdef void flattery(const Rules* rules, const State* state, double* margin, double* doubt) noexcept nogil:
    """Fitted to games of two by benchmarks/fit_flattery.py; not known for more players."""
    margin[0] = doubt[0] = 0
    if state.players == 2:
        margin[0] = FLATTERY_OVER if state.to_move == OVER else FLATTERY_CUT
        doubt[0] = DOUBT_OVER if state.to_move == OVER else 0
