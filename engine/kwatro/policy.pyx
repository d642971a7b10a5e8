"""Greedy: the most points in a turn. A swap comes first if the turn then scores at least as much.

Thrifty is greedy, but plays a wild only for many points.
"""

from libc.stdint cimport int32_t, uint64_t

from kiebitz.engine.bits cimport lowest, without_lowest
from kiebitz.engine.game cimport before
from kiebitz.engine.kwatro.line cimport WILD
from kiebitz.engine.kwatro.movegen.best_play cimport best_play
from kiebitz.engine.kwatro.movegen.moves cimport swappable
from kiebitz.engine.kwatro.movegen.play_context cimport PlayContext, fill_context
from kiebitz.engine.kwatro.state cimport (
    BEFORE_ACTION, PLAY, RECYCLE, SHUFFLE_IN, SWAP, TRADE, TRADED_CARDS, Kwatro, card_at, card_of, kind_of, move_head,
    points_of, size_of, swap_of,
)
from kiebitz.engine.kwatro.turn cimport make_swap

cdef enum:
    # Points that a wild must add to be played while there are cards to draw. Wins of thrifty against greedy, 2,000 games,
    # --seed 5: 15 points 51.7 %, 25 60.3 %, 40 63.6 % (margin +42), 60 62.4 % (+49), 90 59.9 %, 150 57.2 %; all +- 1.9
    WILD_COST = 40


cdef int32_t best_turn(const Rules* rules, const Kwatro* k, int32_t least, Move* first) noexcept nogil:
    """Returns the most points in a turn, swaps included; -1 if no play scores `least` points. Writes its first move."""
    cdef PlayContext context
    cdef Kwatro after
    cdef uint64_t rest
    cdef int wild
    cdef int32_t best, points
    cdef Move ignored, swap
    fill_context(&context, k, rules.options)
    best_play(&context, least)
    first[0] = context.best
    best = context.best_points
    if rules.options[RECYCLE] != BEFORE_ACTION:
        return best     # a swap is forbidden, or it is the whole turn and scores nothing
    for wild in range(2):
        rest = swappable(rules, k, &context.wilds, wild)
        while rest:
            after = k[0]
            swap = swap_of(k, wild, lowest(rest))
            make_swap(rules, &after, swap, NULL)
            points = max(best_turn(rules, &after, max(best, least), &ignored), 0)
            # At equal points a swap is better, because the wild comes into the hand. Of equal swaps the smaller one is kept.
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
    """The trade of all real cards, in rising order, at most as many as the pile holds. Greedy does this if nothing scores."""
    cdef uint64_t rest = k.hand[k.mover].cards
    cdef Move move = Move(0, 0)
    cdef int n = 0
    while rest and n < k.pile_size:
        move.lo |= card_at(lowest(rest), n)
        rest = without_lowest(rest)
        n += 1
    move.lo |= move_head(TRADE, n, rules.options[TRADED_CARDS] == SHUFFLE_IN)
    return move


cdef inline int wilds_of(Move move) noexcept nogil:
    cdef int i, wilds = 0
    for i in range(size_of(move)):
        wilds += card_of(move, i) == WILD
    return wilds


cdef Move thrifty(const Rules* rules, const State* state) noexcept nogil:
    cdef const Kwatro* k = <const Kwatro*>state
    cdef Move move = greedy(rules, state), other
    cdef int wilds = wilds_of(move)
    cdef int32_t worth
    cdef Kwatro without
    if kind_of(move) != PLAY or wilds == 0 or k.pile_size == 0:
        return move
    worth = points_of(move) - WILD_COST * wilds
    without = k[0]
    without.hand[k.mover].size -= k.hand[k.mover].wilds
    without.hand[k.mover].wilds = 0
    if best_turn(rules, &without, max(worth, 0), &other) > 0 and kind_of(other) == PLAY:
        return other
    if worth > 0:
        return move
    other = trade_all(rules, &without)
    return other if size_of(other) else move
