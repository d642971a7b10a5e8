"""Deals, masks and fills in cards and hidden writes of Qwinto."""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy, memset

from kiebitz.engine.bits cimport lowest, without_lowest
from kiebitz.engine.qwinto.policy cimport greedy_write
from kiebitz.engine.qwinto.state cimport (
    CARDS, DECLINE, HAND, HIDDEN, PLACING, STACKS, START_PLAYER, UNDECIDED, WRITE, WRITING, Hand, Qwinto, add_card,
    kind_of, unseen_cards,
)
from kiebitz.engine.rng cimport next, shuffle


cdef void deal(const Rules* rules, State* state, int players, Rng* rng) noexcept nogil:
    """Deals hands in turn order, then TL TR BL BR, from the top of the deck. The rest is the pile."""
    cdef Qwinto* q = <Qwinto*>state
    cdef uint8_t deck[CARDS]
    cdef int i, player, top = CARDS
    memset(q, 0, sizeof(Qwinto))
    for i in range(CARDS):
        deck[i] = i
    shuffle(deck, CARDS, rng)
    for player in range(players):
        for _ in range(HAND):
            top -= 1
            add_card(&q.hand[player], deck[top])
    for i in range(STACKS):
        top -= 1
        q.top[i] = deck[top]
    q.pile_size = top
    memcpy(q.pile, deck, top)
    state.players = players
    state.viewer = -1
    state.to_move = q.active = rules.options[START_PLAYER]
    state.decision = PLACING
    state.shuffle_seed = next(rng)


cdef void mask(const Rules* rules, State* state, int player) noexcept nogil:
    """Hides the pile, the hands of the other players and their writes of this turn."""
    cdef Qwinto* q = <Qwinto*>state
    cdef int p
    state.viewer = player
    state.shuffle_seed = 0
    memset(q.pile, HIDDEN, q.pile_size)
    for p in range(state.players):
        if p != player:
            mask_hand(q, &q.hand[p])
            q.write[p] = UNDECIDED


cdef void mask_hand(const Qwinto* q, Hand* hand) noexcept nogil:
    """Keeps only the pile generation of each card. They are sorted, so the place of a card tells nothing."""
    cdef Hand hidden
    cdef int i
    memset(&hidden, 0, sizeof(Hand))
    for i in range(hand.size):
        add_card(&hidden, HIDDEN + q.pile_generation[hand.card[i]] if hand.card[i] < HIDDEN else hand.card[i])
    hand[0] = hidden


cdef inline int take_of_generation(uint8_t* unseen, int n, const uint8_t* pile_generation,
                                   int generation) noexcept nogil:
    """Takes the first card of a pile generation out of the unseen cards. The other cards keep their order."""
    cdef int i = 0, card
    while i < n - 1 and pile_generation[unseen[i]] != generation:
        i += 1
    card = unseen[i]
    while i < n - 1:
        unseen[i] = unseen[i + 1]
        i += 1
    return card


cdef void determinize(const Rules* rules, const State* view, State* world, Rng* rng) noexcept nogil:
    """Writes a world. All possible hidden cards have the same chance. Hidden writes are greedy ones, not random ones."""
    cdef Qwinto* q = <Qwinto*>world
    cdef uint8_t unseen[CARDS]
    cdef int n
    memcpy(world, view, sizeof(Qwinto))
    n = list_unseen(q, unseen)
    shuffle(unseen, n, rng)
    if q.reshuffles == 0:
        fill_in_order(q, unseen)
    else:
        fill_by_generation(q, unseen, n)
    if world.decision == WRITING:
        fill_writes(q)
    world.viewer = -1
    world.shuffle_seed = next(rng)


cdef int list_unseen(const Qwinto* q, uint8_t* unseen) noexcept nogil:
    """Writes the unseen cards one by one; returns their number."""
    cdef uint32_t rest = unseen_cards(q)
    cdef int n = 0
    while rest:
        unseen[n] = lowest(rest)
        rest = without_lowest(rest)
        n += 1
    return n


cdef void fill_in_order(Qwinto* q, const uint8_t* unseen) noexcept nogil:
    """Fills in the cards before the first reshuffle: every unseen card can be in every hidden place."""
    cdef Hand hand
    cdef int p, i, n = 0
    for p in range(q.head.players):
        if q.hand[p].size and q.hand[p].card[q.hand[p].size - 1] >= HIDDEN:
            memset(&hand, 0, sizeof(Hand))
            for i in range(q.hand[p].size):
                if q.hand[p].card[i] < HIDDEN:
                    add_card(&hand, q.hand[p].card[i])
                else:
                    add_card(&hand, unseen[n])
                    n += 1
            q.hand[p] = hand
    for i in range(q.pile_size):
        q.pile[i] = unseen[n]
        n += 1


cdef void fill_by_generation(Qwinto* q, uint8_t* unseen, int n) noexcept nogil:
    """Fills each hidden place of a hand with a card of its pile generation. The other unseen cards are the pile."""
    cdef Hand hand
    cdef int p, i
    for p in range(q.head.players):
        memset(&hand, 0, sizeof(Hand))
        for i in range(q.hand[p].size):
            if q.hand[p].card[i] < HIDDEN:
                add_card(&hand, q.hand[p].card[i])
            else:
                add_card(&hand, take_of_generation(unseen, n, q.pile_generation, q.hand[p].card[i] - HIDDEN))
                n -= 1
        q.hand[p] = hand
    memcpy(q.pile, unseen, q.pile_size)


cdef void fill_writes(Qwinto* q) noexcept nogil:
    """Fills in the hidden decisions of the players who decide before the player to move."""
    cdef int player = q.active
    while player != q.head.to_move:
        if q.write[player] == UNDECIDED:
            q.write[player] = greedy_write(&q.sheet[player], q.sum, q.colours)
        player = player + 1 if player + 1 < q.head.players else 0


cdef bint observed(const Rules* rules, const State* state, Move* move) noexcept nogil:
    return kind_of(move[0]) != WRITE and kind_of(move[0]) != DECLINE
