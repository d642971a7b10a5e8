"""Games, positions and views. They stand in one module because they name each other: a game makes positions."""

from kiebitz.base_state cimport set_up
from kiebitz.engine.game cimport Move as CMove
from kiebitz.engine.game cimport advance, canonicalize, copy, resolve_chance
from kiebitz.engine.rng cimport STREAM_DEAL, STREAM_WORLDS, Rng
from kiebitz.engine.rng cimport seed as seed_rng
from kiebitz.moves cimport Move, key, new_move
from kiebitz.ruleset cimport Ruleset
from kiebitz.state cimport GameState

from kiebitz import fact_faults
from kiebitz.fact_faults import check_facts, check_names, misshapen
from kiebitz.hidden import hidden_cards
from kiebitz.seeds import seed_bits


cdef class Game(Ruleset):
    """A game with its options and a number of players: deals positions and reads them from facts.

    `kiebitz.game` creates it.
    """

    def deal(self, seed=0, names=None):
        """The position after a deal.

        seed: any whole number; the lowest 64 bits count. The deal depends on them only; deals of neighbouring seeds are
            unrelated. TypeError if it is no whole number.
        names: of the players, by seat; None for P0, P1, ...
        PositionError if a name is empty, repeated or unprintable.
        """
        cdef Position position
        cdef Rng rng
        if names is not None:
            check_names(self, names)
        position = new_position(self, names)
        seed_rng(&rng, seed_bits(seed), STREAM_DEAL, 0)
        self.rules.deal(&self.rules, position.state, self.players, &rng)
        resolve_chance(&self.rules, position.state)
        canonicalize(&self.rules, position.state)
        return position

    def position(self, dict facts not None, names=None, bint trusted=False):
        """A position from facts in which every card is known.

        facts: see docs/facts.md.
        names: of the players, by seat; None for P0, P1, ...
        trusted: skips the check, for facts that come from a position. Impossible facts then crash the program. This is the
            only argument in the package that can do so.
        PositionError lists all that is impossible about the facts.
        """
        cdef Position position = new_position(self, names)
        if not trusted:
            check_facts(self, facts, position.names, viewed=False)
        self._fill(position, facts)
        return position

    def view(self, dict facts not None, names=None, bint trusted=False):
        """The view of the facts' viewer; facts of a view leave out hidden cards. Parameters and errors as for `position`."""
        cdef View view = new_view(self, names)
        if not trusted:
            check_facts(self, facts, view.names, viewed=True)
        self._fill(view, facts)
        return view

    def _fill(self, GameState target, facts):
        try:
            self.codec.fill(target.state, facts)
        except fact_faults.MISSHAPEN as error:
            raise misshapen(error) from None
        canonicalize(&self.rules, target.state)


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
        if not self.is_legal(chosen):
            raise self._illegal(chosen.text)
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

    def __reduce__(self):
        return rebuilt_state, (self.game, self.names, self.facts(), True)


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
        """The world with these cards in the hands (by seat) and in the pile (top first).

        PositionError if no position has these cards in these places.
        """
        return self.game.position(self.facts() | {"hands": hands, "pile": pile, "viewer": None}, self.names)

    def sample(self, seed=0):
        """A position that agrees with this view. Each of them has the same chance; the seed, any whole number, chooses."""
        cdef Position world = new_position(self.game, self.names)
        cdef Rng rng
        seed_rng(&rng, seed_bits(seed), STREAM_WORLDS, 0)
        self.game.rules.determinize(&self.game.rules, self.state, world.state, &rng)
        return world

    def __reduce__(self):
        return rebuilt_state, (self.game, self.names, self.facts(), False)


def rebuilt_state(Game game not None, tuple names not None, dict facts not None, bint whole):
    """A pickled position or view. PositionError if its facts are impossible."""
    return game.position(facts, names) if whole else game.view(facts, names)


# Pickles of version 0.1 name this function so.
rebuilt_table = rebuilt_state


cdef Position new_position(Game game, names):
    cdef Position position = Position.__new__(Position, *key())
    set_up(position, game, names)
    return position


cdef View new_view(Game game, names):
    cdef View view = View.__new__(View, *key())
    set_up(view, game, names)
    return view
