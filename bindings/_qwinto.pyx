"""Qwinto between its structs and plain Python facts (see docs/facts.md)."""

cimport cython
from libc.stdint cimport uint8_t

from kiebitz.codec cimport Codec
from kiebitz.engine.game cimport Move, Rules, State
from kiebitz.engine.qwinto.rules cimport qwinto_rules
from kiebitz.engine.qwinto.sheet cimport PLACES, Sheet, number_at, sheet_score, write_number
from kiebitz.engine.qwinto.state cimport (
    CARDS, DECLINE, DECLINED, DRAW, HIDDEN, PLACE, PLACING, STACKS, UNDECIDED, WRITING, Hand, Qwinto, add_card, card_of,
    drawn_card, field_of, kind_of, place_one, place_two, size_of, stack_of, write_in,
)

CARD_TEXTS = [colour + value for colour in "OYPG" for value in ("-2", "0", "1", "2", "3", "4", "5", "6")]
STACK_TEXTS = ("TL", "TR", "BL", "BR")
ROW_NAMES = ("orange", "yellow", "purple")
FIELD_TEXTS = [
    row + column
    for row, columns in (("O", "2 3 4 6 7 8 9 10 11"), ("Y", "1 2 3 4 5 7 8 9 10"), ("P", "0 1 2 3 5 6 7 8 9"))
    for column in columns.split()
]
FIELD_NUMBERS = {text: number for number, text in enumerate(FIELD_TEXTS)}


cdef class QwintoCodec(Codec):
    """Between the state of Qwinto and plain Python facts."""

    def __init__(self):
        super().__init__("qwinto", dict(enumerate(CARD_TEXTS)), HIDDEN)

    cdef int own_rules(self, Rules* rules) except -1:
        rules[0] = qwinto_rules(rules.options)
        return 0

    @cython.boundscheck(True)
    cdef str text(self, Move move, tuple names):
        cdef int i, kind = kind_of(move)
        if kind == PLACE:
            placed = [self.texts[card_of(move, i)] + "@" + STACK_TEXTS[stack_of(move, i)] for i in range(size_of(move))]
            return " ".join(placed)
        if kind == DECLINE:
            return "decline"
        if kind == DRAW:
            return " ".join(["draw", *[self.texts[drawn_card(move, i)] for i in range(size_of(move))]])
        return "write " + FIELD_TEXTS[field_of(move)]

    cdef bint read(self, const State* state, dict fields, tuple names, Move* move) except -1:
        if fields["kind"] == "decline":
            move[0] = Move(DECLINE, 0)
        elif fields["kind"] == "write":
            move[0] = write_in(FIELD_NUMBERS[fields["field"]])
        else:
            cards = [self.numbers[card] for card, _ in fields["cards"]]
            stacks = [STACK_TEXTS.index(stack) for _, stack in fields["cards"]]
            move[0] = place_one(cards[0], stacks[0])
            if len(cards) == 2:
                move[0] = place_two(cards[0], stacks[0], cards[1], stacks[1])
        return True

    cdef dict own_facts(self, const State* state):
        cdef const Qwinto* q = <const Qwinto*>state
        players = range(state.players)
        reshuffled, drawn = reshuffle_facts(q)
        return {
            "active": q.active,
            "decision": "write" if state.decision == WRITING else "place",
            "square": self.row(q.top, STACKS),
            "covered": self.sorted_set(q.covered),
            "pile": self.row(q.pile, q.pile_size)[::-1],
            "sheets": [sheet_facts(&q.sheet[p]) for p in players],
            "announced": announced(q),
            "writes": [decided(q.write[p]) for p in players],
            "reshuffled": reshuffled,
            "drawn": drawn,
        }

    cdef int fill_own(self, State* state, dict facts) except -1:
        cdef Qwinto* q = <Qwinto*>state
        cdef int p, i
        state.decision = WRITING if facts["decision"] == "write" else PLACING
        q.active = facts["active"]
        self.fill_row(q.top, facts["square"])
        q.covered = self.set_of(facts["covered"])
        q.pile_size = len(facts["pile"])
        self.fill_row(q.pile, reversed(facts["pile"]))
        for p, sheet in enumerate(facts["sheets"]):
            fill_sheet(&q.sheet[p], sheet)
            state.score[p] = sheet_score(&q.sheet[p])
        for p, drawn in enumerate(facts.get("drawn") or ()):
            for when in drawn:
                add_card(&q.hand[p], HIDDEN + when)
        if facts["announced"] is not None:
            q.sum = facts["announced"]["sum"]
            for row in facts["announced"]["colours"]:
                q.colours |= 1 << "OYP".index(row)
        for p, decision in enumerate(facts["writes"]):
            q.write[p] = decision_number(decision)
        for i, cards in enumerate(facts.get("reshuffled", ()), start=1):
            q.reshuffles = i
            for card in cards:
                q.pile_generation[self.numbers[card]] = i
        return 0

    cdef list hand(self, const State* state, int player):
        cdef const Hand* hand = &(<const Qwinto*>state).hand[player]
        return sorted([self.texts[hand.card[i]] for i in range(hand.size) if hand.card[i] < HIDDEN])

    cdef int hand_size(self, const State* state, int player) except -1:
        return (<const Qwinto*>state).hand[player].size

    cdef int fill_hand(self, State* state, int player, cards, int size) except -1:
        cdef Hand* hand = &(<Qwinto*>state).hand[player]
        for text in cards:
            add_card(hand, self.numbers[text])
        while hand.size < size:     # without `drawn`: hidden cards of the first pile
            add_card(hand, HIDDEN)
        return 0


cdef dict sheet_facts(const Sheet* sheet):
    facts = {"penalties": sheet.penalties}
    for row, name in enumerate(ROW_NAMES):
        facts[name] = [number_at(sheet, row, place) or None for place in range(PLACES)]
    return facts


cdef int fill_sheet(Sheet* sheet, dict facts) except -1:
    for row, name in enumerate(ROW_NAMES):
        for place, number in enumerate(facts[name]):
            if number is not None:
                write_number(sheet, PLACES * row + place, number)
    sheet.penalties = facts["penalties"]
    return 0


cdef announced(const Qwinto* q):
    if q.sum == 0:
        return None
    return {"sum": q.sum, "colours": "".join([row for i, row in enumerate("OYP") if q.colours >> i & 1])}


cdef decided(uint8_t decision):
    return None if decision == UNDECIDED else "decline" if decision == DECLINED else FIELD_TEXTS[decision - 1]


cdef int decision_number(decision) except -1:
    return UNDECIDED if decision is None else DECLINED if decision == "decline" else 1 + FIELD_NUMBERS[decision]


cdef tuple reshuffle_facts(const Qwinto* q):
    """The facts `reshuffled` and `drawn`, from the pile generations of hands and pile.

    reshuffled: the cards of every reshuffle that still limits hidden cards, oldest first.
    drawn: by player, for each hidden hand card the number of these reshuffles before it came into the pile.
    """
    away = {q.top[i] for i in range(STACKS)} | {card for card in range(CARDS) if q.covered >> card & 1}
    inside = [card for card in range(CARDS) if card not in away]
    generations = sorted({q.pile_generation[card] for card in inside})
    reshuffled = [
        sorted([CARD_TEXTS[card] for card in inside if q.pile_generation[card] == generation])
        for generation in generations[1:]
    ]
    drawn = [
        [generations.index(q.hand[p].card[i] - HIDDEN) for i in range(q.hand[p].size) if q.hand[p].card[i] >= HIDDEN]
        for p in range(q.head.players)
    ]
    return reshuffled, drawn
