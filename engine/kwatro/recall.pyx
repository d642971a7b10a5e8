"""Back from a hand to what it was before its owner's move: the cards drawn since go, those of the move return.

    before  RO1 BT2 GX4 **      plays BT2, draws YS3      now  RO1 GX4 YS3 **

Which of the present cards were drawn nobody else knows. Each choice is as likely as any other, but for wilds from the
table: they were held all the time.
"""

from libc.stdint cimport uint8_t, uint64_t

from kiebitz.engine.bits cimport lowest, without_lowest
from kiebitz.engine.game cimport IMPOSSIBLE, RECONSTRUCTED, UNKNOWN
from kiebitz.engine.kwatro.board cimport HIDDEN, PILE, Kwatro
from kiebitz.engine.kwatro.cards cimport give, take
from kiebitz.engine.kwatro.line cimport HAND, WILD
from kiebitz.engine.kwatro.plays cimport PLAY, SWAP, TRADE, card_of, kind_of, size_of
from kiebitz.engine.rng cimport below


cdef bint show(const Rules* rules, const State* state, Move* move) noexcept nogil:
    """Of a trade only the number of cards."""
    cdef int i
    if kind_of(move[0]) == TRADE:
        for i in range(size_of(move[0])):
            move.lo |= <uint64_t>HIDDEN << (8 + 8 * i)
    return True


cdef int recall(const Rules* rules, State* before, Move* move, const State* after, Rng* rng) noexcept nogil:
    cdef Kwatro* k = <Kwatro*>before
    cdef const Kwatro* now = <const Kwatro*>after
    cdef int mover = before.to_move, size = k.hand[mover].size, known = k.hand[mover].known_wilds
    cdef int kind = kind_of(move[0]), used = size_of(move[0]), drawn = 0, i
    if kind == TRADE and not find_traded(now, mover, move):
        return UNKNOWN
    if kind == PLAY:
        drawn = min(used, <int>k.pile_size)
        size -= used - drawn
    elif kind == TRADE:
        drawn = used
    if now.hand[mover].size != size:
        return UNKNOWN
    k.hand[mover] = now.hand[mover]
    k.hand[mover].known_wilds = known
    put_back(k, mover, now.hand[mover].known_wilds, drawn, rng)
    if kind == SWAP:
        give(k, mover, WILD)
    for i in range(used):
        take(k, mover, card_of(move[0], i))
    return RECONSTRUCTED if k.hand[mover].wilds >= known else IMPOSSIBLE


cdef bint find_traded(const Kwatro* now, int mover, Move* move) noexcept nogil:
    """Writes the traded cards into the move, in rising order: the last ones of the mover's in the pile."""
    cdef int n = size_of(move[0]), found = 0, depth, at, i
    cdef uint8_t[HAND] cards
    for depth in range(now.pile_size - 1, -1, -1):
        at = (now.pile_first + depth) & (PILE - 1)
        if found == n or now.traded_by[at] != mover:
            continue
        i = found
        while i > 0 and cards[i - 1] > now.pile[at]:
            cards[i] = cards[i - 1]
            i -= 1
        cards[i] = now.pile[at]
        found += 1
    if found < n or (n and cards[n - 1] == HIDDEN):
        return False
    for i in range(n):
        move.lo &= ~(<uint64_t>0xFF << (8 + 8 * i))
        move.lo |= <uint64_t>cards[i] << (8 + 8 * i)
    return True


cdef void put_back(Kwatro* k, int player, int kept, int drawn, Rng* rng) noexcept nogil:
    """Takes as many cards as were drawn out of a hand, any but the wilds that were kept."""
    cdef uint8_t[HAND] cards
    cdef uint64_t rest = k.hand[player].cards
    cdef int n = 0, i, j
    while rest and n < HAND:
        cards[n] = lowest(rest)
        rest = without_lowest(rest)
        n += 1
    for i in range(k.hand[player].wilds - kept):
        cards[n] = WILD
        n += 1
    for i in range(min(drawn, n)):
        j = i + below(rng, n - i)
        give(k, player, cards[j])
        cards[j] = cards[i]
