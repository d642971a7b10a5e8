"""Moves as values, and the sequence of the legal moves of a state."""

cimport cython
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

from kiebitz.engine.game cimport Move as CMove
from kiebitz.engine.game cimport MoveList, list_free, same
from kiebitz.ruleset cimport Ruleset


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


def rebuilt_move(Ruleset game, tuple names, uint64_t lo, uint64_t hi, int32_t points):
    """A pickled move."""
    return new_move(game, names, CMove(lo, hi), points, 0)


cdef Move new_move(Ruleset game, tuple names, CMove value, int32_t points, Py_ssize_t index):
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
