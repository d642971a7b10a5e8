"""Deals the cards of Kwatro, masks the cards that a player does not know, and fills them in again.

`reconstruct_hand` finds the hand before its owner's move: the cards drawn after the move leave it, and the cards of the
move return.

    before  RO1 BT2 GX4 **      plays BT2, draws YS3      now  RO1 GX4 YS3 **

Other players do not know which of the present cards were drawn. All choices have the same chance, but known wilds were
already in the hand.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from kiebitz.engine.bits cimport bit, count, lowest, without_lowest
from kiebitz.engine.game cimport IMPOSSIBLE, RECONSTRUCTED, UNKNOWN
from kiebitz.engine.kwatro.board cimport clear, place_at
from kiebitz.engine.kwatro.cards cimport give, pile_card, take
from kiebitz.engine.kwatro.line cimport CARDS, HAND, WILD
from kiebitz.engine.kwatro.state cimport (
    ALLOW, HIDDEN, NOWHERE, PILE, PLAY, SWAP, TRADE, WILD_STARTER, card_at, card_of, kind_of, size_of,
)
from kiebitz.engine.rng cimport below, next, shuffle


cdef void deal(const Rules* rules, State* state, int players, Rng* rng) noexcept nogil:
    cdef Kwatro* k = <Kwatro*>state
    clear(k)
    deal_cards(rules, k, players, rng)
    state.players = players
    state.to_move = k.mover = 0
    state.shuffle_seed = next(rng)


cdef void deal_cards(const Rules* rules, Kwatro* k, int players, Rng* rng) noexcept nogil:
    """Deals the hands, the starter, and the pile."""
    cdef uint8_t deck[CARDS]
    cdef int i, j, player, top = 0
    for i in range(CARDS):
        deck[i] = i if i < WILD else WILD
    shuffle(deck, CARDS, rng)
    for player in range(players):
        for _ in range(HAND):
            take(k, player, deck[top])
            top += 1
    while deck[top] == WILD and rules.options[WILD_STARTER] != ALLOW:
        j = top + below(rng, CARDS - top)
        deck[top] = deck[j]
        deck[j] = WILD
    place_at(k, 0, 0, deck[top])
    top += 1
    k.pile_first = 0
    k.pile_size = CARDS - top
    memset(k.pile, 0, PILE)
    for i in range(k.pile_size):
        k.pile[i] = deck[top + i]


cdef void mask(const Rules* rules, State* state, int player) noexcept nogil:
    cdef Kwatro* k = <Kwatro*>state
    cdef int p, i
    state.viewer = player
    state.shuffle_seed = 0
    for p in range(state.players):
        if p != player:
            k.hand[p].cards = 0
            k.hand[p].wilds = k.hand[p].known_wilds
    for i in range(k.pile_size):
        if k.traded_by[(k.pile_first + i) & (PILE - 1)] != player:
            pile_card(k, i)[0] = HIDDEN


cdef int list_unseen(Kwatro* k, uint8_t* unseen) noexcept nogil:
    cdef uint64_t known = k.on_board
    cdef int wilds = 2 - (k.wild_at[0] != NOWHERE) - (k.wild_at[1] != NOWHERE), n = 0, p, i
    cdef uint8_t card
    for p in range(k.head.players):
        known |= k.hand[p].cards
        wilds -= k.hand[p].wilds
    for i in range(k.pile_size):
        card = pile_card(k, i)[0]
        if card < WILD:
            known |= bit(card)
        elif card == WILD:
            wilds -= 1
    known = ~known
    while known:
        unseen[n] = lowest(known)
        known = without_lowest(known)
        n += 1
    for _ in range(wilds):
        unseen[n] = WILD
        n += 1
    return n


cdef void determinize(const Rules* rules, const State* view, State* world, Rng* rng) noexcept nogil:
    cdef Kwatro* k = <Kwatro*>world
    cdef uint8_t unseen[CARDS]
    cdef int n, p, i
    memcpy(world, view, sizeof(Kwatro))
    n = list_unseen(k, unseen)
    shuffle(unseen, n, rng)
    for p in range(world.players):
        for _ in range(k.hand[p].size - count(k.hand[p].cards) - k.hand[p].wilds):
            n -= 1
            k.hand[p].size -= 1
            take(k, p, unseen[n])
    for i in range(k.pile_size):
        if pile_card(k, i)[0] == HIDDEN:
            n -= 1
            pile_card(k, i)[0] = unseen[n]
    world.viewer = -1
    world.shuffle_seed = next(rng)


cdef bint observed(const Rules* rules, const State* state, Move* move) noexcept nogil:
    """The other players see only the number of cards of a trade."""
    cdef int i
    if kind_of(move[0]) == TRADE:
        for i in range(size_of(move[0])):
            move.lo |= card_at(HIDDEN, i)
    return True


cdef int reconstruct_hand(const Rules* rules, State* before, Move* move, const State* after, Rng* rng) noexcept nogil:
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
    give_drawn(k, mover, now.hand[mover].known_wilds, drawn, rng)
    if kind == SWAP:
        give(k, mover, WILD)
    for i in range(used):
        take(k, mover, card_of(move[0], i))
    return RECONSTRUCTED if k.hand[mover].wilds >= known else IMPOSSIBLE


cdef bint find_traded(const Kwatro* now, int mover, Move* move) noexcept nogil:
    """Writes the traded cards into the move, in rising order. They are the lowest cards of the mover in the pile.

    Returns False if they are hidden or no longer in the pile.
    """
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
        move.lo &= ~card_at(0xFF, i)
        move.lo |= card_at(cards[i], i)
    return True


cdef void give_drawn(Kwatro* k, int player, int kept_wilds, int drawn, Rng* rng) noexcept nogil:
    """Removes `drawn` random cards from a hand. `kept_wilds` wilds were in the hand before, so they stay."""
    cdef uint8_t[HAND] cards
    cdef uint64_t rest = k.hand[player].cards
    cdef int n = 0, i, j
    while rest and n < HAND:
        cards[n] = lowest(rest)
        rest = without_lowest(rest)
        n += 1
    for _ in range(k.hand[player].wilds - kept_wilds):
        cards[n] = WILD
        n += 1
    for i in range(min(drawn, n)):
        j = i + below(rng, n - i)
        give(k, player, cards[j])
        cards[j] = cards[i]
