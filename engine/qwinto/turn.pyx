"""Makes the moves of players and of nature in Qwinto, ends the game, and takes moves back."""

from libc.stdint cimport uint32_t
from libc.string cimport memcpy, memset

from kiebitz.engine.bits cimport bit, count, lowest, without_lowest
from kiebitz.engine.game cimport CHANCE, OVER
from kiebitz.engine.qwinto.sheet cimport PENALTY, ends_game, gain, legal_fields, write_number
from kiebitz.engine.qwinto.state cimport (
    DECLINE, DECLINED, EMPTY_PILE, END, HAND, HIDDEN, PLACE, PLACING, RESHUFFLE, UNDECIDED, WRITE, WRITING, Qwinto,
    add_card, card_of, colours_at, drawn_card, field_of, kind_of, remove_card, size_of, stack_of, sum_at,
)
from kiebitz.engine.rng cimport STREAM_DEAL, Rng, below, next, seed


cdef void make(const Rules* rules, State* state, Move move, void* undo) noexcept nogil:
    cdef Qwinto* q = <Qwinto*>state
    cdef int kind = kind_of(move)
    if undo != NULL:
        memcpy(undo, q, sizeof(Qwinto))
    if kind == PLACE:
        make_placement(rules, q, move)
    elif kind == WRITE:
        q.write[state.to_move] = 1 + field_of(move)
        ask_next_writer(rules, q)
    elif kind == DECLINE:
        q.write[state.to_move] = DECLINED
        ask_next_writer(rules, q)
    else:
        make_draw(rules, q, move)


cdef void unmake(const Rules* rules, State* state, const void* undo) noexcept nogil:
    memcpy(state, undo, sizeof(Qwinto))


cdef void make_placement(const Rules* rules, Qwinto* q, Move move) noexcept nogil:
    cdef int i, card, stack = 0, sum, colours
    for i in range(size_of(move)):
        card = card_of(move, i)
        stack = stack_of(move, i)
        remove_card(&q.hand[q.active], card)
        q.covered |= bit(q.top[stack])
        q.top[stack] = card
        q.pile_generation[card] = 0
    sum = sum_at(q.top, stack)
    colours = colours_at(q.top, stack)
    if sum < 1 or colours == 0:
        penalize(q, q.active)
        end_turn(rules, q)
        return
    q.sum = sum
    q.colours = colours
    q.head.decision = WRITING
    ask_next_writer(rules, q)


cdef inline void penalize(Qwinto* q, int player) noexcept nogil:
    q.sheet[player].penalties += 1
    q.head.score[player] -= PENALTY


cdef inline int seat_after(const Qwinto* q, int player) noexcept nogil:
    return player + 1 if player + 1 < q.head.players else 0


cdef void ask_next_writer(const Rules* rules, Qwinto* q) noexcept nogil:
    """Makes the next undecided player the one to move: the active player first, then clockwise.

    A player without a legal field is not asked. After the last decision the turn ends.
    """
    cdef int player = q.active
    for _ in range(q.head.players):
        if q.write[player] == UNDECIDED:
            if legal_fields(&q.sheet[player], q.sum, q.colours):
                q.head.to_move = player
                return
            q.write[player] = DECLINED
        player = seat_after(q, player)
    apply_writes(q)
    end_turn(rules, q)


cdef void apply_writes(Qwinto* q) noexcept nogil:
    """Applies the decisions of all players."""
    cdef int player, field
    for player in range(q.head.players):
        if q.write[player] != DECLINED:
            field = q.write[player] - 1
            q.head.score[player] += gain(&q.sheet[player], field, q.sum)
            write_number(&q.sheet[player], field, q.sum)
        elif player == q.active:
            penalize(q, player)


cdef void end_turn(const Rules* rules, Qwinto* q) noexcept nogil:
    """Tests for the end of the game after the writes and before the refill."""
    cdef int player, available = q.pile_size
    q.head.decision = PLACING
    q.sum = q.colours = 0
    memset(q.write, UNDECIDED, sizeof(q.write))
    for player in range(q.head.players):
        if ends_game(&q.sheet[player]):
            q.head.to_move = OVER
            return
    if rules.options[EMPTY_PILE] == RESHUFFLE and available < HAND:
        available += count(q.covered)
    q.to_draw = min(HAND - q.hand[q.active].size, available)
    if q.to_draw:
        q.head.to_move = CHANCE
    else:
        next_turn(rules, q)


cdef void next_turn(const Rules* rules, Qwinto* q) noexcept nogil:
    """Makes the next player clockwise active. A player without cards is skipped and gets a penalty."""
    cdef int player, cards = 0
    q.to_draw = 0
    q.head.to_move = OVER
    if rules.options[EMPTY_PILE] == END and q.hand[q.active].size < HAND:
        return
    for player in range(q.head.players):
        cards += q.hand[player].size
    while cards:
        q.active = seat_after(q, q.active)
        if q.hand[q.active].size:
            q.head.to_move = q.active
            return
        penalize(q, q.active)
        if ends_game(&q.sheet[q.active]):
            return


cdef void reshuffle(Qwinto* q) noexcept nogil:
    """Makes the covered cards the pile, in the order that the seed of the state gives."""
    cdef Rng rng
    cdef uint32_t rest = q.covered
    cdef int card, j
    seed(&rng, q.head.shuffle_seed, STREAM_DEAL, 0)
    q.head.shuffle_seed = next(&rng)
    q.reshuffles += 1
    q.covered = 0
    while rest:
        card = lowest(rest)
        rest = without_lowest(rest)
        q.pile_generation[card] = q.reshuffles
        j = below(&rng, q.pile_size + 1)
        q.pile[q.pile_size] = q.pile[j]
        q.pile[j] = card
        q.pile_size += 1


cdef inline void bring_up(Qwinto* q, uint32_t wanted) noexcept nogil:
    """Puts one of the wanted cards on top of the pile. A hidden pile may hold each wanted card that is not covered."""
    cdef int i, top = q.pile_size - 1
    cdef int card = q.pile[top]
    if card == HIDDEN:
        if wanted & ~q.covered:
            q.pile[top] = lowest(wanted & ~q.covered)
        return
    for i in range(top, -1, -1):
        if wanted >> q.pile[i] & 1:
            q.pile[top] = q.pile[i]
            q.pile[i] = card
            return


cdef void draw_cards(Qwinto* q, uint32_t named) noexcept nogil:
    """Fills the active player's hand from the top of the pile. Named cards come first."""
    cdef int card
    for _ in range(q.to_draw):
        if q.pile_size == 0:
            reshuffle(q)
        if named:
            bring_up(q, named)
        q.pile_size -= 1
        card = q.pile[q.pile_size]
        q.pile[q.pile_size] = 0     # no drawn card stays in the pile
        add_card(&q.hand[q.active], card)
        named &= ~bit(card)


cdef void make_draw(const Rules* rules, Qwinto* q, Move move) noexcept nogil:
    cdef uint32_t named = 0
    cdef int i
    for i in range(size_of(move)):
        named |= bit(drawn_card(move, i))
    draw_cards(q, named)
    next_turn(rules, q)
