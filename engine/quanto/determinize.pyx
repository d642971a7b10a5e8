"""Deals, masks and fills in cards of Quanto. All moves are public, so only hands, stacks and the pile hide cards."""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from kiebitz.engine.game cimport RECONSTRUCTED, UNKNOWN
from kiebitz.engine.quanto.cards cimport DECK, HIDDEN, JOKER, TABLES, Cards, count_of, counts, holds, size_of, unit
from kiebitz.engine.quanto.state cimport FILL, JOKER_BUILDS, NOBODY, Quanto, base_size, card_of, kind_of, unseen_cards
from kiebitz.engine.quanto.takes cimport covers
from kiebitz.engine.quanto.turn cimport draw, fill_display
from kiebitz.engine.rng cimport below, shuffle

cdef enum:
    TRIES = 100000      # most samples of unknown stacks; three stacks of size 2 need about 2,500


cdef void deal(const Rules* rules, State* state, int players, Rng* rng) noexcept nogil:
    """Nothing is shuffled after the deal, so the state needs no seed for later shuffles."""
    cdef Quanto* q = <Quanto*>state
    cdef int p
    memset(q, 0, sizeof(Quanto))
    state.players = players
    state.viewer = NOBODY
    q.last_taker = NOBODY
    memcpy(q.pile, TABLES.each, DECK)
    shuffle(q.pile, DECK, rng)
    q.pile_size = DECK
    for p in range(players):
        q.hand_size[p] = base_size(rules, q)
        for _ in range(q.hand_size[p]):
            q.hand[p] += TABLES.one[draw(q)]
    fill_display(rules, q)


cdef void mask(const Rules* rules, State* state, int player) noexcept nogil:
    cdef Quanto* q = <Quanto*>state
    cdef int p, i
    state.viewer = player
    for p in range(state.players):
        if p != player:
            q.hand[p] = 0
    for i in range(q.pile_size):
        q.pile[i] = HIDDEN


cdef int list_unseen(const Quanto* q, uint8_t* unseen) noexcept nogil:
    """Writes the unseen cards one by one; returns their number."""
    cdef Cards rest = unseen_cards(q)
    cdef int card, n = 0
    for card in range(1, JOKER + 1):
        while holds(rest, card):
            rest -= TABLES.one[card]
            unseen[n] = card
            n += 1
    return n


cdef inline void shuffle_first(uint8_t* cards, int n, int first, Rng* rng) noexcept nogil:
    """Moves `first` of the n cards, chosen at random and in random order, to the front."""
    cdef int i, j
    cdef uint8_t card
    for i in range(min(first, n - 1)):
        j = i + below(rng, n - i)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


cdef bint stack_possible(const Rules* rules, Cards stack, int chip) noexcept nogil:
    """Whether the rules can build the stack: two cards that created it, and then groups that sum to the chip."""
    cdef Cards cards = counts(stack), pair
    cdef int number
    for number in range(1, chip):
        if not count_of(cards, number):
            continue
        pair = unit(number) + unit(chip - number)
        if count_of(cards, chip - number) >= 1 + (2 * number == chip) and covers(cards - pair, chip):
            return True
        if rules.options[JOKER_BUILDS] and count_of(cards, 0) and covers(cards - unit(number) - unit(0), chip):
            return True
    return False


cdef bint fill_stacks(const Rules* rules, const Quanto* view, const uint8_t* unseen, Quanto* world) noexcept nogil:
    """Completes the stacks from the front of the unseen cards. Returns False if the rules cannot build one of them."""
    cdef int p, n = 0
    for p in range(view.head.players):
        world.stack[p] = view.stack[p]
        for _ in range(view.stack_size[p] - size_of(view.stack[p])):
            world.stack[p] += TABLES.one[unseen[n]]
            n += 1
        if world.stack[p] != view.stack[p] and not stack_possible(rules, world.stack[p], view.chip[p]):
            return False
    return True


cdef void determinize(const Rules* rules, const State* view, State* world, Rng* rng) noexcept nogil:
    """Fills first the stacks, then hands, pile and `gone`.

    Stacks are drawn until the rules can build them, so all possible stacks have the same chance.
    """
    cdef const Quanto* seen = <const Quanto*>view
    cdef Quanto* q = <Quanto*>world
    cdef uint8_t unseen[DECK]
    cdef int p, i, n, stacked = 0
    memcpy(q, seen, sizeof(Quanto))
    n = list_unseen(seen, unseen)
    for p in range(view.players):
        stacked += seen.stack_size[p] - size_of(seen.stack[p])
    for _ in range(TRIES if stacked else 0):
        shuffle_first(unseen, n, stacked, rng)
        if fill_stacks(rules, seen, unseen, q):
            break
    shuffle_first(unseen + stacked, n - stacked, n, rng)
    n -= 1
    for p in range(view.players):
        for _ in range(seen.hand_size[p] - size_of(seen.hand[p])):
            q.hand[p] += TABLES.one[unseen[n]]
            n -= 1
    for i in range(q.pile_size):
        if q.pile[i] == HIDDEN:
            q.pile[i] = unseen[n]
            n -= 1
    for i in range(stacked, n + 1):
        q.gone += TABLES.one[unseen[i]]
    world.viewer = -1


cdef int reconstruct_hand(const Rules* rules, State* before, Move* move, const State* after, Rng* rng) noexcept nogil:
    cdef Quanto* q = <Quanto*>before
    cdef const Quanto* now = <const Quanto*>after
    cdef int mover = before.to_move
    cdef bint from_hand = kind_of(move[0]) != FILL and not q.turned
    cdef int drawn = now.hand_size[mover] - (q.hand_size[mover] - from_hand)
    if drawn < 0 or drawn > now.hand_size[mover]:
        return UNKNOWN
    q.hand[mover] = remove_random(now.hand[mover], drawn, rng)
    if from_hand:
        q.hand[mover] += TABLES.one[card_of(move[0])]
    return RECONSTRUCTED


cdef Cards remove_random(Cards hand, int n, Rng* rng) noexcept nogil:
    """The hand without n random cards; all choices have the same chance."""
    cdef int left = size_of(hand), card
    cdef Cards kept = hand
    for card in range(1, JOKER + 1):
        while holds(hand, card):
            hand -= TABLES.one[card]
            if <int>below(rng, left) < n:
                kept -= TABLES.one[card]
                n -= 1
            left -= 1
    return kept
