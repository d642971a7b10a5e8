"""Turns of Kwatro: plays, swaps, trades, draws, and the end of the game."""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from kiebitz.engine.game cimport CHANCE, OVER
from kiebitz.engine.kwatro.board cimport exchange, place_all, restore
from kiebitz.engine.kwatro.cards cimport draw, give, pile_card, take
from kiebitz.engine.kwatro.line cimport WILD
from kiebitz.engine.kwatro.state cimport (
    CONSUMES_TURN, FINAL_ROUND, HIDDEN, NOBODY, PILE, PLAY, RECYCLE, SHUFFLE_IN, STALEMATE_ROUNDS, SWAP, TRADE,
    TRADED_CARDS, card_of, cell_of, kind_of, points_of, saved_size, size_of,
)
from kiebitz.engine.rng cimport STREAM_DEAL, Rng, below, next, seed


cdef void pass_turn(const Rules* rules, Kwatro* k) noexcept nogil:
    """The next player is to move, unless the last round ends or all players have passed for too long."""
    cdef int players = k.head.players
    k.to_draw = k.to_shuffle = 0
    if k.passes >= players * rules.options[STALEMATE_ROUNDS] or (k.passes >= players and k.pile_size == 0):
        k.head.to_move = OVER
        return
    k.mover = (k.mover + 1) % players
    # In a final round the players after the one who went out still play. Seat 0 begins each round.
    k.head.to_move = OVER if k.went_out and k.mover == 0 else k.mover


cdef void make_play(const Rules* rules, Kwatro* k, Move move, Undo* undo) noexcept nogil:
    cdef int i, wilds = 0, player = k.mover
    k.head.score[player] += points_of(move)
    k.passes = 0
    for i in range(size_of(move)):
        give(k, player, card_of(move, i))
        wilds += card_of(move, i) == WILD
    k.hand[player].known_wilds -= min(wilds, <int>k.hand[player].known_wilds)
    place_all(k, move, undo)
    if k.hand[player].size == 0 and k.pile_size == 0:
        k.went_out |= 1 << player
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


cdef void shuffle_pile(Kwatro* k) noexcept nogil:
    cdef Rng rng
    cdef int i, j
    cdef uint8_t card
    seed(&rng, k.head.shuffle_seed, STREAM_DEAL, 0)
    k.head.shuffle_seed = next(&rng)
    for i in range(k.pile_size - 1, 0, -1):
        j = below(&rng, i + 1)
        card = pile_card(k, i)[0]
        pile_card(k, i)[0] = pile_card(k, j)[0]
        pile_card(k, j)[0] = card
    memset(k.traded_by, NOBODY, PILE)


cdef void bring_to(Kwatro* k, int depth, int card) noexcept nogil:
    """Swaps a card of the pile with the card at a depth.

    In a view the card may be hidden. Then a hidden card among the cards to draw becomes this card.
    """
    cdef int i, at = -1
    cdef uint8_t there = pile_card(k, depth)[0]
    for i in range(depth, k.pile_size):
        if i == k.to_draw and at >= 0:
            break
        if pile_card(k, i)[0] == card:
            at = i
            break
        if pile_card(k, i)[0] == HIDDEN and at < 0:
            at = i
    if at >= 0:
        pile_card(k, depth)[0] = card
        if at != depth:
            pile_card(k, at)[0] = there


cdef void make_draw(const Rules* rules, Kwatro* k, Move move) noexcept nogil:
    """Makes nature's move. The cards that it names come to the top of the pile first."""
    cdef int i
    if k.to_shuffle:
        shuffle_pile(k)
    for i in range(size_of(move)):
        bring_to(k, i, card_of(move, i))
    for _ in range(k.to_draw):
        take(k, k.mover, draw(k))
    pass_turn(rules, k)


cdef void make(const Rules* rules, State* state, Move move, void* memory) noexcept nogil:
    cdef Kwatro* k = <Kwatro*>state
    cdef Undo* undo = <Undo*>memory
    cdef int kind = kind_of(move)
    if undo != NULL:
        undo.cells = undo.bytes = 0
        memcpy(undo.saved, k, saved_size(k))
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
