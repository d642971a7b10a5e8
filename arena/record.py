"""Records of games and units, and their results."""

from typing import NamedTuple


class Forfeit(NamedTuple):
    """The end of a game that a seat lost by an error.

    seat: the seat that lost.
    reason: the error in words.
    traceback: where in its code the solver failed; None if it raised no error.
    """

    seat: int
    reason: str
    traceback: str | None = None


class GameRecord(NamedTuple):
    """One finished game.

    unit: number of its unit.
    number: number of the game in its unit.
    seats: the entry in each seat.
    scores: the final scores by seat.
    forfeit: the seat that lost by an error; None if the game was played to its end.
    moves: texts of the moves, one a line.
    movers: the seat of each move, one byte each.
    times: seconds of each move, one float32 each.
    luck: for each seat the luck in points and in shares of the win; None if it was not measured.
    wins: the share of the win that the solver expected with each move, one float32 each, NaN if the solver named none;
        None if no solver named one in this game.
    """

    unit: int
    number: int
    seats: tuple[int, ...]
    scores: tuple[int, ...]
    forfeit: Forfeit | None
    moves: str
    movers: bytes
    times: bytes
    luck: tuple[tuple[float, float], ...] | None = None
    wins: bytes | None = None

    def shares(self) -> list[float]:
        """The share of the win by seat; after a forfeit the other seats share it equally."""
        if self.forfeit is not None:
            others = 1 / max(len(self.seats) - 1, 1)
            return [0.0 if seat == self.forfeit.seat else others for seat in range(len(self.seats))]
        best = max(self.scores)
        winners = self.scores.count(best)
        return [1 / winners if score == best else 0.0 for score in self.scores]

    def margins(self) -> list[int] | None:
        """The margin of each seat: its score minus the best other score. None after a forfeit.

        The margin of a player who plays alone is the score.
        """
        if self.forfeit is not None:
            return None
        return [
            score - max(self.scores[:seat] + self.scores[seat + 1 :], default=0)
            for seat, score in enumerate(self.scores)
        ]

    def duel(self, one: int, other: int) -> float:
        """1 if the first seat is ahead of the second at the end, 1/2 if they are equal, else 0."""
        if self.forfeit is not None and self.forfeit.seat in (one, other):
            return float(self.forfeit.seat == other)
        if self.forfeit is not None:
            return 0.5
        return (1 + (self.scores[one] > self.scores[other]) - (self.scores[one] < self.scores[other])) / 2


class UnitRecord(NamedTuple):
    """One deal with all its games, the sample of every statistic.

    unit: number of the unit.
    games: its games, one for each seating.
    dealt: the fingerprint of the dealt position; None if an older file does not have it.
    """

    unit: int
    games: tuple[GameRecord, ...]
    dealt: str | None = None
