"""Kwatro between its structs and plain Python facts (see docs/facts.md)."""

cimport cython

from kiebitz.codec cimport Codec
from kiebitz.engine.game cimport Move, Rules, State
from kiebitz.engine.kwatro.board cimport clear, place_at
from kiebitz.engine.kwatro.rules cimport kwatro_rules
from kiebitz.engine.kwatro.state cimport (
    HIDDEN, NOBODY, PILE, PLAY, SIDE, SWAP, Kwatro, card_of, column_of, flag_of, is_card, kind_of, row_of, size_of,
    true_column, true_row,
)

WILD = "**"
CARD_TEXTS = [c + s + n for c in "RYGB" for s in "OSTX" for n in "1234"] + [WILD]


cdef class KwatroCodec(Codec):
    """Between the state of Kwatro and plain Python facts."""

    def __init__(self):
        super().__init__("kwatro", dict(enumerate(CARD_TEXTS)), HIDDEN)

    cdef int own_rules(self, Rules* rules) except -1:
        rules[0] = kwatro_rules(rules.options)
        return 0

    @cython.boundscheck(True)
    cdef str text(self, Move move, tuple names):
        cdef int i, kind = kind_of(move)
        cards = [self.texts.get(card_of(move, i), "?") for i in range(size_of(move))]
        if kind == PLAY:
            return " ".join([f"{cards[i]}@{row_of(move, i)},{column_of(move, i)}" for i in range(len(cards))])
        if kind == SWAP:
            return f"swap {cards[0]}@{row_of(move, 0)},{column_of(move, 0)}"
        if flag_of(move):
            cards.sort()    # shuffled in: their order does not matter
        return "trade " + " ".join(cards) if cards else "pass"

    cdef dict own_facts(self, const State* state):
        cdef const Kwatro* k = <const Kwatro*>state
        players = range(state.players)
        ring = self.row(k.pile, PILE)
        pile = [(k.pile_first + i) & (PILE - 1) for i in range(k.pile_size)]
        return {
            "table": table_of(k, self.texts),
            "pile": [ring[i] for i in pile],
            "traded_by": [None if k.traded_by[i] == NOBODY else k.traded_by[i] for i in pile],
            "known_wilds": [k.hand[p].known_wilds for p in players],
            "scores": self.scores(state),
            "passes": k.passes,
            "out": [p for p in players if k.went_out >> p & 1],
        }

    cdef int fill_own(self, State* state, dict facts) except -1:
        cdef Kwatro* k = <Kwatro*>state
        cdef State head = state[0]
        cdef int p, i
        clear(k)
        k.head = head
        k.mover = max(state.to_move, 0)
        self.fill_scores(state, facts["scores"])
        lay_table(k, facts["table"], self.numbers)
        k.pile_size = len(facts["pile"])
        self.fill_row(k.pile, facts["pile"])
        for i, trader in enumerate(facts["traded_by"]):
            k.traded_by[i] = NOBODY if trader is None else trader
        for p, known in enumerate(facts["known_wilds"]):
            k.hand[p].known_wilds = known
        k.passes = facts["passes"]
        for p in facts["out"]:
            k.went_out |= 1 << p
        return 0

    cdef list hand(self, const State* state, int player):
        cdef const Kwatro* k = <const Kwatro*>state
        return [WILD] * k.hand[player].wilds + self.sorted_set(k.hand[player].cards)

    cdef int hand_size(self, const State* state, int player) except -1:
        return (<const Kwatro*>state).hand[player].size

    cdef int fill_hand(self, State* state, int player, cards, int size) except -1:
        cdef Kwatro* k = <Kwatro*>state
        k.hand[player].size = size
        k.hand[player].wilds = cards.count(WILD)
        k.hand[player].cards = self.set_of([card for card in cards if card != WILD])
        return 0


cdef dict table_of(const Kwatro* k, dict texts):
    cdef int cell
    table = {}
    for cell in range(SIDE * SIDE):
        if is_card(k.grid[cell]):
            table[true_row(k, cell), true_column(k, cell)] = texts[k.grid[cell] - 1]
    return dict(sorted(table.items()))


cdef int lay_table(Kwatro* k, dict table, dict numbers) except -1:
    """Card by card, each next to one that lies already: so the frontier never holds more than a whole table's."""
    waiting = dict(sorted(table.items()))
    queue = [next(iter(waiting))] if waiting else []
    for row, column in queue:
        card = waiting.pop((row, column), None)
        if card is None:
            continue
        place_at(k, row, column, numbers[card])
        queue += [(row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)]
    if waiting:
        raise ValueError(f"cards at {sorted(waiting)} are not connected with the rest")
    return 0
