"""Kwatro between its structs and plain Python facts (see docs/facts.md)."""

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

from kiebitz.core cimport Codec
from kiebitz.engine.bits cimport bit, lowest, without_lowest
from kiebitz.engine.game cimport MAX_OPTIONS, OVER, Move, Rules, State
from kiebitz.engine.kwatro.board cimport clear, place_at
from kiebitz.engine.kwatro.rules cimport kwatro_rules
from kiebitz.engine.kwatro.state cimport (
    HIDDEN, NOBODY, PILE, PLAY, SIDE, SWAP, Kwatro, card_of, column_of, flag_of, is_card, kind_of, row_of, size_of,
    true_column, true_row,
)

CARD_TEXTS = [c + s + n for c in "RYGB" for s in "OSTX" for n in "1234"] + ["**"]
CARD_NUMBERS = {text: number for number, text in enumerate(CARD_TEXTS)}


cdef class KwatroCodec(Codec):
    cdef Rules rules(self, list codes) except *:
        cdef int32_t options[MAX_OPTIONS]
        memset(options, 0, sizeof(options))
        for i, code in enumerate(codes):
            options[i] = code
        return kwatro_rules(options)

    cdef str text(self, Move move, tuple names):
        cdef int i, kind = kind_of(move)
        cards = [CARD_TEXTS[card_of(move, i)] if card_of(move, i) != HIDDEN else "?" for i in range(size_of(move))]
        if kind == PLAY:
            return " ".join([f"{cards[i]}@{row_of(move, i)},{column_of(move, i)}" for i in range(len(cards))])
        if kind == SWAP:
            return f"swap {cards[0]}@{row_of(move, 0)},{column_of(move, 0)}"
        if flag_of(move):
            cards.sort()    # shuffled in: their order does not matter
        return "trade " + " ".join(cards) if cards else "pass"

    cdef dict facts(self, const Rules* rules, const State* state):
        cdef const Kwatro* k = <const Kwatro*>state
        players = range(state.players)
        pile = [(k.pile_first + i) & (PILE - 1) for i in range(k.pile_size)]
        return {
            "game": "kwatro",
            "players": state.players,
            "to_move": state.to_move if state.to_move >= 0 else None,
            "viewer": state.viewer if state.viewer >= 0 else None,
            "table": table_of(k),
            "hands": [hand_of(k, p) for p in players],
            "hand_sizes": [k.hand[p].size for p in players],
            "pile": [None if k.pile[i] == HIDDEN else CARD_TEXTS[k.pile[i]] for i in pile],
            "traded_by": [None if k.traded_by[i] == NOBODY else k.traded_by[i] for i in pile],
            "known_wilds": [k.hand[p].known_wilds for p in players],
            "scores": [state.score[p] for p in players],
            "passes": k.passes,
            "out": [p for p in players if k.went_out >> p & 1],
        }

    cdef int fill(self, const Rules* rules, State* state, dict facts) except -1:
        cdef Kwatro* k = <Kwatro*>state
        cdef int p, i
        clear(k)
        state.players = facts["players"]
        state.viewer = -1 if facts.get("viewer") is None else facts["viewer"]
        state.to_move = OVER if facts["to_move"] is None else facts["to_move"]
        k.mover = max(state.to_move, 0)
        for p, score in enumerate(facts["scores"]):
            state.score[p] = score
        lay_table(k, facts["table"])
        for p, hand in enumerate(facts["hands"]):
            k.hand[p].size = facts["hand_sizes"][p] if "hand_sizes" in facts else len(hand)
            k.hand[p].known_wilds = facts["known_wilds"][p]
            k.hand[p].wilds = hand.count("**")
            for card in hand:
                if card != "**":
                    k.hand[p].cards |= bit(CARD_NUMBERS[card])
        k.pile_size = len(facts["pile"])
        for i, card in enumerate(facts["pile"]):
            k.pile[i] = HIDDEN if card is None else CARD_NUMBERS[card]
        for i, trader in enumerate(facts["traded_by"]):
            k.traded_by[i] = NOBODY if trader is None else trader
        k.passes = facts["passes"]
        for p in facts["out"]:
            k.went_out |= 1 << p
        return 0


cdef dict table_of(const Kwatro* k):
    cdef int cell
    table = {}
    for cell in range(SIDE * SIDE):
        if is_card(k.grid[cell]):
            table[true_row(k, cell), true_column(k, cell)] = CARD_TEXTS[k.grid[cell] - 1]
    return dict(sorted(table.items()))


cdef list hand_of(const Kwatro* k, int player):
    cdef uint64_t rest = k.hand[player].cards
    hand = ["**"] * k.hand[player].wilds
    while rest:
        hand.append(CARD_TEXTS[lowest(rest)])
        rest = without_lowest(rest)
    return sorted(hand)


cdef int lay_table(Kwatro* k, dict table) except -1:
    """Card by card, each next to one that lies already: so the frontier never holds more than a whole table's."""
    waiting = dict(sorted(table.items()))
    queue = [next(iter(waiting))] if waiting else []
    for row, column in queue:
        card = waiting.pop((row, column), None)
        if card is None:
            continue
        place_at(k, row, column, CARD_NUMBERS[card])
        queue += [(row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)]
    if waiting:
        raise ValueError(f"cards at {sorted(waiting)} are not connected with the rest")
    return 0
