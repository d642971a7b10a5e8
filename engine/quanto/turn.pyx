"""Makes the moves of players and of nature in Quanto, and takes them back."""

from libc.string cimport memcpy

from kiebitz.engine.bits cimport bit
from kiebitz.engine.game cimport CHANCE, OVER
from kiebitz.engine.quanto.cards cimport HIDDEN, JOKER, TABLES, Cards, holds, is_rainbow, size_of
from kiebitz.engine.quanto.state cimport (
    CAPTURE, CREATE, DISCARD, EXTEND, FILL, FILL_DISPLAY, FILL_HAND, LAST_TAKER, NOBODY, NOTHING, OUTCOME_BIT, PLAY,
    REFILLS, THREE, TURN, TURN_UP, bonus_of, card_of, chip_of, display_wants, hand_wants, kind_of, owner_of,
    points_of,
)


cdef void end_game(Quanto* q) noexcept nogil:
    """Ends the game. Stacks are lost. The display goes to the last taker. If there is none, it stays."""
    cdef int p
    for p in range(q.head.players):
        q.gone += q.stack[p]
        q.stack[p] = 0
        q.stack_size[p] = q.chip[p] = 0
    q.chips = 0
    if q.last_taker != NOBODY:
        q.head.score[q.last_taker] += size_of(q.display)
        q.gone += q.display
        q.display = 0
    q.head.to_move = OVER


cdef void next_player(const Rules* rules, Quanto* q) noexcept nogil:
    """Makes the next player the mover. Skips players without cards, unless they can draw instead (TURN one_of)."""
    cdef int seat = q.mover
    q.due = NOTHING
    for _ in range(q.head.players):
        seat += 1
        if seat == q.head.players:
            seat = 0
        if q.hand_size[seat] or (rules.options[TURN] and q.pile_size):
            q.mover = q.head.to_move = seat
            return
    end_game(q)


cdef inline void set_due(Quanto* q, int due) noexcept nogil:
    q.due = due
    q.head.to_move = CHANCE


cdef void end_turn(const Rules* rules, Quanto* q) noexcept nogil:
    if q.pile_size and rules.options[TURN] == 0 and (hand_wants(rules, q) > 0 or display_wants(rules, q) > 0):
        set_due(q, REFILLS)
    else:
        next_player(rules, q)


cdef inline void use_card(Quanto* q, int card) noexcept nogil:
    """Takes the played card from the hand or from the turned up cards. The other turned up cards leave the game."""
    if q.turned:
        q.gone += q.turned - TABLES.one[card]
        q.turned = 0
        q.head.decision = PLAY
        return
    q.hand_size[q.mover] -= 1
    if holds(q.hand[q.mover], card):    # in another player's view the card is not known
        q.hand[q.mover] -= TABLES.one[card]


cdef inline void rob_givers(Quanto* q) noexcept nogil:
    cdef int p
    for p in range(q.head.players):
        if p != q.mover and q.head.score[p] > 0:
            q.head.score[p] -= 1


cdef void discard(const Rules* rules, Quanto* q, int card) noexcept nogil:
    """Adds the card to the display. A 1 takes cards from the others. A 2 or a 3 continues the turn."""
    q.display += TABLES.one[card]
    if TABLES.number[card] == 1:
        rob_givers(q)
    elif TABLES.number[card] == 2 and q.hand_size[q.mover]:
        q.chained = rules.options[TURN]
        q.head.to_move = q.mover
        return
    elif TABLES.number[card] == 3 and q.pile_size:
        set_due(q, TURN_UP)
        return
    end_turn(rules, q)


cdef inline void build(Quanto* q, int chip, Cards cards) noexcept nogil:
    q.stack[q.mover] += cards
    q.stack_size[q.mover] += size_of(cards)
    q.chip[q.mover] = chip
    q.chips |= 1 << chip


cdef inline void clear_stack(Quanto* q, int owner) noexcept nogil:
    """The cards leave the table, the chip returns."""
    q.gone += q.stack[owner]
    q.stack[owner] = 0
    q.stack_size[owner] = 0
    q.chips &= ~(1 << q.chip[owner])
    q.chip[owner] = 0


cdef void play(const Rules* rules, Quanto* q, Move move) noexcept nogil:
    cdef int kind = kind_of(move), card = card_of(move)
    cdef Cards bonus = TABLES.one[bonus_of(move)]
    # The points come first: they count the stack and the givers before the move.
    q.head.score[q.mover] += points_of(q, move)
    use_card(q, card)
    q.chained = 0
    q.display -= move.lo + bonus
    q.gone += bonus
    if (move.lo or bonus) and (kind == CAPTURE or rules.options[LAST_TAKER] == 0):
        q.last_taker = q.mover
    if kind == DISCARD:
        discard(rules, q, card)
        return
    if kind == CREATE or kind == EXTEND:
        build(q, chip_of(move), move.lo + TABLES.one[card])
    else:
        q.gone += move.lo + TABLES.one[card]
        if kind != CAPTURE:
            clear_stack(q, owner_of(move))
    end_turn(rules, q)


# Nature's moves

cdef void fill_display(const Rules* rules, Quanto* q) noexcept nogil:
    cdef int wanted = display_wants(rules, q), card
    while wanted > 0 and q.pile_size:
        card = draw(q)
        q.display += TABLES.one[card]
        wanted -= not is_rainbow(card)


cdef void fill_hand(const Rules* rules, Quanto* q) noexcept nogil:
    cdef int wanted = hand_wants(rules, q)
    while wanted > 0 and q.pile_size:
        q.hand[q.mover] += TABLES.one[draw(q)]
        q.hand_size[q.mover] += 1
        wanted -= 1


cdef void turn_up(Quanto* q) noexcept nogil:
    for _ in range(min(3, <int>q.pile_size)):
        q.turned += TABLES.one[draw(q)]
    q.head.decision = THREE
    q.head.to_move = q.mover
    q.due = NOTHING


cdef void bring_up(Quanto* q, int depth, int card) noexcept nogil:
    """Swaps a card of the pile with the card at a depth. In a hidden pile a hidden card becomes this card."""
    cdef int top = q.pile_size - 1 - depth, i, at = NOBODY
    for i in range(top + 1):
        if q.pile[i] == card:
            at = i
        elif q.pile[i] == HIDDEN and at == NOBODY:
            at = i
    if at != NOBODY:
        q.pile[at] = q.pile[top]
        q.pile[top] = card


cdef void order_pile(Quanto* q, Move move) noexcept nogil:
    """Brings the cards of an outcome to the top. Rainbow cards of the display come first, because they bring more cards."""
    cdef Cards shown = move.lo & ~bit(OUTCOME_BIT), drawn = move.hi
    cdef int depth = 0, card, rainbow
    for rainbow in range(1, -1, -1):
        for card in range(1, JOKER + 1):
            while is_rainbow(card) == rainbow and holds(shown, card):
                bring_up(q, depth, card)
                shown -= TABLES.one[card]
                depth += 1
    for card in range(1, JOKER + 1):
        while holds(drawn, card):
            bring_up(q, depth, card)
            drawn -= TABLES.one[card]
            depth += 1


cdef void draw_due(const Rules* rules, Quanto* q) noexcept nogil:
    """Draws the cards that are due from the top of the pile."""
    if q.due == TURN_UP:
        turn_up(q)
        return
    if q.due != FILL_HAND:
        fill_display(rules, q)
    if q.due != FILL_DISPLAY:
        fill_hand(rules, q)
    next_player(rules, q)


cdef void make(const Rules* rules, State* state, Move move, void* undo) noexcept nogil:
    cdef Quanto* q = <Quanto*>state
    if undo != NULL:
        memcpy(undo, q, sizeof(Quanto))
    if state.to_move == CHANCE:
        if move.lo:
            order_pile(q, move)
        draw_due(rules, q)
    elif kind_of(move) == FILL:
        set_due(q, FILL_HAND if owner_of(move) else FILL_DISPLAY)
    else:
        play(rules, q, move)


cdef void unmake(const Rules* rules, State* state, const void* undo) noexcept nogil:
    memcpy(state, undo, sizeof(Quanto))
