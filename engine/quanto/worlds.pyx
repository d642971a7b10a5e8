"""What a player of Quanto knows, and the worlds that agree with it."""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy

from kiebitz.engine.quanto.cards cimport DECK, HIDDEN, JOKER, TABLES, count_of, counts, holds, size_of, unit
from kiebitz.engine.quanto.table cimport JOKER_BUILDS, Quanto
from kiebitz.engine.quanto.takes cimport covers
from kiebitz.engine.rng cimport below

cdef enum:
    TRIES = 100000      # stacks that were not noted are guessed until they sum; three of size 2 take some 2500


cdef bint stack_possible(const Rules* rules, Cards stack, int chip) noexcept nogil:
    """Two cards that created it, and groups of the chip: also an extension is one, its played card included."""
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


cdef void hide(const Rules* rules, State* state, int player) noexcept nogil:
    cdef Quanto* q = <Quanto*>state
    cdef int p, i
    state.viewer = player
    for p in range(state.players):
        if p != player:
            q.hand[p] = 0
    for i in range(q.pile_size):
        q.pile[i] = HIDDEN


cdef int cards_unseen(const Quanto* q, uint8_t* unseen) noexcept nogil:
    cdef Cards rest = TABLES.deck - q.display - q.turned - q.gone
    cdef int p, i, card, n = 0
    for p in range(q.head.players):
        rest -= q.hand[p] + q.stack[p]
    for i in range(q.pile_size):
        rest -= TABLES.one[q.pile[i]]
    for card in range(1, JOKER + 1):
        while holds(rest, card):
            rest -= TABLES.one[card]
            unseen[n] = card
            n += 1
    return n


cdef inline void shuffle(uint8_t* cards, int n, int first, Rng* rng) noexcept nogil:
    """Puts a random choice of n cards, in random order, at the first places."""
    cdef int i, j
    cdef uint8_t card
    for i in range(min(first, n - 1)):
        j = i + below(rng, n - i)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


cdef bint guess_stacks(const Rules* rules, const Quanto* view, const uint8_t* unseen, Quanto* world) noexcept nogil:
    """Completes the stacks from the front of the unseen cards; false if one of them does not sum."""
    cdef int p, i, n = 0
    for p in range(view.head.players):
        world.stack[p] = view.stack[p]
        for i in range(view.stack_size[p] - size_of(view.stack[p])):
            world.stack[p] += TABLES.one[unseen[n]]
            n += 1
        if world.stack[p] != view.stack[p] and not stack_possible(rules, world.stack[p], view.chip[p]):
            return False
    return True


cdef void sample(const Rules* rules, const State* view, State* world, Rng* rng) noexcept nogil:
    """Stacks first, by rejection, so that each choice that sums is as likely as any other; then all the rest."""
    cdef const Quanto* seen = <const Quanto*>view
    cdef Quanto* q = <Quanto*>world
    cdef uint8_t unseen[DECK]
    cdef int p, i, tries, n, stacked = 0
    memcpy(q, seen, sizeof(Quanto))
    n = cards_unseen(seen, unseen)
    for p in range(view.players):
        stacked += seen.stack_size[p] - size_of(seen.stack[p])
    for tries in range(TRIES if stacked else 0):
        shuffle(unseen, n, stacked, rng)
        if guess_stacks(rules, seen, unseen, q):
            break
    shuffle(unseen + stacked, n - stacked, n, rng)
    n -= 1
    for p in range(view.players):
        for i in range(seen.hand_size[p] - size_of(seen.hand[p])):
            q.hand[p] += TABLES.one[unseen[n]]
            n -= 1
    for i in range(q.pile_size):
        if q.pile[i] == HIDDEN:
            q.pile[i] = unseen[n]
            n -= 1
    for i in range(stacked, n + 1):
        q.gone += TABLES.one[unseen[i]]
    world.viewer = -1
