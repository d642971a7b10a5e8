"""Dealing Kwatro, blanking what a player does not know, and filling the blanks."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from kiebitz.engine.bits cimport bit, count, lowest, without_lowest
from kiebitz.engine.kwatro.board cimport HIDDEN, NOWHERE, PILE, clear, place_first
from kiebitz.engine.kwatro.cards cimport ALLOW, pile_card, take
from kiebitz.engine.kwatro.line cimport CARDS, WILD
from kiebitz.engine.kwatro.plays cimport WILD_STARTER
from kiebitz.engine.rng cimport below, next, shuffle


cdef void deal(const Rules* rules, State* state, int players, Rng* rng) noexcept nogil:
    cdef Kwatro* k = <Kwatro*>state
    clear(k)
    deal_hands(rules, k, players, rng)
    state.players = players
    state.to_move = k.mover = 0
    state.shuffle_seed = next(rng)


cdef void deal_hands(const Rules* rules, Kwatro* k, int players, Rng* rng) noexcept nogil:
    cdef uint8_t deck[CARDS]
    cdef int i, j, player, top = 0
    for i in range(CARDS):
        deck[i] = i if i < WILD else WILD
    shuffle(deck, CARDS, rng)
    for player in range(players):
        for i in range(4):
            take(k, player, deck[top])
            top += 1
    while deck[top] == WILD and rules.options[WILD_STARTER] != ALLOW:
        j = top + below(rng, CARDS - top)
        deck[top] = deck[j]
        deck[j] = WILD
    place_first(k, 0, 0, deck[top])
    top += 1
    k.pile_first = 0
    k.pile_size = CARDS - top
    memset(k.pile, 0, PILE)
    for i in range(k.pile_size):
        k.pile[i] = deck[top + i]


cdef void hide(const Rules* rules, State* state, int player) noexcept nogil:
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
    """The cards that may be anywhere, in rising order, wilds last; returns their number."""
    cdef uint64_t known = k.table
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
    for i in range(wilds):
        unseen[n] = WILD
        n += 1
    return n


cdef void sample(const Rules* rules, const State* view, State* world, Rng* rng) noexcept nogil:
    cdef Kwatro* k = <Kwatro*>world
    cdef uint8_t unseen[CARDS]
    cdef int n, p, i
    memcpy(world, view, sizeof(Kwatro))
    n = list_unseen(k, unseen)
    shuffle(unseen, n, rng)
    for p in range(world.players):
        for i in range(k.hand[p].size - count(k.hand[p].cards) - k.hand[p].wilds):
            n -= 1
            k.hand[p].size -= 1
            take(k, p, unseen[n])
    for i in range(k.pile_size):
        if pile_card(k, i)[0] == HIDDEN:
            n -= 1
            pile_card(k, i)[0] = unseen[n]
    world.viewer = -1
    world.shuffle_seed = next(rng)
