"""Games, positions, views and moves as Python values over the engine's structs.

They stand in one module because they name each other: a game makes positions, and a position and a move hold their game.
"""

cimport cython
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from kiebitz.engine.game cimport MOST_CANDIDATES as MOST_RANKED
from kiebitz.engine.game cimport (
    MarginModel, advance, canonicalize, copy, is_final, list_free, list_push, list_some, present_margin, resolve_chance, same,
    win_share,
)
from kiebitz.engine.kernels.evaluation cimport win_chance
from kiebitz.engine.memory cimport allocate
from kiebitz.engine.rng cimport STREAM_DEAL, STREAM_POLICY, STREAM_WORLDS, Rng, below
from kiebitz.engine.rng cimport seed as seed_rng

from kiebitz.errors import Fault, IllegalMoveError, PositionError, TooManyMovesError
from kiebitz.hidden import hidden_cards


MOST_LISTED = 1_000_000     # moves of `legal_moves`: 20 MB, and as much again while they are found
MOST_CANDIDATES = MOST_RANKED   # moves of `candidate_moves`: all of them are ranked in some 10 ms


ctypedef CMove (*PolicyFunction)(const Rules*, const State*) noexcept nogil


cdef class Game:
    """A game with its options and a number of players: deals positions and reads them from facts.

    `kiebitz.game` creates it. Two games are equal if their names, players and options are.

    name: one of `kiebitz.GAMES`.
    players: number of players.
    options: the rule options, a frozen dataclass.
    notation: the text forms of the game, a `kiebitz.language.Language`.
    learned: whether the game has a learned value.
    """

    def __init__(self, str name, int players, options, Codec codec, notation):
        self.name = name
        self.players = players
        self.options = options
        self.notation = notation
        self.codec = codec
        codec.rules(&self.rules, options.codes())

    def __dealloc__(self):
        free(self.value)

    @property
    def phases(self):
        """Number of phases with weights of their own in the learned value; 0 if the game has no learned value."""
        return self.rules.value.phases

    @property
    def stages(self):
        """The former name of `phases`."""
        return self.phases

    def learn(self, const float[:, ::1] weights, const float[::1] deviations):
        """Sets the numbers of the learned value, once: searches on other threads may be using them.

        weights: array of shape (phases, features), points a unit of each feature.
        deviations: array of shape (phases,), standard deviations of the final margin around the expected one, in points.
        ValueError if a shape is wrong or the game has learned already.
        """
        cdef Py_ssize_t phases = self.rules.value.phases, features = self.rules.value.feature_count, phase
        if weights.shape[0] != phases or weights.shape[1] != features or deviations.shape[0] != phases or not phases:
            raise ValueError(f"weights must have the shape ({phases}, {features}) and deviations ({phases},)")
        if self.learned:
            raise ValueError("this game has learned already")
        self.value = <float*>allocate(phases * (features + 1), sizeof(float))
        for phase in range(phases):
            memcpy(self.value + phase * (features + 1), &weights[phase, 0], features * sizeof(float))
            self.value[phase * (features + 1) + features] = deviations[phase]
        self.rules.value.weights = self.value
        self.learned = True

    def deal(self, uint64_t seed=0, names=None):
        """The position after a deal.

        seed: the deal depends on it only; deals of neighbouring seeds are unrelated.
        names: of the players, by seat; None for P0, P1, ...
        PositionError if a name is empty, repeated or unprintable.
        """
        cdef Position position
        cdef Rng rng
        if names is not None:
            self._check_names(names)
        position = new_position(self, names)
        seed_rng(&rng, seed, STREAM_DEAL, 0)
        self.rules.deal(&self.rules, position.state, self.players, &rng)
        resolve_chance(&self.rules, position.state)
        canonicalize(&self.rules, position.state)
        return position

    def position(self, dict facts, names=None, bint trusted=False):
        """A position from facts in which every card is known.

        facts: see docs/facts.md.
        names: of the players, by seat; None for P0, P1, ...
        trusted: skips the check, for facts that come from a position. Impossible facts then crash the program.
        PositionError lists all that is impossible about the facts.
        """
        cdef Position position = new_position(self, names)
        if not trusted:
            self._check(facts, position.names, False)
        self._fill(position, facts)
        return position

    def view(self, dict facts, names=None, bint trusted=False):
        """The view of the facts' viewer; facts of a view leave out hidden cards. Parameters and errors as for `position`."""
        cdef View view = new_view(self, names)
        if not trusted:
            self._check(facts, view.names, True)
        self._fill(view, facts)
        return view

    def _check(self, facts, names, viewed):
        """Raises PositionError unless the facts are those of a possible position, or view, of this game."""
        seats = [None, *range(self.players)]
        try:
            found = [
                Fault(field, f"is {facts.get(field)!r}; right would be {right}")
                for field, right, good in (
                    ("game", repr(self.name), facts.get("game", self.name) == self.name),
                    ("players", self.players, facts["players"] == self.players),
                    ("to_move", "a seat or None", facts.get("to_move") in seats),
                    ("viewer", "a seat" if viewed else "None", facts.get("viewer") in (seats[1:] if viewed else [None])),
                    ("pile", "a list without None", viewed or None not in facts["pile"]),
                )
                if not good
            ]
            found = found or self.notation.faults(self.notation.completed(facts), self.options, names)
        except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise misshapen(error) from None
        if found:
            raise PositionError(found)

    def _check_names(self, names):
        if not all(isinstance(name, str) for name in names):
            raise PositionError([Fault("players", f"is {names!r}; right would be a text for each player")])
        found = [*self.notation.player_faults(self.options, names, lambda *path: path[0])]
        if found:
            raise PositionError(found)

    def _fill(self, GameState target, facts):
        try:
            self.codec.fill(target.state, facts)
        except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise misshapen(error) from None
        canonicalize(&self.rules, target.state)

    def __eq__(self, other):
        return isinstance(other, Game) and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def _key(self):
        return self.name, self.players, self.options

    def __repr__(self):
        changed = self.options.changed()
        rules = f", rules={changed!r}" if changed else ""
        return f"kiebitz.game({self.name!r}, players={self.players}{rules})"


def misshapen(error):
    """The error for facts whose shape is wrong."""
    return PositionError([Fault("facts", f"have the wrong shape ({error!r}); docs/facts.md shows the right one")])


@cython.freelist(16)
cdef class Move:
    """A move as a value. It equals the same move of the same game from any other position.

    points: immediate points of the move.
    """

    @property
    def text(self):
        """The move in the notation of its game."""
        return self.game.codec.text(self.value, self.names)

    def __eq__(self, other):
        return (isinstance(other, Move) and same(self.value, (<Move>other).value)
                and self.game.name == (<Move>other).game.name)

    def __hash__(self):
        return hash((self.game.name, self.value.lo, self.value.hi))

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"<Move {self.text}: {self.points} points>"

    def __reduce__(self):
        return rebuilt_move, (self.game, self.names, self.value.lo, self.value.hi, self.points)

    def _repr_html_(self):
        return f"<code>{self.text}</code> ({self.points} points)"


def rebuilt_move(Game game, tuple names, uint64_t lo, uint64_t hi, int32_t points):
    """A pickled move."""
    return new_move(game, names, CMove(lo, hi), points, 0)


def rebuilt_state(Game game, tuple names, dict facts, bint whole):
    """A pickled or copied position or view."""
    return game.position(facts, names, trusted=True) if whole else game.view(facts, names, trusted=True)


# Pickles of version 0.1 name this function so.
rebuilt_table = rebuilt_state


cdef Move new_move(Game game, tuple names, CMove value, int32_t points, Py_ssize_t index):
    cdef Move move = Move.__new__(Move)
    move.value = value
    move.points = points
    move.index = index
    move.game = game
    move.names = names
    return move


cdef MoveList SPARE     # of the last list that was given up: growing a new one costs more than filling it


@cython.freelist(4)
cdef class Moves:
    """Legal moves of a position, as a sequence that creates a `Move` on demand.

    complete: whether these are all legal moves.
    total: the number of legal moves, which is estimated if the sequence is not complete.
    """

    def __cinit__(self):
        self.list = SPARE
        memset(&SPARE, 0, sizeof(MoveList))

    def __dealloc__(self):
        global SPARE
        list_free(&SPARE)
        SPARE = self.list
        SPARE.size = 0

    def __len__(self):
        return self.list.size

    def __getitem__(self, index):
        cdef Py_ssize_t i
        if isinstance(index, slice):
            return [self[j] for j in range(*index.indices(self.list.size))]
        i = index
        if i < 0:
            i += self.list.size
        if i < 0 or i >= self.list.size:
            raise IndexError(f"there are {self.list.size} moves, not {index}")
        return new_move(self.game, self.names, self.list.moves[i], self.list.points[i], i)

    def __contains__(self, move):
        return isinstance(move, Move) and self.find((<Move>move).value) >= 0

    def __repr__(self):
        return f"<{self.list.size} moves of {self.game.name}>"

    def points(self, Py_ssize_t i):
        """Immediate points of move number i, without making a `Move`."""
        if i < 0 or i >= self.list.size:
            raise IndexError(f"there are {self.list.size} moves, not {i}")
        return self.list.points[i]

    def texts(self):
        """The texts of all moves, in the order of the sequence."""
        return [self.game.codec.text(self.list.moves[i], self.names) for i in range(self.list.size)]

    cdef Py_ssize_t find(self, CMove move, Py_ssize_t first=0) noexcept:
        """The index of a move, or -1; `first` is looked at first."""
        cdef Py_ssize_t i
        if first < self.list.size and same(self.list.moves[first], move):
            return first
        for i in range(self.list.size):
            if same(self.list.moves[i], move):
                return i
        return -1


cdef class GameState:
    """State of a game, the base of `Position` and `View`: cards, scores, and the player to move.

    game: the `Game`.
    names: of the players, by seat.
    """

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

    def legal_moves(self):
        """All legal moves of the player to move; none if the game is over.

        IllegalMoveError for a view of another player, since the hand is not known. TooManyMovesError if there are more than
        `MOST_LISTED`; `candidate_moves` works then too.
        """
        return self.moves()

    def candidate_moves(self, also=()):
        """The moves that solvers look at: all legal moves if there are at most `MOST_CANDIDATES`, else a selection of them.

        A selection has the largest takes of each card and a uniform sample of all moves. Equal views have equal selections.

        also: legal moves or their texts that must be among them.
        Errors as for `legal_moves` and `move`, but never TooManyMovesError.
        """
        cdef Moves found = self.candidates()
        cdef Move move
        if found.complete:
            return found
        wanted = [one if isinstance(one, Move) else self.move(one) for one in also]
        self.selected = found = self.listed(MOST_CANDIDATES)
        for move in wanted:
            if found.find(move.value) < 0:
                list_push(&found.list, move.value, move.points)
        return found

    cdef Moves moves(self):
        if self.legal is None:
            self.legal = self.candidates()
            if not self.legal.complete:
                self.legal = self.listed(MOST_LISTED)
            if not self.legal.complete:
                total, self.legal = self.legal.total, None
                raise TooManyMovesError(
                    f"about {total:,} moves are legal, and at most {MOST_LISTED:,} are listed; candidate_moves() selects some")
        return self.legal

    cdef Moves candidates(self):
        if self.selected is None:
            self.selected = self.listed(MOST_CANDIDATES)
            if self.selected.complete:
                self.legal = self.selected
        return self.selected

    cdef Moves listed(self, Py_ssize_t most):
        """The legal moves, or a selection if there are more than `most`."""
        cdef Moves found = Moves.__new__(Moves)
        cdef double total = 0
        found.game = self.game
        found.names = self.names
        if self.state.to_move >= 0:
            self._require_hand()
            total = list_some(&self.game.rules, self.state, most, &found.list)
        found.complete = total <= most or self.game.rules.extras.generate_some == NULL
        found.total = found.list.size if found.complete else rounded(total)
        return found

    cdef int forget(self) except -1:
        self.legal = self.selected = None
        return 0

    def _require_hand(self):
        if self.state.viewer >= 0 and self.state.viewer != self.state.to_move:
            raise IllegalMoveError(f"{self.names[self.state.to_move]} is to move, whose hand this view does not know")

    cdef Move legal_move(self, CMove value, Py_ssize_t first=0):
        """The move if it is legal, else None. `first` is the number of the move to look at first."""
        cdef Moves known = self.legal if self.legal is not None else self.selected
        cdef int32_t points
        cdef Py_ssize_t i
        if self.state.to_move < 0:
            return None
        if known is None and self.game.rules.extras.legal == NULL:
            known = self.moves()
        if known is not None and (known.complete or self.game.rules.extras.legal == NULL):
            i = known.find(value, first)
            return new_move(self.game, self.names, value, known.list.points[i], i) if i >= 0 else None
        self._require_hand()
        if not self.game.rules.extras.legal(&self.game.rules, self.state, value, &points):
            return None
        return new_move(self.game, self.names, value, points, 0)

    def move(self, str text):
        """The legal move with this text. NotationError if the text is no move, IllegalMoveError if the move is not legal."""
        wanted = self.game.notation.canonical_move(text, self.game.options, self.names)
        cdef Moves known = self.candidates()
        cdef Move found = None
        cdef CMove value
        if known.complete:
            for i, legal in enumerate(known.texts()):
                if legal == wanted:
                    return known[i]
        else:
            fields = self.game.notation.move_fields(wanted, None, self.names)
            if self.game.codec.read(self.state, fields, self.names, &value):
                found = self.legal_move(value)
            if found is not None and found.text == wanted:
                return found
        raise self._illegal(wanted)

    def _illegal(self, text):
        cdef Moves known = self.candidates()
        about = "" if known.complete else "about "
        return IllegalMoveError(f"{text!r} is not legal here; {about}{known.total:,} moves are")

    def is_legal(self, Move move not None):
        """Whether a move is legal here."""
        return move.game.name == self.game.name and self.legal_move(move.value, move.index) is not None

    def greedy_move(self):
        """The move of the greedy policy. IllegalMoveError if the game is over."""
        return chosen_by(self, self.game.rules.greedy)

    def heuristic_move(self):
        """The move of the game's hand-written policy. IllegalMoveError if the game is over."""
        return chosen_by(self, self.game.rules.heuristic)

    def random_move(self, uint64_t seed=0):
        """A random legal move; all of them have the same chance. The seed chooses. IllegalMoveError if the game is over."""
        cdef Moves known = self.candidates()
        cdef Rng rng
        cdef CMove value
        if self.state.to_move < 0:
            raise IllegalMoveError("the game is over")
        seed_rng(&rng, seed, STREAM_POLICY, 0)
        if known.complete:
            return known[below(&rng, <uint32_t>known.list.size)]
        known = self.listed(0)      # scratch memory
        self.game.rules.extras.random_move(&self.game.rules, self.state, &known.list, &rng, &value)
        return self.legal_move(value)

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

    def _legal(self, uint64_t lo, uint64_t hi):
        """The points of a move by its bits, tested without a list; None if it is not legal. For tests."""
        cdef int32_t points
        found = self.game.rules.extras.legal(&self.game.rules, self.state, CMove(lo, hi), &points)
        return points if found else None

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
        return (type(self) is type(other) and self.game == (<GameState>other).game and self.names == (<GameState>other).names
                and self.facts() == other.facts())

    def __hash__(self):
        return hash((type(self), self.to_line()))

    def __reduce__(self):
        return rebuilt_state, (self.game, self.names, self.facts(), isinstance(self, Position))

    def __repr__(self):
        return f"kiebitz.parse({self.to_line()!r})"

    def __str__(self):
        return "\n".join(self.game.notation.draw(self.facts(), self.names))

    def _repr_html_(self):
        return self.game.notation.html(self.facts(), self.names)


cdef class Position(GameState):
    """A state in which every card is known. `play` changes it, and its hash."""

    def play(self, move):
        """Plays a move, a `Move` or its text, and then nature's moves. IllegalMoveError leaves the position as it was."""
        cdef Move chosen = move if isinstance(move, Move) else self.move(move)
        if not self.is_legal(chosen):
            raise self._illegal(chosen.text)
        advance(&self.game.rules, self.state, chosen.value)
        canonicalize(&self.game.rules, self.state)
        self.forget()

    def shown(self, move):
        """A legal move as the other players see it: hidden cards are blank. None if they see nothing at the time."""
        cdef Move chosen = move if isinstance(move, Move) else self.move(move)
        cdef CMove value = chosen.value
        if self.game.rules.extras.observed != NULL and not self.game.rules.extras.observed(&self.game.rules, self.state, &value):
            return None
        return new_move(self.game, self.names, value, chosen.points, 0)

    def view(self, player=None):
        """The view of a player, by default the one to move. ValueError if there is no such seat."""
        cdef View view = new_view(self.game, self.names)
        cdef int seat = max(self.state.to_move, 0) if player is None else player
        self._seat(seat)
        copy(&self.game.rules, view.state, self.state)
        self.game.rules.mask(&self.game.rules, view.state, seat)
        return view

    def open_view(self, bint pile=False):
        """What the player to move would know if all hands lay face up, and with `pile` the pile as well."""
        shown = self.facts()
        known = shown if pile else self.view().facts()
        known |= {key: shown[key] for key in self.game.notation.hand_facts if key in shown}
        return self.game.view(known | {"viewer": max(self.state.to_move, 0)}, self.names, trusted=True)

    def copy(self):
        """Another position that equals this one."""
        cdef Position other = new_position(self.game, self.names)
        copy(&self.game.rules, other.state, self.state)
        return other


cdef class View(GameState):
    """What one player knows of a position. It has no place for hidden cards."""

    @property
    def player(self):
        """The seat whose view it is."""
        return self.state.viewer

    def copy(self):
        """Another view that equals this one."""
        cdef View other = new_view(self.game, self.names)
        copy(&self.game.rules, other.state, self.state)
        return other

    def hidden(self):
        """The hidden cards as a `kiebitz.hidden.Hidden`; None if hands and pile are not all that is hidden."""
        return hidden_cards(self.facts(), self.sample().facts(), self.game.notation.chance_facts)

    def filled(self, hands, pile):
        """The world with these cards in the hands (by seat) and in the pile (top first); they are not checked."""
        return self.game.position(self.facts() | {"hands": hands, "pile": pile, "viewer": None}, self.names, trusted=True)

    def sample(self, uint64_t seed=0):
        """A position that agrees with this view. Each of them has the same chance; the seed chooses."""
        cdef Position world = new_position(self.game, self.names)
        cdef Rng rng
        seed_rng(&rng, seed, STREAM_WORLDS, 0)
        self.game.rules.determinize(&self.game.rules, self.state, world.state, &rng)
        return world


cdef Move chosen_by(GameState target, PolicyFunction choose):
    if target.state.to_move < 0:
        raise IllegalMoveError("the game is over")
    return target.legal_move(choose(&target.game.rules, target.state))


def rounded(double total):
    """An estimate as a whole number with two digits that tell."""
    return int(float(f"{total:.1e}"))


cdef int set_up(GameState target, Game game, names) except -1:
    target.game = game
    target.names = tuple(names) if names is not None else tuple([f"P{p}" for p in range(game.players)])
    if len(target.names) != game.players:
        raise ValueError(f"{len(target.names)} names for {game.players} players")
    target.state = <State*>allocate(1, game.rules.state_size)
    return 0


cdef Position new_position(Game game, names):
    cdef Position position = Position.__new__(Position)
    set_up(position, game, names)
    return position


cdef View new_view(Game game, names):
    cdef View view = View.__new__(View)
    set_up(view, game, names)
    return view
