"""Who knows what: dealing, hiding, and filling in again."""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy, memset

from kiebitz.engine.bits cimport bit, lowest, without_lowest
from kiebitz.engine.qwinto.moves cimport DECLINE, WRITE, kind_of
from kiebitz.engine.qwinto.policy cimport greedy_write
from kiebitz.engine.qwinto.table cimport (
    CARDS, HAND, HIDDEN, PLACING, START_PLAYER, STACKS, UNDECIDED, WRITING, Hand, Qwinto, take,
)
from kiebitz.engine.rng cimport next, shuffle


cdef void deal(const Rules* rules, State* state, int players, Rng* rng) noexcept nogil:
    """Hands in turn order, then TL TR BL BR, from the top of the deck; the pile keeps its order."""
    cdef Qwinto* q = <Qwinto*>state
    cdef uint8_t deck[CARDS]
    cdef int i, player, top = CARDS
    memset(q, 0, sizeof(Qwinto))
    for i in range(CARDS):
        deck[i] = i
    shuffle(deck, CARDS, rng)
    for player in range(players):
        for i in range(HAND):
            top -= 1
            take(&q.hand[player], deck[top])
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


cdef void hide(const Rules* rules, State* state, int player) noexcept nogil:
    """Blanks other hands, the pile and the others' writes of this turn."""
    cdef Qwinto* q = <Qwinto*>state
    cdef int p
    state.viewer = player
    state.shuffle_seed = 0
    memset(q.pile, HIDDEN, q.pile_size)
    for p in range(state.players):
        if p != player:
            hide_hand(q, &q.hand[p])
            q.write[p] = UNDECIDED


cdef void hide_hand(const Qwinto* q, Hand* hand) noexcept nogil:
    """Leaves when the cards were drawn, in rising order so that nothing tells which is which."""
    cdef Hand hidden
    cdef int i
    memset(&hidden, 0, sizeof(Hand))
    for i in range(hand.size):
        take(&hidden, HIDDEN + q.born[hand.card[i]] if hand.card[i] < HIDDEN else hand.card[i])
    hand[0] = hidden


cdef inline int first_born(uint8_t* unseen, int n, const uint8_t* born, int when) noexcept nogil:
    """Takes out of the unseen cards the first one that was born then; the others keep their order."""
    cdef int i = 0, card
    while i < n - 1 and born[unseen[i]] != when:
        i += 1
    card = unseen[i]
    while i < n - 1:
        unseen[i] = unseen[i + 1]
        i += 1
    return card


cdef void sample(const Rules* rules, const State* view, State* world, Rng* rng) noexcept nogil:
    """Hidden cards are uniform over what they can be; hidden writes are choices, not luck: greedy ones."""
    cdef Qwinto* q = <Qwinto*>world
    cdef uint8_t unseen[CARDS]
    cdef int n
    memcpy(world, view, sizeof(Qwinto))
    n = list_unseen(q, unseen)
    shuffle(unseen, n, rng)
    if q.reshuffles == 0:
        fill_in_order(q, unseen)
    else:
        fill_by_birth(q, unseen, n)
    if world.decision == WRITING:
        fill_writes(q)
    world.viewer = -1
    world.shuffle_seed = next(rng)


cdef int list_unseen(const Qwinto* q, uint8_t* unseen) noexcept nogil:
    cdef uint32_t known = q.covered
    cdef int i, p, n = 0
    for i in range(STACKS):
        known |= bit(q.top[i])
    for p in range(q.head.players):
        for i in range(q.hand[p].size):
            if q.hand[p].card[i] < HIDDEN:
                known |= bit(q.hand[p].card[i])
    known = ~known
    while known:
        unseen[n] = lowest(known)
        known = without_lowest(known)
        n += 1
    return n


cdef void fill_in_order(Qwinto* q, const uint8_t* unseen) noexcept nogil:
    """Any card may be anywhere."""
    cdef Hand hand
    cdef int p, i, n = 0
    for p in range(q.head.players):
        if q.hand[p].size and q.hand[p].card[q.hand[p].size - 1] >= HIDDEN:
            memset(&hand, 0, sizeof(Hand))
            for i in range(q.hand[p].size):
                if q.hand[p].card[i] < HIDDEN:
                    take(&hand, q.hand[p].card[i])
                else:
                    take(&hand, unseen[n])
                    n += 1
            q.hand[p] = hand
    for i in range(q.pile_size):
        q.pile[i] = unseen[n]
        n += 1


cdef void fill_by_birth(Qwinto* q, uint8_t* unseen, int n) noexcept nogil:
    """A card that lay covered at a reshuffle is in the pile or in a hand that drew since."""
    cdef Hand hand
    cdef int p, i
    for p in range(q.head.players):
        memset(&hand, 0, sizeof(Hand))
        for i in range(q.hand[p].size):
            if q.hand[p].card[i] < HIDDEN:
                take(&hand, q.hand[p].card[i])
            else:
                take(&hand, first_born(unseen, n, q.born, q.hand[p].card[i] - HIDDEN))
                n -= 1
        q.hand[p] = hand
    memcpy(q.pile, unseen, q.pile_size)


cdef void fill_writes(Qwinto* q) noexcept nogil:
    """Decides for everybody whose turn to decide was before the player to move."""
    cdef int player = q.active
    while player != q.head.to_move:
        if q.write[player] == UNDECIDED:
            q.write[player] = greedy_write(&q.sheet[player], q.sum, q.colours)
        player = player + 1 if player + 1 < q.head.players else 0


cdef bint show(const Rules* rules, const State* state, Move* move) noexcept nogil:
    return kind_of(move[0]) != WRITE and kind_of(move[0]) != DECLINE
