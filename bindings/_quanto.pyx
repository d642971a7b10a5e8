"""Quanto between its structs and plain Python facts (see docs/facts.md)."""

from libc.stdint cimport int32_t
from libc.string cimport memset

from kiebitz.core cimport Codec
from kiebitz.engine.game cimport MAX_OPTIONS, OVER, Move, Rules, State
from kiebitz.engine.quanto.cards cimport HIDDEN, JOKER, TABLES, Cards, holds
from kiebitz.engine.quanto.rules cimport quanto_rules
from kiebitz.engine.quanto.state cimport (
    CAPTURE, COLLECT, CREATE, EXTEND, FILL, NOBODY, PLAY, STEAL, THREE, Quanto, base_of, bonus_of, card_of,
    kind_of, joker_number_of, owner_of,
)

CARD_TEXTS = [None]     # by the engine's number of a card; 0 is none
for number in range(1, 13):
    CARD_TEXTS += [f"{number}"] if number < 4 else [f"{number}", f"{number}*"]
CARD_TEXTS.append("J")
CARD_NUMBERS = {text: card for card, text in enumerate(CARD_TEXTS)}


cdef class QuantoCodec(Codec):
    cdef Rules rules(self, list codes) except *:
        cdef int32_t options[MAX_OPTIONS]
        memset(options, 0, sizeof(options))
        for i, code in enumerate(codes):
            options[i] = code
        return quanto_rules(options)

    cdef str text(self, Move move, tuple names):
        cdef int kind = kind_of(move)
        if kind == FILL:
            return "fill hand" if owner_of(move) else "fill display"
        words = [CARD_TEXTS[card_of(move)]]
        if joker_number_of(move):
            words += ["as", str(joker_number_of(move))]
        taken = texts(move.lo)
        if kind == CAPTURE:
            words += ["takes", *taken]
        elif kind == CREATE:
            base = CARD_TEXTS[base_of(move)]
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
            words += ["bonus", CARD_TEXTS[bonus_of(move)]]
        return " ".join(words)

    cdef dict facts(self, const Rules* rules, const State* state):
        cdef const Quanto* q = <const Quanto*>state
        players = range(state.players)
        return {
            "game": "quanto",
            "players": state.players,
            "to_move": state.to_move if state.to_move >= 0 else None,
            "viewer": state.viewer if state.viewer >= 0 else None,
            "decision": "three" if state.decision == THREE else "play",
            "display": texts(q.display),
            "hands": [texts(q.hand[p]) for p in players],
            "hand_sizes": [q.hand_size[p] for p in players],
            "pile": [None if q.pile[i] == HIDDEN else CARD_TEXTS[q.pile[i]] for i in range(q.pile_size - 1, -1, -1)],
            "turned": texts(q.turned),
            "won": [state.score[p] for p in players],
            "stacks": [stack_of(q, p) for p in players],
            "gone": texts(q.gone),
            "last_taker": q.last_taker if q.last_taker != NOBODY else None,
            "phase": "chain" if q.chained else "play",
        }

    cdef int fill(self, const Rules* rules, State* state, dict facts) except -1:
        cdef Quanto* q = <Quanto*>state
        cdef int p
        memset(q, 0, sizeof(Quanto))
        state.players = facts["players"]
        state.viewer = -1 if facts.get("viewer") is None else facts["viewer"]
        state.to_move = OVER if facts["to_move"] is None else facts["to_move"]
        state.decision = THREE if facts["decision"] == "three" else PLAY
        q.mover = max(state.to_move, 0)
        q.display = cards_of(facts["display"])
        q.turned = cards_of(facts["turned"])
        q.gone = cards_of(facts["gone"])
        q.last_taker = NOBODY if facts["last_taker"] is None else facts["last_taker"]
        q.chained = facts["phase"] == "chain"
        for p, score in enumerate(facts["won"]):
            state.score[p] = score
        for p, hand in enumerate(facts["hands"]):
            q.hand[p] = cards_of(hand)
            q.hand_size[p] = facts["hand_sizes"][p] if "hand_sizes" in facts else len(hand)
        for p, stack in enumerate(facts["stacks"]):
            if stack is not None:
                q.stack[p] = cards_of(stack["cards"])
                q.stack_size[p] = stack.get("size", len(stack["cards"]))
                q.chip[p] = stack["chip"]
                q.chips |= 1 << q.chip[p]
        q.pile_size = len(facts["pile"])
        for p, card in enumerate(reversed(facts["pile"])):
            q.pile[p] = HIDDEN if card is None else CARD_NUMBERS[card]
        return 0


cdef list texts(Cards cards):
    """The cards in the order of the notation: by number, rainbow last, jokers after all numbers."""
    cdef int card
    found = []
    for card in range(1, JOKER + 1):
        while holds(cards, card):
            cards -= TABLES.one[card]
            found.append(CARD_TEXTS[card])
    return found


cdef Cards cards_of(list cards) except? 0:
    cdef Cards found = 0
    for text in cards:
        found += TABLES.one[<int>CARD_NUMBERS[text]]
    return found


cdef dict stack_of(const Quanto* q, int player):
    """Chip and cards; with a size where not all the cards are known."""
    if q.chip[player] == 0:
        return None
    stack = {"chip": q.chip[player], "cards": texts(q.stack[player])}
    if q.stack_size[player] != len(stack["cards"]):
        stack["size"] = q.stack_size[player]
    return stack
