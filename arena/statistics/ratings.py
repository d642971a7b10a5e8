"""Ratings of many solvers on one scale, from results of units, with intervals and full covariance."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from kiebitz.arena.statistics.bradley_terry import SCALE, Fit, farthest, fit, sums
from kiebitz.arena.statistics.units import ELO_LIMIT, Interval, elo_interval, plain

Floats = NDArray[np.float64]


class Pair(NamedTuple):
    """The result of two solvers in one unit.

    first, second: names of the solvers.
    score: the first solver's mean score against the second, 0..1; or an array with one score for each league.
    unit: any hashable name of the unit. Pairs of one unit are not independent. None for a unit of its own.
    """

    first: str
    second: str
    score: Any
    unit: Any = None


class RatedSolver(NamedTuple):
    """A row of the table.

    solver: name of the solver.
    elo, low, high: rating with its interval in Elo, relative to the reference.
    units: number of the solver's units.
    """

    solver: str
    elo: float
    low: float
    high: float
    units: int


@dataclass(frozen=True)
class Ratings:
    """Ratings relative to a reference: an anchor, or the mean of all. Scores may have a dimension in front.

    names: names of the solvers, in the order of all vectors.
    fit: the fitted model.
    reference: weights of the ratings; their weighted sum is 0 Elo, shape (solvers,).
    duel: the Elo difference of two solvers, which need no model; None for more solvers.
    units: number of units of each solver, shape (solvers,).
    freedom: degrees of freedom of the intervals.
    confidence: confidence of the intervals, 0..1.
    """

    names: tuple[str, ...]
    fit: Fit
    reference: Floats
    duel: Interval | None
    units: NDArray[np.intp]
    freedom: int
    confidence: float

    @property
    def elo(self) -> Floats:
        """The ratings in Elo, shape (..., solvers)."""
        return np.stack([self._mean(self._contrast(i)) for i in range(len(self.names))], -1)

    @property
    def covariance(self) -> Floats:
        """The covariance of the ratings in Elo squared, shape (..., solvers, solvers)."""
        contrasts = np.stack([self._contrast(i) for i in range(len(self.names))])
        covariance: Floats = SCALE**2 * contrasts @ self.fit.robust @ contrasts.T
        return covariance

    def rows(self) -> list[RatedSolver]:
        """The table of a single league, best solver first."""
        rows = [
            RatedSolver(name, *self.rating(name), int(count))
            for name, count in zip(self.names, self.units, strict=True)
        ]
        return sorted(rows, key=lambda row: (-row.elo, row.solver))

    def rating(self, name: str) -> Interval:
        """A solver's Elo with its interval."""
        return self._interval(self._contrast(self.names.index(name)))

    def difference(self, first: str, second: str) -> Interval:
        """The first solver's Elo minus the second one's, with its interval."""
        return self._interval(self._contrast(self.names.index(first)) - self._contrast(self.names.index(second)))

    def _contrast(self, i: int) -> Floats:
        contrast: Floats = np.eye(len(self.names))[i] - self.reference
        return contrast

    def _mean(self, contrast: Floats) -> Any:
        """The Elo of a contrast.

        contrast: weights of the ratings with sum 0, shape (solvers,).
        """
        return contrast[0] * self.duel.mean if self.duel is not None else SCALE * (self.fit.ratings @ contrast)

    def _interval(self, contrast: Floats) -> Interval:
        """Mean and interval of a contrast by a score test. Its chi square is larger if units vary more than coins."""
        mean = self._mean(contrast)
        if not contrast.any():
            return plain(mean, mean, mean)
        if self.duel is not None:
            ends = [contrast[0] * end for end in self.duel[1:]]
            return plain(mean, np.minimum(*ends), np.maximum(*ends))
        wider = (self.fit.robust @ contrast @ contrast) / (self.fit.model @ contrast @ contrast)
        reach = wider * stdtrit(self.freedom, 0.5 + self.confidence / 2) ** 2
        low, high = (sign * SCALE * farthest(self.fit.duels, sign * contrast, reach) for sign in (-1, 1))
        return plain(mean, np.minimum(np.maximum(low, -ELO_LIMIT), mean), np.maximum(np.minimum(high, ELO_LIMIT), mean))


def clusters(pairs: list[Pair]) -> NDArray[np.intp]:
    """The number of each pair's unit, shape (pairs,)."""
    keys = [("pair", k) if pair.unit is None else ("unit", pair.unit) for k, pair in enumerate(pairs)]
    index = {key: k for k, key in enumerate(dict.fromkeys(keys))}
    return np.array([index[key] for key in keys])


def ratings(pairs: Iterable[Pair | tuple[Any, ...]], anchor: str | None = None, confidence: float = 0.95) -> Ratings:
    """Ratings from pairs.

    pairs: `Pair`s or tuples of their fields. Scores may be fractions (quasi-likelihood).
    anchor: name of the solver that has 0 Elo; None if the mean of all solvers is 0 Elo.
    confidence: confidence of the intervals, 0..1.

    Raises ValueError if there are no pairs, a solver is paired with itself, a score is outside 0..1, or the anchor is
    unknown.
    """
    found = [Pair(*pair) for pair in pairs]
    if not found:
        raise ValueError("ratings need at least one pair")
    names = tuple(dict.fromkeys(name for pair in found for name in pair[:2]))
    if anchor is not None and anchor not in names:
        raise ValueError(f"no results of the anchor {anchor!r}; there are {', '.join(names)}")
    number = {name: i for i, name in enumerate(names)}
    met = np.array([[number[pair.first], number[pair.second]] for pair in found])
    score = np.moveaxis(np.array([pair.score for pair in found], float), 0, -1)
    if (met[:, 0] == met[:, 1]).any():
        raise ValueError("a solver cannot be paired with itself")
    if not ((score >= 0) & (score <= 1)).all():
        raise ValueError("scores must be in 0..1")
    score = np.where(met[:, 0] > met[:, 1], 1 - score, score)
    first, second = np.sort(met, axis=1).T
    cluster = clusters(found)
    count = int(cluster.max()) + 1
    return Ratings(
        names,
        fit(len(names), first, second, score, cluster),
        np.full(len(names), 1 / len(names)) if anchor is None else np.eye(len(names))[number[anchor]],
        elo_interval(sums(score, cluster, count) / np.bincount(cluster), confidence) if len(names) == 2 else None,
        np.array([len(np.unique(cluster[(first == i) | (second == i)])) for i in range(len(names))]),
        max(count - 1, 1),
        confidence,
    )
