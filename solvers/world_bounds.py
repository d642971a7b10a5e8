"""What is known of every move in every world: bounds of its margin and share of the win, and their weighted means.

    world        0        1        2
    weight       1        2        2
    move 0    [ -3, -3] [ 4, 4]  [ 1, 1]     solved: low = high
    move 1    [  ? , 2] [ ?, 4]  [ ?, 1]     can at best be as good as the bounds

A move whose means at best are below those of a solved move cannot be the best move. So it needs no value.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kiebitz import endgame

Floats = npt.NDArray[np.float64]

FAR = 10.0**6  # more than any margin
MARGIN, WIN = 0, 1  # the two quantities of an outcome
CLOSE = 1e-9  # means that differ by less are equal: sums of thirds are rounded


class Worth(NamedTuple):
    """Sums over the worlds, by importance: shares of the win before margins, or the other way round."""

    first: float
    second: float

    def exceeds(self, other: "Worth") -> bool:
        """Whether this is more than the other."""
        if abs(self.first - other.first) > CLOSE:
            return self.first > other.first
        return self.second > other.second + CLOSE


def win_of(margin: Floats) -> Floats:
    """The share of the win of two players, by the margin."""
    return (1 + np.sign(margin)) / 2


class WorldBounds:
    """Bounds of all moves in all worlds.

    moves: number of moves.
    weights: weight of each world.
    win_first: whether shares of the win are compared before margins.
    """

    def __init__(self, moves: int, weights: list[int], win_first: bool) -> None:
        self.weights = np.array(weights, dtype=np.float64)
        self.kinds = (WIN, MARGIN) if win_first else (MARGIN, WIN)
        shape = (2, moves, len(weights))
        self.low = np.empty(shape)
        self.high = np.empty(shape)
        self.low[MARGIN], self.high[MARGIN] = -FAR, FAR
        self.low[WIN], self.high[WIN] = 0.0, 1.0
        self.finished = np.zeros(len(weights), dtype=bool)  # worlds whose best move is known
        self.guess = np.full(shape, np.nan)  # of searches that were cut short, or known
        self.best = self.high @ self.weights  # sums over the worlds of what each move can be at best
        self.open = np.full(moves, len(weights))  # number of worlds in which the value is not known

    def add_solution(self, world: int, rows: list[int], solution: endgame.Solution) -> None:
        """Takes the values and upper bounds of a solved world; if it was not solved, the guesses of its search.

        rows: the row of each outcome.
        """
        outcomes = solution.outcomes
        self.finished[world] = solution.exact
        margins = np.array([outcome.margin for outcome in outcomes], dtype=np.float64)
        exact = np.array([outcome.exact for outcome in outcomes])
        wins = np.array([outcome.win for outcome in outcomes])
        for kind, values in ((MARGIN, margins), (WIN, wins)):
            self.guess[kind, rows, world] = values
            if not solution.exact:
                continue
            self.high[kind, rows, world] = np.minimum(values, self.high[kind, rows, world])
            self.low[kind, rows, world] = np.where(exact, values, self.low[kind, rows, world])
        self.best = self.high @ self.weights
        self.open = (self.low < self.high).any(axis=0).sum(axis=1)

    def narrow(self, row: int, world: int, low: float, high: float) -> None:
        """Takes bounds of the margin of a move in a world of two players."""
        cell = (slice(None), row, world)
        for limits, margin, tighter in ((self.low, low, np.maximum), (self.high, high, np.minimum)):
            limits[cell] = tighter(limits[cell], (margin, (1 + np.sign(margin)) / 2))
        self.best[:, row] = self.high[:, row] @ self.weights
        self.open[row] = int((self.low[:, row] < self.high[:, row]).any(axis=0).sum())

    def at_best(self, row: int) -> Worth:
        """What a move can be at best. It is the value of a move that is solved in every world."""
        return Worth(*(float(self.best[kind, row]) for kind in self.kinds))

    def solved(self, row: int) -> bool:
        """Whether the values of a move are known in every world."""
        return not self.open[row]

    def most_promising(self, rows: npt.NDArray[np.int64]) -> int:
        """The row that is best at best. Of equal rows a solved one, else the first."""
        first, second = (self.best[kind, rows] for kind in self.kinds)
        order = np.lexsort((self.open[rows] > 0, -np.round(second, 6), -np.round(first, 6)))
        return int(rows[order[0]])

    def likely_winner(self, tried: npt.NDArray[np.int64], points: npt.NDArray[np.int64]) -> int:
        """The row that can win most. Of equal rows the least often tried in vain, the surest, the most points."""
        low = self.low[WIN] @ self.weights
        return int(np.lexsort((-points, -np.round(low, 6), tried, -np.round(self.best[WIN], 6)))[0])

    def open_wins(self, row: int) -> npt.NDArray[np.int64]:
        """The worlds in which the share of the win of a row is not known."""
        return np.flatnonzero(self.low[WIN, row] < self.high[WIN, row])

    def worlds_known(self, row: int) -> int:
        """Number of worlds in which the margin of a row is known."""
        return len(self.weights) - int(self.open[row])

    def winners(self) -> list[int]:
        """The rows that win most for certain, if no move can win more."""
        low = self.low[WIN] @ self.weights
        return np.flatnonzero(low >= self.best[WIN].max() - CLOSE).tolist()

    def hardest_world(self, row: int) -> int:
        """Of the worlds in which the share of the win of a row is not known, the one that refuted most moves."""
        worlds = self.open_wins(row)
        return int(worlds[np.argmax(self.weights[worlds] * (1 - self.high[WIN][:, worlds].mean(axis=0)))])

    def unsolved_world(self, row: int) -> int:
        """The unsolved world that weighs most."""
        unsolved = (self.low[:, row] < self.high[:, row]).any(axis=0)
        return int(np.argmax(np.where(unsolved, self.weights, -1)))

    def hopeless(self, row: int, world: int, rival: Worth) -> float:
        """The largest margin in this world with which a move, at best elsewhere, is no better than the rival."""
        weight, most = self.weights[world], self.high[MARGIN, row, world]
        rest = self.best[:, row] - weight * self.high[:, row, world]
        for low, high, win in ((1.0, FAR, 1.0), (0.0, 0.0, 0.5), (-FAR, -1.0, 0.0)):
            margin = self.largest(rest, weight, win, rival, min(high, most), low)
            if margin is not None:
                return margin
        return -FAR

    def largest(self, rest: Floats, weight: float, win: float, rival: Worth, most: float, least: float) -> float | None:
        """The largest margin of least..most, all with the same share of the win, that does not exceed the rival."""
        if most < least:
            return None
        wins = rest[WIN] + weight * win
        if self.kinds[0] == WIN and abs(wins - rival.first) > CLOSE:
            return most if wins < rival.first else None
        limit = rival.second if self.kinds[0] == WIN else rival.first
        margin = min(most, float(np.floor((limit - rest[MARGIN] + CLOSE) / weight)))
        level = abs(rest[MARGIN] + weight * margin - limit) < CLOSE
        if self.kinds[0] == MARGIN and level and wins > rival.second + CLOSE:
            margin -= 1
        return margin if margin >= least else None

    def means(self, row: int) -> tuple[Floats, Floats]:
        """Returns the (lower, upper) bounds of the means, each an array (margin, share of the win)."""
        total = self.weights.sum()
        return self.low[:, row] @ self.weights / total, self.high[:, row] @ self.weights / total

    def guesses(self) -> tuple[Floats, Floats]:
        """The mean (margins, shares of the win) of all moves in the worlds that were searched, known or guessed."""
        searched = ~np.isnan(self.guess[MARGIN]).all(axis=0)
        weights = self.weights[searched] / self.weights[searched].sum()
        likely = np.clip(self.guess, self.low, self.high)[:, :, searched]
        return likely[MARGIN] @ weights, likely[WIN] @ weights
