"""Qwinto between its structs and plain Python facts (see docs/facts.md)."""

from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memset

from kiebitz.core cimport Codec
from kiebitz.engine.bits cimport bit
from kiebitz.engine.game cimport MAX_OPTIONS, OVER, Move, Rules, State
from kiebitz.engine.qwinto.rules cimport qwinto_rules
from kiebitz.engine.qwinto.sheet cimport PLACES, Sheet, number_at, sheet_score, write_number
from kiebitz.engine.qwinto.state cimport (
    CARDS, DECLINE, DECLINED, DRAW, HIDDEN, PLACE, PLACING, STACKS, UNDECIDED, WRITING, Hand, Qwinto, add_card, card_of,
    drawn_card, field_of, kind_of, size_of, stack_of,
)

CARD_TEXTS = [colour + value for colour in "OYPG" for value in ("-2", "0", "1", "2", "3", "4", "5", "6")]
CARD_NUMBERS = {text: number for number, text in enumerate(CARD_TEXTS)}
STACK_TEXTS = ("TL", "TR", "BL", "BR")
ROW_NAMES = ("orange", "yellow", "purple")
FIELD_TEXTS = [
    row + column
    for row, columns in (("O", "2 3 4 6 7 8 9 10 11"), ("Y", "1 2 3 4 5 7 8 9 10"), ("P", "0 1 2 3 5 6 7 8 9"))
    for column in columns.split()
]
FIELD_NUMBERS = {text: number for number, text in enumerate(FIELD_TEXTS)}


cdef class QwintoCodec(Codec):
    cdef Rules rules(self, list codes) except *:
        cdef int32_t options[MAX_OPTIONS]
        memset(options, 0, sizeof(options))
        for i, code in enumerate(codes):
            options[i] = code
        return qwinto_rules(options)

    cdef str text(self, Move move, tuple names):
        cdef int i, kind = kind_of(move)
        if kind == PLACE:
            placed = [CARD_TEXTS[card_of(move, i)] + "@" + STACK_TEXTS[stack_of(move, i)] for i in range(size_of(move))]
            return " ".join(placed)
        if kind == DECLINE:
            return "decline"
        if kind == DRAW:
            return " ".join(["draw", *[CARD_TEXTS[drawn_card(move, i)] for i in range(size_of(move))]])
        return "write " + FIELD_TEXTS[field_of(move)]

    cdef dict facts(self, const Rules* rules, const State* state):
        cdef const Qwinto* q = <const Qwinto*>state
        players = range(state.players)
        pile = [q.pile[q.pile_size - 1 - i] for i in range(q.pile_size)]
        facts = {
            "game": "qwinto",
            "players": state.players,
            "active": q.active,
            "to_move": state.to_move if state.to_move >= 0 else None,
            "viewer": state.viewer if state.viewer >= 0 else None,
            "decision": "write" if state.decision == WRITING else "place",
            "square": [CARD_TEXTS[q.top[i]] for i in range(STACKS)],
            "covered": sorted([CARD_TEXTS[card] for card in range(CARDS) if q.covered >> card & 1]),
            "hands": [cards_of(&q.hand[p]) for p in players],
            "hand_sizes": [q.hand[p].size for p in players],
            "pile": [None if card == HIDDEN else CARD_TEXTS[card] for card in pile],
            "sheets": [sheet_facts(&q.sheet[p]) for p in players],
            "announced": announced(q),
            "writes": [decided(q.write[p]) for p in players],
        }
        facts["reshuffled"], facts["drawn"] = reshuffle_facts(q)
        return facts

    cdef int fill(self, const Rules* rules, State* state, dict facts) except -1:
        cdef Qwinto* q = <Qwinto*>state
        cdef int p, i
        state.players = facts["players"]
        state.viewer = -1 if facts.get("viewer") is None else facts["viewer"]
        state.to_move = OVER if facts["to_move"] is None else facts["to_move"]
        state.decision = WRITING if facts["decision"] == "write" else PLACING
        q.active = facts["active"]
        for i, card in enumerate(facts["square"]):
            q.top[i] = CARD_NUMBERS[card]
        for card in facts["covered"]:
            q.covered |= bit(CARD_NUMBERS[card])
        q.pile_size = len(facts["pile"])
        for i, card in enumerate(facts["pile"]):
            q.pile[q.pile_size - 1 - i] = HIDDEN if card is None else CARD_NUMBERS[card]
        for p, sheet in enumerate(facts["sheets"]):
            fill_sheet(&q.sheet[p], sheet)
            state.score[p] = sheet_score(&q.sheet[p])
        for p, hand in enumerate(facts["hands"]):
            size = facts["hand_sizes"][p] if "hand_sizes" in facts else len(hand)
            drawn = facts["drawn"][p] if facts.get("drawn") else [0] * (size - len(hand))
            for card in [*[CARD_NUMBERS[text] for text in hand], *[HIDDEN + when for when in drawn]]:
                add_card(&q.hand[p], card)
        if facts["announced"] is not None:
            q.sum = facts["announced"]["sum"]
            for row in facts["announced"]["colours"]:
                q.colours |= 1 << "OYP".index(row)
        for p, decision in enumerate(facts["writes"]):
            q.write[p] = decision_number(decision)
        for i, cards in enumerate(facts.get("reshuffled", ()), start=1):
            q.reshuffles = i
            for card in cards:
                q.pile_generation[CARD_NUMBERS[card]] = i
        return 0


cdef list cards_of(const Hand* hand):
    """The cards of a hand that are known."""
    return sorted([CARD_TEXTS[hand.card[i]] for i in range(hand.size) if hand.card[i] < HIDDEN])


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
