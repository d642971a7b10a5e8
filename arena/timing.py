"""Thinking times of the solvers, from the game records."""

import numpy as np

from kiebitz.arena.record import GameRecord


class ThinkingTimes:
    """Seconds and numbers of moves of each entry, summed over games.

    entries: number of solvers.
    """

    def __init__(self, entries: int) -> None:
        self.seconds = np.zeros(entries)
        self.moves = np.zeros(entries, dtype=np.int64)

    def add(self, game: GameRecord) -> None:
        """Adds the moves of a game."""
        seats = np.array(game.seats)
        entries = seats[np.frombuffer(game.movers, dtype=np.uint8)]
        self.moves += np.bincount(entries, minlength=len(self.moves))
        self.seconds += np.bincount(entries, np.frombuffer(game.times, dtype="<f4"), minlength=len(self.moves))

    def milliseconds(self, entry: int) -> float | None:
        """Mean time of a move in milliseconds; None if the entry never moved."""
        return None if not self.moves[entry] else 1000 * float(self.seconds[entry] / self.moves[entry])
