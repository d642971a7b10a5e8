"""What is kept of a game, and what it was worth to whom."""

from typing import NamedTuple


class Forfeit(NamedTuple):
    """Who lost without playing on, and why."""

    seat: int
    reason: str


class GameRecord(NamedTuple):
    """One finished game.

    number: within its unit; seats: the entry in each seat; scores: by seat, as they stood at the end; moves: texts, one
    a line; movers: a byte a move, its seat; times: a float32 a move, seconds; luck: by seat in points and in
    shares of the win, None if not measured; wins: a float32 a move, the share of the win its solver expected, NaN where
    it said nothing, None if nobody ever did.
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

    def shares(self):
        """The share of the win by seat: a solver that forfeits gets none, the others the same."""
        if self.forfeit is not None:
            others = 1 / max(len(self.seats) - 1, 1)
            return [0.0 if seat == self.forfeit.seat else others for seat in range(len(self.seats))]
        best = max(self.scores)
        winners = self.scores.count(best)
        return [1 / winners if score == best else 0.0 for score in self.scores]

    def margins(self):
        """By seat the score minus the best other one, alone the score; None if the game was not played to its end."""
        if self.forfeit is not None:
            return None
        return [
            score - max(self.scores[:seat] + self.scores[seat + 1 :], default=0)
            for seat, score in enumerate(self.scores)
        ]

    def duel(self, one, other):
        """1 if the first seat is ahead of the second at the end, 1/2 if level, else 0."""
        if self.forfeit is not None and self.forfeit.seat in (one, other):
            return float(self.forfeit.seat == other)
        if self.forfeit is not None:
            return 0.5
        return (1 + (self.scores[one] > self.scores[other]) - (self.scores[one] < self.scores[other])) / 2


class UnitRecord(NamedTuple):
    """One deal with all its games, the sample of every statistic.

    dealt: the fingerprint of the position that all games began with, None if it was never noted.
    """

    unit: int
    games: tuple[GameRecord, ...]
    dealt: str | None = None
