"""Quanto between its structs and plain Python facts (see docs/facts.md)."""

cimport cython

from kiebitz.codec cimport Codec
from kiebitz.engine.game cimport Move, Rules, State
from kiebitz.engine.quanto.cards cimport (
    HIDDEN, JOKER, NUMBERS, RAINBOW_FROM, TABLES, Cards, count_of, fits, has_rainbow, holds, smallest_of,
)
from kiebitz.engine.quanto.rules cimport quanto_rules
from kiebitz.engine.quanto.state cimport (
    BASE_SHIFT, BONUS_SHIFT, CAPTURE, CHIP_SHIFT, COLLECT, CREATE, DISCARD, EXTEND, FILL, KIND_SHIFT, NOBODY,
    NUMBER_SHIFT, OUTCOME_BIT, OWNER_SHIFT, PLAY, STEAL, THREE, Quanto, base_of, bonus_of, card_of, collect_fields,
    field, joker_number_of, kind_of, owner_of,
)

CARD_TEXTS = []         # in the order of the notation: by number, rainbow last, jokers after all numbers
for number in range(1, 13):
    CARD_TEXTS += [f"{number}"] if number < 4 else [f"{number}", f"{number}*"]
CARD_TEXTS.append("J")

KINDS = {
    "capture": CAPTURE, "create": CREATE, "extend": EXTEND, "collect": COLLECT, "steal": STEAL, "discard": DISCARD,
    "draw_display": FILL, "draw_hand": FILL,
}


cdef class QuantoCodec(Codec):
    """Between the state of Quanto and plain Python facts."""

    def __init__(self):
        super().__init__("quanto", dict(enumerate(CARD_TEXTS, start=1)), HIDDEN)

    cdef int own_rules(self, Rules* rules) except -1:
        rules[0] = quanto_rules(rules.options)
        return 0

    @cython.boundscheck(True)
    cdef str text(self, Move move, tuple names):
        cdef int kind = kind_of(move)
        if kind == FILL:
            return "fill hand" if owner_of(move) else "fill display"
        words = [self.texts[card_of(move)]]
        if joker_number_of(move):
            words += ["as", str(joker_number_of(move))]
        taken = self.listed(move.lo)
        if kind == CAPTURE:
            words += ["takes", *taken]
        elif kind == CREATE:
            base = self.texts[base_of(move)]
            taken.remove(base)
            words += ["creates", base, *(["with", *taken] if taken else [])]
        elif kind == EXTEND:
            words += ["extends", *taken]
        elif kind == COLLECT:
            words += ["collects", *taken]
        elif kind == STEAL:
            words += ["steals", names[owner_of(move)], *taken]
        else:
            words.append("discards")
        if bonus_of(move):
            words += ["bonus", self.texts[bonus_of(move)]]
        return " ".join(words)

    cdef bint is_move(self, Move move, tuple names) except -1:
        cdef int number
        for number in range(RAINBOW_FROM, NUMBERS + 1):
            if has_rainbow(move.lo, number) and not count_of(move.lo, number):
                return False
        return not move.lo >> OUTCOME_BIT and fits(TABLES.deck, move.lo) and Codec.is_move(self, move, names)

    cdef bint read(self, const State* state, dict fields, tuple names, Move* move) except -1:
        cdef const Quanto* q = <const Quanto*>state
        cdef int kind = KINDS[fields["kind"]], number = fields.get("as") or 0, owner = q.mover
        if kind == FILL:
            move[0] = Move(0, field(FILL, KIND_SHIFT) | field(fields["kind"] == "draw_hand", OWNER_SHIFT))
            return True
        move.lo = self.counted(fields["takes"])
        move.hi = self.numbers[fields["card"]]
        if fields["bonus"] is not None:
            move.hi |= field(self.numbers[fields["bonus"]], BONUS_SHIFT)
        if kind == COLLECT or kind == STEAL:
            owner = names.index(fields["from"]) if kind == STEAL else q.mover
            move.hi |= collect_fields(q, owner)
            return True
        move.hi |= field(kind, KIND_SHIFT) | field(number, NUMBER_SHIFT)
        if kind == CREATE:
            base = fields["chip"] - (number or TABLES.number[move.hi & 31])
            move.hi |= field(fields["chip"], CHIP_SHIFT) | field(smallest_of(move.lo, base), BASE_SHIFT)
        elif kind == EXTEND:
            move.hi |= field(q.chip[q.mover], CHIP_SHIFT)
        return True

    cdef dict own_facts(self, const State* state):
        cdef const Quanto* q = <const Quanto*>state
        return {
            "decision": "three" if state.decision == THREE else "play",
            "display": self.listed(q.display),
            "pile": self.row(q.pile, q.pile_size)[::-1],
            "turned": self.listed(q.turned),
            "won": self.scores(state),
            "stacks": [self.stack(q, p) for p in range(state.players)],
            "gone": self.listed(q.gone),
            "last_taker": q.last_taker if q.last_taker != NOBODY else None,
            "phase": "chain" if q.chained else "play",
        }

    cdef int fill_own(self, State* state, dict facts) except -1:
        cdef Quanto* q = <Quanto*>state
        cdef int p
        state.decision = THREE if facts["decision"] == "three" else PLAY
        q.mover = max(state.to_move, 0)
        q.display = self.counted(facts["display"])
        q.turned = self.counted(facts["turned"])
        q.gone = self.counted(facts["gone"])
        q.last_taker = NOBODY if facts["last_taker"] is None else facts["last_taker"]
        q.chained = facts["phase"] == "chain"
        self.fill_scores(state, facts["won"])
        for p, stack in enumerate(facts["stacks"]):
            if stack is not None:
                q.stack[p] = self.counted(stack["cards"])
                q.stack_size[p] = stack.get("size", len(stack["cards"]))
                q.chip[p] = stack["chip"]
                q.chips |= 1 << q.chip[p]
        q.pile_size = len(facts["pile"])
        self.fill_row(q.pile, reversed(facts["pile"]))
        return 0

    cdef list hand(self, const State* state, int player):
        return self.listed((<const Quanto*>state).hand[player])

    cdef int hand_size(self, const State* state, int player) except -1:
        return (<const Quanto*>state).hand_size[player]

    cdef int fill_hand(self, State* state, int player, cards, int size) except -1:
        cdef Quanto* q = <Quanto*>state
        q.hand[player] = self.counted(cards)
        q.hand_size[player] = size
        return 0

    cdef list listed(self, Cards cards):
        """The texts of a multiset of cards, in the order of the notation."""
        cdef int card
        found = []
        for card in range(1, JOKER + 1):
            while holds(cards, card):
                cards -= TABLES.one[card]
                found.append(self.texts[card])
        return found

    cdef Cards counted(self, list cards) except? 0:
        """The multiset of listed cards."""
        cdef Cards found = 0
        for text in cards:
            found += TABLES.one[<int>self.numbers[text]]
        return found

    cdef dict stack(self, const Quanto* q, int player):
        """Chip and cards; with a size where not all the cards are known."""
        if q.chip[player] == 0:
            return None
        stack = {"chip": q.chip[player], "cards": self.listed(q.stack[player])}
        if q.stack_size[player] != len(stack["cards"]):
            stack["size"] = q.stack_size[player]
        return stack
