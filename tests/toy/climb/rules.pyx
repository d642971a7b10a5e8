# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The rules of Climb for the engine, and the way between its state and plain Python facts."""

from libc.math cimport sqrt
from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memcpy, memset

from climb.state cimport CARDS, FIRST, HAND_SIZE, Climb
from kiebitz.core cimport Codec
from kiebitz.engine.game cimport CHANCE, OVER, MarginModel, Move, MoveList, Rules, State, list_push
from kiebitz.engine.rng cimport Rng, shuffle


cdef inline bint holds(uint32_t cards, int card) noexcept nogil:
    return cards >> card & 1


cdef void draw(Climb* c, int player) noexcept nogil:
    """Takes the top card of the pile; in a view it may be hidden."""
    c.pile_size -= 1
    if c.pile[c.pile_size]:
        c.hand[player] |= <uint32_t>1 << c.pile[c.pile_size]
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
    c.seen = <uint32_t>1 << c.top
    state.players = players
    state.viewer = -1


cdef int generate(const Rules* rules, const State* state, MoveList* moves) except -1 nogil:
    cdef const Climb* c = <const Climb*>state
    cdef int card
    for card in range(FIRST, FIRST + CARDS):
        if holds(c.hand[state.to_move], card):
            list_push(moves, Move(card, 0), max(card - c.top, 0))
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
        c.hand[c.mover] &= ~(<uint32_t>1 << move.lo)
        c.hand_size[c.mover] -= 1
        state.score[c.mover] += max(<int>move.lo - c.top, 0)
        c.top = move.lo
        c.seen |= <uint32_t>1 << c.top
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
    cdef uint32_t known
    cdef int card, p, i, n = 0
    memcpy(c, view, sizeof(Climb))
    known = c.seen
    for p in range(world.players):
        known |= c.hand[p]
    for card in range(FIRST, FIRST + CARDS):
        if not holds(known, card):
            unseen[n] = card
            n += 1
    shuffle(unseen, n, rng)
    for p in range(world.players):
        if p != world.viewer:
            for i in range(c.hand_size[p]):
                n -= 1
                c.hand[p] |= <uint32_t>1 << unseen[n]
    memcpy(c.pile, unseen, c.pile_size)
    world.viewer = -1


cdef Move greedy(const Rules* rules, const State* state) noexcept nogil:
    """The highest card if it scores, else the lowest one."""
    cdef const Climb* c = <const Climb*>state
    cdef int card, lowest = 0, highest = 0
    for card in range(FIRST, FIRST + CARDS):
        if holds(c.hand[state.to_move], card):
            highest = card
            lowest = lowest if lowest else card
    return Move(highest if highest > c.top else lowest, 0)


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

    cdef Rules rules(self, list codes) except *:
        cdef Rules rules
        memset(&rules, 0, sizeof(Rules))
        rules.state_size = sizeof(Climb)
        rules.options[HAND_SIZE] = codes[HAND_SIZE]
        rules.deal = deal
        rules.generate = rules.candidates = generate
        rules.make = make
        rules.unmake = unmake
        rules.mask = mask
        rules.determinize = determinize
        rules.greedy = rules.heuristic = greedy
        rules.value.margin_model = margin_model
        return rules

    cdef str text(self, Move move, tuple names):
        return f"play {move.lo}"

    cdef dict facts(self, const Rules* rules, const State* state):
        cdef const Climb* c = <const Climb*>state
        players = range(state.players)
        return {
            "game": "climb",
            "players": state.players,
            "to_move": state.to_move if state.to_move >= 0 else None,
            "viewer": state.viewer if state.viewer >= 0 else None,
            "top": str(c.top),
            "played": [card for card in texts(c.seen) if card != str(c.top)],
            "hands": [texts(c.hand[p]) for p in players],
            "hand_sizes": [c.hand_size[p] for p in players],
            "pile": [str(c.pile[i]) if c.pile[i] else None for i in range(c.pile_size - 1, -1, -1)],
            "scores": [state.score[p] for p in players],
        }

    cdef int fill(self, const Rules* rules, State* state, dict facts) except -1:
        cdef Climb* c = <Climb*>state
        state.players = facts["players"]
        state.to_move = OVER if facts["to_move"] is None else facts["to_move"]
        state.viewer = -1 if facts.get("viewer") is None else facts["viewer"]
        c.top = int(facts["top"])
        c.seen = card_set([facts["top"], *facts["played"]])
        c.pile_size = len(facts["pile"])
        for i, card in enumerate(reversed(facts["pile"])):
            c.pile[i] = int(card or 0)
        for p, hand in enumerate(facts["hands"]):
            c.hand[p] = card_set(hand)
            c.hand_size[p] = facts["hand_sizes"][p] if "hand_sizes" in facts else len(hand)
            state.score[p] = facts["scores"][p] if "scores" in facts else 0
        return 0


cdef list texts(uint32_t cards):
    return [str(card) for card in range(FIRST, FIRST + CARDS) if holds(cards, card)]


cdef uint32_t card_set(list cards) except? 0:
    cdef uint32_t found = 0
    for card in cards:
        found |= <uint32_t>1 << <int>int(card)
    return found
