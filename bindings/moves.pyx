"""Moves as values, and the sequence of the legal moves of a state."""

cimport cython
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

from kiebitz.engine.game cimport Move as CMove
from kiebitz.engine.game cimport MoveList, list_free, list_push, same
from kiebitz.ruleset cimport Ruleset

from html import escape


# Only functions that can see this key make moves and states. Else they would have no memory and no game.
cdef tuple KEY = (object(),)


cdef tuple key():
    return KEY


cdef int require_key(tuple given, str source) except -1:
    """Raises TypeError unless an object is made by the functions that fill it."""
    if len(given) != 1 or given[0] is not KEY[0]:
        raise TypeError(f"this type cannot be made empty; {source}")
    return 0


@cython.freelist(16)
cdef class Move:
    """A move as a value. It equals the same move of the same game from any other position.

    points: immediate points of the move.
    """

    def __cinit__(self, *key):
        require_key(key, "moves come from legal_moves() and move(text)")

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
        return f"<code>{escape(self.text)}</code> ({self.points} points)"


def rebuilt_move(Ruleset game, tuple names, uint64_t lo, uint64_t hi, int32_t points):
    """A pickled move. ValueError if the game has no such move."""
    if game is None or names is None or not game.codec.is_move(CMove(lo, hi), names):
        raise ValueError("a damaged pickle: this is no move of its game")
    return new_move(game, names, CMove(lo, hi), points, 0)


def rebuilt_moves(Ruleset game not None, tuple names not None, list moves not None, bint complete, total):
    """A pickled sequence of moves. ValueError if the game has no such move."""
    cdef Moves found = new_moves(game, names)
    for lo, hi, points in moves:
        if not game.codec.is_move(CMove(lo, hi), names):
            raise ValueError("a damaged pickle: this is no move of its game")
        list_push(&found.list, CMove(lo, hi), points)
    found.complete = complete
    found.total = total
    return found


cdef Move new_move(Ruleset game, tuple names, CMove value, int32_t points, Py_ssize_t index):
    cdef Move move = Move.__new__(Move, *KEY)
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

    def __cinit__(self, *key):
        require_key(key, "sequences of moves come from legal_moves()")
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

    def __reduce__(self):
        moves = [(self.list.moves[i].lo, self.list.moves[i].hi, self.list.points[i]) for i in range(self.list.size)]
        return rebuilt_moves, (self.game, self.names, moves, self.complete, self.total)

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


cdef Moves new_moves(Ruleset game, tuple names):
    """An empty sequence."""
    cdef Moves moves = Moves.__new__(Moves, *KEY)
    moves.game = game
    moves.names = names
    return moves
