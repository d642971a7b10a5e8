# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The rules of Climb for the engine, and the way between its state and plain Python facts."""

from libc.math cimport sqrt
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from climb.state cimport CARDS, FIRST, HAND_SIZE, Climb
from kiebitz.codec cimport Codec
from kiebitz.engine.bits cimport bit, count, lowest, without_lowest
from kiebitz.engine.game cimport CHANCE, OVER, MarginModel, Move, MoveList, Rules, State, list_push
from kiebitz.engine.rng cimport Rng, shuffle


cdef void draw(Climb* c, int player) noexcept nogil:
    """Takes the top card of the pile; in a view it may be hidden."""
    c.pile_size -= 1
    if c.pile[c.pile_size]:
        c.hand[player] |= bit(c.pile[c.pile_size])
    c.pile[c.pile_size] = 0
    c.hand_size[player] += 1


cdef void deal(const Rules* rules, State* state, int players, Rng* rng) noexcept nogil:
    cdef Climb* c = <Climb*>state
    cdef int i
    memset(c, 0, sizeof(Climb))
    for i in range(CARDS):
        c.pile[i] = FIRST + i
    shuffle(c.pile, CARDS, rng)
    c.pile_size = CARDS
    for i in range(players * rules.options[HAND_SIZE]):
        draw(c, i % players)
    c.pile_size -= 1
    c.top = c.pile[c.pile_size]
    c.pile[c.pile_size] = 0
    c.seen = bit(c.top)
    state.players = players
    state.viewer = -1


cdef int generate(const Rules* rules, const State* state, MoveList* moves) except -1 nogil:
    cdef const Climb* c = <const Climb*>state
    cdef uint64_t hand = c.hand[state.to_move]
    while hand:
        list_push(moves, Move(lowest(hand), 0), max(lowest(hand) - c.top, 0))
        hand = without_lowest(hand)
    return 0


cdef void make(const Rules* rules, State* state, Move move, void* undo) noexcept nogil:
    """A turn is the card, then, while the pile lasts, a chance node for the draw."""
    cdef Climb* c = <Climb*>state
    cdef int step
    if undo != NULL:
        memcpy(undo, c, sizeof(Climb))
    if state.to_move == CHANCE:
        draw(c, c.mover)
    else:
        c.mover = state.to_move
        c.hand[c.mover] &= ~bit(move.lo)
        c.hand_size[c.mover] -= 1
        state.score[c.mover] += max(<int>move.lo - c.top, 0)
        c.top = move.lo
        c.seen |= bit(c.top)
        if c.pile_size > 0:
            state.to_move = CHANCE
            return
    state.to_move = OVER
    for step in range(state.players, 0, -1):
        if c.hand_size[(c.mover + step) % state.players] > 0:
            state.to_move = (c.mover + step) % state.players


cdef void unmake(const Rules* rules, State* state, const void* undo) noexcept nogil:
    memcpy(state, undo, sizeof(Climb))


cdef void mask(const Rules* rules, State* state, int player) noexcept nogil:
    cdef Climb* c = <Climb*>state
    cdef int p
    state.viewer = player
    memset(c.pile, 0, sizeof(c.pile))
    for p in range(state.players):
        if p != player:
            c.hand[p] = 0


cdef void determinize(const Rules* rules, const State* view, State* world, Rng* rng) noexcept nogil:
    cdef Climb* c = <Climb*>world
    cdef uint8_t unseen[CARDS]
    cdef uint64_t known
    cdef int card, p, i, n = 0
    memcpy(c, view, sizeof(Climb))
    known = c.seen
    for p in range(world.players):
        known |= c.hand[p]
    for i in range(c.pile_size):
        known |= bit(c.pile[i])
    for card in range(FIRST, FIRST + CARDS):
        if not known & bit(card):
            unseen[n] = card
            n += 1
    shuffle(unseen, n, rng)
    for p in range(world.players):
        while count(c.hand[p]) < c.hand_size[p]:
            n -= 1
            c.hand[p] |= bit(unseen[n])
    for i in range(c.pile_size):
        if c.pile[i] == 0:
            n -= 1
            c.pile[i] = unseen[n]
    world.viewer = -1


cdef Move greedy(const Rules* rules, const State* state) noexcept nogil:
    """The highest card if it scores, else the lowest one."""
    cdef const Climb* c = <const Climb*>state
    cdef uint64_t hand = c.hand[state.to_move], highest = hand
    while without_lowest(highest):
        highest = without_lowest(highest)
    return Move(lowest(highest) if lowest(highest) > c.top else lowest(hand), 0)


cdef void margin_model(const Rules* rules, const State* state, int player, int next, MarginModel* model) noexcept nogil:
    """About four points a card that is still to be played."""
    cdef const Climb* c = <const Climb*>state
    cdef int p, cards = c.pile_size
    memset(model, 0, sizeof(MarginModel))
    for p in range(state.players):
        cards += c.hand_size[p]
    model.sd = 4 * sqrt(cards)


cdef class ClimbCodec(Codec):
    """Between the state of Climb and plain Python facts."""

    def __init__(self):
        super().__init__("climb", {card: str(card) for card in range(FIRST, FIRST + CARDS)}, hidden=0)

    cdef int own_rules(self, Rules* rules) except -1:
        rules.state_size = sizeof(Climb)
        rules.deal = deal
        rules.generate = rules.candidates = generate
        rules.make = make
        rules.unmake = unmake
        rules.mask = mask
        rules.determinize = determinize
        rules.greedy = rules.heuristic = greedy
        rules.value.margin_model = margin_model
        return 0

    cdef str text(self, Move move, tuple names):
        return f"play {move.lo}"

    cdef dict own_facts(self, const State* state):
        cdef const Climb* c = <const Climb*>state
        return {
            "top": self.texts[c.top],
            "played": self.sorted_set(c.seen & ~bit(c.top)),
            "pile": self.row(c.pile, c.pile_size)[::-1],
            "scores": self.scores(state),
        }

    cdef int fill_own(self, State* state, dict facts) except -1:
        cdef Climb* c = <Climb*>state
        c.top = self.numbers[facts["top"]]
        c.seen = self.set_of([facts["top"], *facts["played"]])
        c.pile_size = len(facts["pile"])
        self.fill_row(c.pile, reversed(facts["pile"]))
        return self.fill_scores(state, facts["scores"])

    cdef list hand(self, const State* state, int player):
        return self.sorted_set((<const Climb*>state).hand[player])

    cdef int hand_size(self, const State* state, int player) except -1:
        return (<const Climb*>state).hand_size[player]

    cdef int fill_hand(self, State* state, int player, cards, int size) except -1:
        (<Climb*>state).hand[player] = self.set_of(cards)
        (<Climb*>state).hand_size[player] = size
        return 0
