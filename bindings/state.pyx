"""The moves of a state: all legal ones, the candidates of solvers, and those that policies choose."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from kiebitz.engine.game cimport MOST_CANDIDATES as MOST_RANKED
from kiebitz.engine.game cimport Move as CMove
from kiebitz.engine.game cimport Rules, State, list_push, list_some
from kiebitz.engine.rng cimport STREAM_POLICY, Rng, below
from kiebitz.engine.rng cimport seed as seed_rng
from kiebitz.moves cimport Move, Moves, new_move, new_moves

from kiebitz.errors import IllegalMoveError, TooManyMovesError
from kiebitz.seeds import seed_bits


MOST_LISTED = 1_000_000     # moves of `legal_moves`: 20 MB, and as much again while they are found
MOST_CANDIDATES = MOST_RANKED   # moves of `candidate_moves`: all of them are ranked in some 10 ms


ctypedef CMove (*PolicyFunction)(const Rules*, const State*) noexcept nogil


cdef class GameState(BaseState):
    """A state and the moves of the player to move. The base of `Position` and `View`."""

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
        cdef Moves found = new_moves(self.game, self.names)
        cdef double total = 0
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

    def random_move(self, seed=0):
        """A random legal move; all of them have the same chance. The seed chooses. IllegalMoveError if the game is over."""
        cdef Moves known = self.candidates()
        cdef Rng rng
        cdef CMove value
        if self.state.to_move < 0:
            raise IllegalMoveError("the game is over")
        seed_rng(&rng, seed_bits(seed), STREAM_POLICY, 0)
        if known.complete:
            return known[below(&rng, <uint32_t>known.list.size)]
        known = self.listed(0)      # scratch memory
        self.game.rules.extras.random_move(&self.game.rules, self.state, &known.list, &rng, &value)
        return self.legal_move(value)

    def _legal(self, uint64_t lo, uint64_t hi):
        """The points of a move by its bits, tested without a list; None if it is not legal. For tests."""
        cdef int32_t points
        found = self.game.rules.extras.legal(&self.game.rules, self.state, CMove(lo, hi), &points)
        return points if found else None


cdef Move chosen_by(GameState target, PolicyFunction choose):
    if target.state.to_move < 0:
        raise IllegalMoveError("the game is over")
    return target.legal_move(choose(&target.game.rules, target.state))


def rounded(double total):
    """An estimate as a whole number with two digits that tell."""
    return int(float(f"{total:.1e}"))
