"""The state of a game without its moves: cards, scores, expected result, and the forms in which it is written."""

from libc.stdlib cimport free

from kiebitz.engine.game cimport MarginModel, Rules, State, is_final, present_margin, win_share
from kiebitz.engine.kernels.evaluation cimport win_chance
from kiebitz.engine.memory cimport allocate
from kiebitz.moves cimport require_key

from kiebitz.foreign_text import composed


cdef class BaseState:
    """A state with its scores and its forms as facts, text and drawing. The base of `GameState`.

    game: the `Game`.
    names: of the players, by seat.
    """

    def __cinit__(self, *key):
        require_key(key, "positions and views come from a game, or from kiebitz.load and kiebitz.parse")

    def __dealloc__(self):
        free(self.state)

    @property
    def to_move(self):
        """The seat to move, or None when the game is over."""
        return self.state.to_move if self.state.to_move >= 0 else None

    @property
    def over(self):
        """Whether the game is over."""
        return self.state.to_move < 0

    @property
    def scores(self):
        """Points so far by seat; final when over."""
        return [self.state.score[p] for p in range(self.state.players)]

    def margin(self, player):
        """Score of a seat minus the best other score, in points. Of a single player it is the score."""
        self._seat(player)
        return present_margin(self.state, player)

    def win_share(self, player):
        """Win share of a seat: 1 for the highest score, 1/k if k players share it, else 0."""
        self._seat(player)
        return win_share(self.state, player)

    @property
    def scores_final(self):
        """Whether the scores are final: the game is over, or the game knows that no move can change them any more."""
        return is_final(&self.game.rules, self.state)

    def outlook(self, more=0):
        """Expected result of the player to move, by the margin model of the game: (margin, low, high, win).

        more: points that the player gains now.
        margin: expected final margin among strong players, in points; low, high: its 95 % interval.
        win: expected win share, 0..1.
        """
        cdef const Rules* rules = &self.game.rules
        cdef int player = max(self.state.to_move, 0), players = self.state.players
        cdef double now = present_margin(self.state, player) + more
        cdef MarginModel model
        cdef double reach
        rules.value.margin_model(rules, self.state, player, (player + 1) % players, &model)
        reach = 1.96 * model.sd
        if self.scores_final:
            return now, now, now, win_share(self.state, player)
        now += model.shift
        return now, now - reach, now + reach, win_chance(self.state, now, model.sd)

    def _seat(self, player):
        if not 0 <= player < self.game.players:
            raise ValueError(f"player {player} is not in 0..{self.game.players - 1}")

    def facts(self):
        """The state as plain Python values, see docs/facts.md."""
        return self.game.codec.facts(self.state)

    def _bytes(self):
        """The memory of the state. Tests look there for traces of hidden cards."""
        return (<const char*>self.state)[:self.game.rules.state_size]

    @property
    def pile_size(self):
        """The number of cards in the pile."""
        return len(self.facts()["pile"])

    def explain(self, move):
        """Sentences that say what a legal move (a `Move` or its text) does and why it scores its points."""
        return self.game.notation.explain(self.facts(), self.game.options, str(move), self.names)

    def to_toml(self):
        """The text of a position file."""
        return self.game.notation.write(self.facts(), self.game.options, self.names)

    def to_line(self):
        """The one-line form, accepted by `kiebitz.parse` and `--line`."""
        return self.game.notation.line(self.facts(), self.game.options, self.names)

    def __eq__(self, other):
        return (type(self) is type(other) and self.game == (<BaseState>other).game and self.names == (<BaseState>other).names
                and self.facts() == other.facts())

    def __hash__(self):
        return hash((type(self), self.to_line()))

    def __repr__(self):
        return f"kiebitz.parse({self.to_line()!r})"

    def __str__(self):
        return "\n".join(self.game.notation.draw(self.facts(), self.names))

    def _repr_html_(self):
        return self.game.notation.html(self.facts(), self.names)


cdef int set_up(BaseState target, Ruleset game, names) except -1:
    target.game = game
    given = [f"P{p}" for p in range(game.players)] if names is None else names
    target.names = tuple([composed(name) for name in given])
    if len(target.names) != game.players:
        raise ValueError(f"{len(target.names)} names for {game.players} players")
    target.state = <State*>allocate(1, game.rules.state_size)
    return 0
