"""What every game repeats on the way between its state and plain Python."""

from libc.string cimport memset

from kiebitz.engine.bits cimport bit, lowest, without_lowest
from kiebitz.engine.game cimport MAX_OPTIONS, OVER


cdef class Codec:
    """Turns the state of a game into facts and back, and moves into text; one subclass for each game.

    game: the name of the game in facts.
    texts: card texts by the engine's number of a card.
    hidden: the number of a hidden card in a pile.
    """

    def __init__(self, str game, dict texts, int hidden):
        self.game = game
        self.texts = texts
        self.numbers = {text: number for number, text in texts.items()}
        self.hidden = hidden

    cdef int own_rules(self, Rules* rules) except -1:
        raise NotImplementedError("a game must say its rules")

    cdef str text(self, Move move, tuple names):
        raise NotImplementedError("a game must write its moves")

    cdef bint is_move(self, Move move, tuple names) except -1:
        """Whether any state can have this move. Pickles may hold any bits."""
        try:
            return "?" not in self.text(move, names)
        except (LookupError, TypeError, ValueError):
            return False

    cdef bint read(self, const State* state, dict fields, tuple names, Move* move) except -1:
        raise NotImplementedError("a game whose moves are not listed must read them")

    cdef dict own_facts(self, const State* state):
        raise NotImplementedError("a game must say its facts")

    cdef int fill_own(self, State* state, dict facts) except -1:
        raise NotImplementedError("a game must read its facts")

    cdef list hand(self, const State* state, int player):
        raise NotImplementedError("a game must say its hands")

    cdef int hand_size(self, const State* state, int player) except -1:
        raise NotImplementedError("a game must say the size of a hand")

    cdef int fill_hand(self, State* state, int player, cards, int size) except -1:
        raise NotImplementedError("a game must read its hands")

    cdef int rules(self, Rules* rules, list codes) except -1:
        memset(rules, 0, sizeof(Rules))
        if len(codes) > MAX_OPTIONS:
            raise ValueError(f"{len(codes)} rule options; the engine has room for {MAX_OPTIONS}")
        for i, code in enumerate(codes):
            rules.options[i] = code
        return self.own_rules(rules)

    cdef dict facts(self, const State* state):
        facts = {
            "game": self.game,
            "players": state.players,
            "to_move": state.to_move if state.to_move >= 0 else None,
            "viewer": state.viewer if state.viewer >= 0 else None,
            "hands": [self.hand(state, p) for p in range(state.players)],
            "hand_sizes": [self.hand_size(state, p) for p in range(state.players)],
        }
        facts.update(self.own_facts(state))
        return facts

    cdef int fill(self, State* state, dict facts) except -1:
        state.players = facts["players"]
        state.to_move = OVER if facts["to_move"] is None else facts["to_move"]
        state.viewer = -1 if facts.get("viewer") is None else facts["viewer"]
        self.fill_own(state, facts)
        for p, hand in enumerate(facts["hands"]):
            self.fill_hand(state, p, hand, facts["hand_sizes"][p] if "hand_sizes" in facts else len(hand))
        return 0

    cdef list scores(self, const State* state):
        return [state.score[p] for p in range(state.players)]

    cdef int fill_scores(self, State* state, scores) except -1:
        for p, score in enumerate(scores):
            state.score[p] = score
        return 0

    cdef list row(self, const uint8_t* cards, int count):
        return [None if cards[i] == self.hidden else self.texts[cards[i]] for i in range(count)]

    cdef int fill_row(self, uint8_t* cards, texts) except -1:
        for i, text in enumerate(texts):
            cards[i] = self.hidden if text is None else self.numbers[text]
        return 0

    cdef list sorted_set(self, uint64_t cards):
        found = []
        while cards:
            found.append(self.texts[lowest(cards)])
            cards = without_lowest(cards)
        return sorted(found)

    cdef uint64_t set_of(self, texts) except? 0:
        cdef uint64_t cards = 0
        for text in texts:
            cards |= bit(self.numbers[text])
        return cards
