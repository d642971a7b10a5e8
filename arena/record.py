"""Records of games and units, and the results they give."""

from typing import NamedTuple


class Forfeit(NamedTuple):
    """The end of a game that a seat lost without playing on, and the reason."""

    seat: int
    reason: str


class GameRecord(NamedTuple):
    """One finished game.

    unit: number of its unit.
    number: of the game within its unit.
    seats: the entry in each seat.
    scores: by seat, at the end.
    forfeit: None if the game was played to its end.
    moves: texts, one a line.
    movers: the seat of each move, one byte a move.
    times: seconds of each move, one float32 a move.
    luck: by seat in points and in shares of the win; None if not measured.
    wins: the share of the win that the solver expected with each move, one float32 a move, NaN if it named none; None
        if no solver ever named one.
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
        """The score minus the best other score by seat, alone the score; None after a forfeit."""
        if self.forfeit is not None:
            return None
        return [
            score - max(self.scores[:seat] + self.scores[seat + 1 :], default=0)
            for seat, score in enumerate(self.scores)
        ]

    def duel(self, one: int, other: int) -> float:
        """1 if the first seat is ahead of the second at the end, 1/2 if level, else 0."""
        if self.forfeit is not None and self.forfeit.seat in (one, other):
            return float(self.forfeit.seat == other)
        if self.forfeit is not None:
            return 0.5
        return (1 + (self.scores[one] > self.scores[other]) - (self.scores[one] < self.scores[other])) / 2


class UnitRecord(NamedTuple):
    """One deal with all its games, the sample of every statistic.

    unit: its number.
    dealt: the fingerprint of the position that all games began with; None if it was never noted.
    """

    unit: int
    games: tuple[GameRecord, ...]
    dealt: str | None = None
