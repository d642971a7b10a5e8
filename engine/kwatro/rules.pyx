"""Turns of Kwatro: swaps, plays, trades, draws, the end; views and the worlds that agree with them."""

from libc.math cimport sqrt
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from kiebitz.engine.bits cimport bit, count, lowest, without_lowest
from kiebitz.engine.game cimport CHANCE, OVER, Move, MoveList, Rules, State, list_push, list_reserve
from kiebitz.engine.kwatro.agree cimport lay_all
from kiebitz.engine.kwatro.arranged cimport ARRANGED, MOST, Arrangements, OfSize
from kiebitz.engine.kwatro.board cimport (
    HIDDEN, NOBODY, NOWHERE, PILE, Kwatro, Undo, clear, exchange, place_first, restore, small_size,
)
from kiebitz.engine.kwatro.line cimport CARDS, HAND, TABLES, WILD, join, valid
from kiebitz.engine.kwatro.plays cimport (
    CONTIGUITY, DRAW, FINAL_ROUND, PLAY, RECYCLE, STALEMATE_ROUNDS, SWAP, TRADE, TRADED_CARDS, WILD_IDENTITY, WILD_STARTER,
    Turn, best_play, card_of, cell_of, kind_of, place_of, plays, points_of, size_of,
)
from kiebitz.engine.kwatro.prepare cimport prepare, prepare_words
from kiebitz.engine.kwatro.scattered cimport scattered_plays
from kiebitz.engine.kwatro.wilds cimport Wilds, fit_on_board
from kiebitz.engine.rng cimport STREAM_DEAL, Rng, below, next, seed

cdef enum:              # values of options
    CONSUMES_TURN = 1   # recycle
    OFF = 2
    SHUFFLE_IN = 1      # traded_cards
    ALLOW = 1           # wild_starter


# By number of players; fitted to the wins of 3,000 greedy games each: python -m kiebitz.benchmarks.fit_spread kwatro
cdef double[5] SPREAD_FIXED = [0, 0, 294, 412, 620]
cdef double[5] SPREAD_PER_CARD = [0, 0, 141.7, 63.5, 31.8]


# The pile: a ring, top at pile_first.

cdef inline uint8_t* pile_card(Kwatro* k, int depth) noexcept nogil:
    return &k.pile[(k.pile_first + depth) & (PILE - 1)]


cdef void shuffle_pile(Kwatro* k, Rng* rng) noexcept nogil:
    cdef int i, j
    cdef uint8_t card
    for i in range(k.pile_size - 1, 0, -1):
        j = below(rng, i + 1)
        card = pile_card(k, i)[0]
        pile_card(k, i)[0] = pile_card(k, j)[0]
        pile_card(k, j)[0] = card
    memset(k.traded_by, NOBODY, PILE)


cdef inline int draw(Kwatro* k) noexcept nogil:
    cdef int card = pile_card(k, 0)[0]
    pile_card(k, 0)[0] = 0      # nothing of what was drawn stays behind
    k.traded_by[k.pile_first] = NOBODY
    k.pile_first = (k.pile_first + 1) & (PILE - 1)
    k.pile_size -= 1
    return card


cdef inline void take(Kwatro* k, int player, int card) noexcept nogil:
    if card == WILD:
        k.hand[player].wilds += 1
    elif card != HIDDEN:
        k.hand[player].cards |= bit(card)
    k.hand[player].size += 1


cdef inline void give(Kwatro* k, int player, int card) noexcept nogil:
    if card == WILD:
        k.hand[player].wilds -= 1
    else:
        k.hand[player].cards &= ~bit(card)
    k.hand[player].size -= 1


cdef void deal(const Rules* rules, State* state, int players, Rng* rng) noexcept nogil:
    cdef Kwatro* k = <Kwatro*>state
    clear(k)
    deal_hands(rules, k, players, rng)
    state.players = players
    state.to_move = k.mover = 0
    state.noise = next(rng)


cdef void deal_hands(const Rules* rules, Kwatro* k, int players, Rng* rng) noexcept nogil:
    cdef uint8_t deck[CARDS]
    cdef int i, j, player, top = 0
    cdef uint8_t card
    for i in range(CARDS):
        deck[i] = i if i < WILD else WILD
    for i in range(CARDS - 1, 0, -1):
        j = below(rng, i + 1)
        card = deck[i]
        deck[i] = deck[j]
        deck[j] = card
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


cdef int generate(const Rules* rules, const State* state, MoveList* list) except -1 nogil:
    cdef const Kwatro* k = <const Kwatro*>state
    cdef Turn turn
    cdef Py_ssize_t first = list.size
    prepare(&turn, k, rules.options)
    turn.list = list
    plays(&turn)
    if rules.options[CONTIGUITY]:
        scattered_plays(&turn, first)
    swaps(rules, &turn, list)
    trades(rules, &turn, list)
    return 0


cdef bint swap_fits(const Rules* rules, const Kwatro* k, const Wilds* wilds, int wild, int card) noexcept nogil:
    """The card makes all lines through the wild's cell valid and the other wild still stands for something."""
    cdef Kwatro after
    cdef int d
    for d in range(2):
        if not valid(join(wilds.line[wild][d], TABLES.line[card])):
            return False
    if not wilds.shared:
        return True     # nothing changes for the other one
    after = k[0]
    exchange(&after, wild, card, NULL)
    return fit_on_board(&after, rules.options[WILD_IDENTITY], 0)


cdef int swaps(const Rules* rules, const Turn* turn, MoveList* list) except -1 nogil:
    cdef const Kwatro* k = turn.k
    cdef uint64_t rest
    cdef int wild
    if rules.options[RECYCLE] == OFF:
        return 0
    for wild in range(2):
        if k.wild_at[wild] == NOWHERE:
            continue
        rest = k.hand[k.mover].cards
        while rest:
            if swap_fits(rules, k, &turn.wilds, wild, lowest(rest)):
                list_push(list, Move(SWAP | 1 << 4 | lowest(rest) << 8, place_of(k, k.wild_at[wild])), 0)
            rest = without_lowest(rest)
    return 0


cdef int trades(const Rules* rules, Turn* turn, MoveList* list) except -1 nogil:
    """Every ordered choice of cards, as far as the pile can replace them; unordered if they are shuffled in."""
    cdef int most = min(turn.hand_size, <int>turn.k.pile_size)
    cdef bint unordered = rules.options[TRADED_CARDS] == SHUFFLE_IN
    cdef const OfSize* all
    cdef const uint64_t* words
    cdef Arrangements some
    cdef uint64_t head
    cdef Move* move
    cdef int n, found
    list_reserve(list, 1 + HAND * MOST)
    list_push(list, Move(TRADE | unordered << 7, 0), 0)
    prepare_words(turn, most)
    for n in range(1, most + 1):
        all = &ARRANGED[n]
        some = all.of_subsets[(turn.allowed & TABLES.sized[n]) >> all.first_subset] & all.after[turn.behind]
        if unordered:
            some &= all.rising
        head = TRADE | n << 4 | unordered << 7
        words = turn.words[n]
        move = list.moves + list.size
        found = count(some)
        memset(list.points + list.size, 0, found * sizeof(int32_t))
        list.size += found
        while some:
            move.lo = <uint64_t><uint32_t>words[lowest(some)] << 8 | head
            move.hi = 0
            move += 1
            some &= some - 1
    return 0


cdef void pass_turn(const Rules* rules, Kwatro* k) noexcept nogil:
    """The next player is to move, unless the round was the last or nobody has played for too long."""
    cdef int players = k.head.players
    k.to_draw = k.to_shuffle = 0
    if k.passes >= players * rules.options[STALEMATE_ROUNDS] or (k.passes >= players and k.pile_size == 0):
        k.head.to_move = OVER
        return
    k.mover = (k.mover + 1) % players
    # With a final round the seats behind the one who went out still play; seat 0 begins a round.
    k.head.to_move = OVER if k.out and k.mover == 0 else k.mover


cdef void make_play(const Rules* rules, Kwatro* k, Move move, Undo* undo) noexcept nogil:
    cdef int i, wilds = 0, player = k.mover
    k.head.score[player] += points_of(move)
    k.passes = 0
    for i in range(size_of(move)):
        give(k, player, card_of(move, i))
        wilds += card_of(move, i) == WILD
    k.hand[player].known_wilds -= min(wilds, <int>k.hand[player].known_wilds)
    lay_all(k, move, undo)
    if k.hand[player].size == 0 and k.pile_size == 0:
        k.out |= 1 << player
        if rules.options[FINAL_ROUND]:
            pass_turn(rules, k)
        else:
            k.head.to_move = OVER
        return
    k.to_draw = min(size_of(move), <int>k.pile_size)
    if k.to_draw:
        k.head.to_move = CHANCE
    else:
        pass_turn(rules, k)


cdef void make_swap(const Rules* rules, Kwatro* k, Move move, Undo* undo) noexcept nogil:
    cdef int wild = 0 if k.wild_at[0] == cell_of(move, 0) else 1
    exchange(k, wild, card_of(move, 0), undo)
    give(k, k.mover, card_of(move, 0))
    take(k, k.mover, WILD)
    k.hand[k.mover].known_wilds += 1
    if rules.options[RECYCLE] == CONSUMES_TURN:
        k.passes = 0
        pass_turn(rules, k)


cdef void make_trade(const Rules* rules, Kwatro* k, Move move) noexcept nogil:
    cdef int i, n = size_of(move)
    k.passes += 1
    for i in range(n):
        give(k, k.mover, card_of(move, i))
        pile_card(k, k.pile_size + i)[0] = card_of(move, i)
        k.traded_by[(k.pile_first + k.pile_size + i) & (PILE - 1)] = k.mover
    k.pile_size += n
    k.hand[k.mover].known_wilds -= min(n, <int>k.hand[k.mover].known_wilds)
    if n == 0:
        pass_turn(rules, k)
        return
    k.to_draw = n
    k.to_shuffle = rules.options[TRADED_CARDS] == SHUFFLE_IN
    k.head.to_move = CHANCE


cdef void shuffle_in(Kwatro* k) noexcept nogil:
    cdef Rng rng
    seed(&rng, k.head.noise, STREAM_DEAL, 0)
    k.head.noise = next(&rng)
    shuffle_pile(k, &rng)


cdef void make_draw(const Rules* rules, Kwatro* k, Move move) noexcept nogil:
    """Nature's move; cards it names are brought to the top first."""
    cdef int i, j
    cdef uint8_t card
    if k.to_shuffle:
        shuffle_in(k)
    for i in range(size_of(move)):
        for j in range(i, k.pile_size):
            if pile_card(k, j)[0] == card_of(move, i):
                card = pile_card(k, i)[0]
                pile_card(k, i)[0] = pile_card(k, j)[0]
                pile_card(k, j)[0] = card
                break
    for i in range(k.to_draw):
        take(k, k.mover, draw(k))
    pass_turn(rules, k)


cdef void make(const Rules* rules, State* state, Move move, void* memory) noexcept nogil:
    cdef Kwatro* k = <Kwatro*>state
    cdef Undo* undo = <Undo*>memory
    cdef int kind = kind_of(move)
    if undo != NULL:
        undo.cells = undo.bytes = 0
        memcpy(undo.small, k, small_size(k))
    if kind == PLAY:
        make_play(rules, k, move, undo)
    elif kind == SWAP:
        make_swap(rules, k, move, undo)
    elif kind == TRADE:
        make_trade(rules, k, move)
    else:
        make_draw(rules, k, move)


cdef void unmake(const Rules* rules, State* state, const void* undo) noexcept nogil:
    restore(<Kwatro*>state, <const Undo*>undo)


cdef Move event(const Rules* rules, const State* state) noexcept nogil:
    """The draw as a move; the cards in rising order, since their order does not matter."""
    cdef const Kwatro* k = <const Kwatro*>state
    cdef Kwatro after
    cdef uint8_t cards[4]
    cdef int i, j
    cdef Move move = Move(DRAW | k.to_draw << 4, 0)
    after = k[0]
    if after.to_shuffle:
        shuffle_in(&after)
    for i in range(k.to_draw):
        j = i
        while j > 0 and cards[j - 1] > pile_card(&after, i)[0]:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = pile_card(&after, i)[0]
    for i in range(k.to_draw):
        move.lo |= <uint64_t>cards[i] << (8 + 8 * i)
    return move


cdef void hide(const Rules* rules, State* state, int player) noexcept nogil:
    cdef Kwatro* k = <Kwatro*>state
    cdef int p, i
    state.viewer = player
    state.noise = 0
    for p in range(state.players):
        if p != player:
            k.hand[p].cards = 0
            k.hand[p].wilds = k.hand[p].known_wilds
    for i in range(k.pile_size):
        if k.traded_by[(k.pile_first + i) & (PILE - 1)] != player:
            pile_card(k, i)[0] = HIDDEN


cdef void sample(const Rules* rules, const State* view, State* world, Rng* rng) noexcept nogil:
    cdef Kwatro* k = <Kwatro*>world
    cdef uint8_t unseen[CARDS]
    cdef uint64_t known
    cdef int wilds = 2, n = 0, p, i, j
    cdef uint8_t card
    memcpy(world, view, sizeof(Kwatro))
    known = k.table
    wilds -= (k.wild_at[0] != NOWHERE) + (k.wild_at[1] != NOWHERE)
    for p in range(world.players):
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
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        card = unseen[i]
        unseen[i] = unseen[j]
        unseen[j] = card
    for p in range(world.players):
        j = k.hand[p].size - count(k.hand[p].cards) - k.hand[p].wilds
        for i in range(j):
            n -= 1
            k.hand[p].size -= 1
            take(k, p, unseen[n])
    for i in range(k.pile_size):
        if pile_card(k, i)[0] == HIDDEN:
            n -= 1
            pile_card(k, i)[0] = unseen[n]
    world.viewer = -1
    world.noise = next(rng)


cdef inline bint before(Move a, Move b) noexcept nogil:
    return a.hi < b.hi or (a.hi == b.hi and a.lo < b.lo)


cdef int32_t best_turn(const Rules* rules, const Kwatro* k, Move* first) noexcept nogil:
    """The most points of a turn, a swap first included, and its first move; -1 if nothing can be played."""
    cdef Turn turn
    cdef Kwatro after
    cdef uint64_t rest
    cdef int wild
    cdef int32_t best, points
    cdef Move ignored, swap
    prepare(&turn, k, rules.options)
    best_play(&turn)
    first[0] = turn.best
    best = turn.best_points
    if rules.options[RECYCLE]:
        return best     # a swap would be the whole turn, for no points, or is not allowed
    for wild in range(2):
        if k.wild_at[wild] == NOWHERE:
            continue
        rest = k.hand[k.mover].cards
        while rest:
            if swap_fits(rules, k, &turn.wilds, wild, lowest(rest)):
                after = k[0]
                swap = Move(SWAP | 1 << 4 | lowest(rest) << 8, place_of(k, k.wild_at[wild]))
                make_swap(rules, &after, swap, NULL)
                points = max(best_turn(rules, &after, &ignored), 0)
                # At equal points the wild in hand is worth more than on the table; of two swaps the smaller move.
                if points > best or (points == best and not (kind_of(first[0]) == SWAP and before(first[0], swap))):
                    best = points
                    first[0] = swap
            rest = without_lowest(rest)
    return best


cdef Move greedy(const Rules* rules, const State* state) noexcept nogil:
    cdef const Kwatro* k = <const Kwatro*>state
    cdef Move move
    if best_turn(rules, k, &move) > 0:
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


cdef double spread(const Rules* rules, const State* state) noexcept nogil:
    """The variance grows with the cards still to be played."""
    cdef const Kwatro* k = <const Kwatro*>state
    cdef int p, left = k.pile_size
    if state.to_move == OVER:
        return 0.0
    for p in range(state.players):
        left += k.hand[p].size
    return sqrt(SPREAD_FIXED[state.players] + SPREAD_PER_CARD[state.players] * left)


cdef Rules kwatro_rules(const int32_t* options) noexcept:
    cdef Rules rules
    rules.name = b"kwatro"
    rules.state_size = sizeof(Kwatro)
    rules.undo_size = sizeof(Undo)
    memcpy(rules.options, options, sizeof(rules.options))
    rules.deal = deal
    rules.generate = generate
    rules.make = make
    rules.unmake = unmake
    rules.event = event
    rules.hide = hide
    rules.sample = sample
    rules.greedy = greedy
    rules.spread = spread
    return rules
