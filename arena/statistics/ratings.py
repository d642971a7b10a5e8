"""Ratings of many solvers on one scale, from unit results, with intervals and full covariance."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.stats import t

from kiebitz.arena.statistics.bradley_terry import SCALE, Fit, farthest, fit, sums
from kiebitz.arena.statistics.units import ELO_LIMIT, Interval, elo_interval, plain


class Pair(NamedTuple):
    """What one unit says of two solvers: the first one's mean share against the second, 0..1.

    unit: names the deal (any hashable), so that several pairs of one unit are not taken for independent; None: its
    own.
    """

    first: str
    second: str
    score: float
    unit: object = None


class Row(NamedTuple):
    """One solver of the table; elo, low, high in Elo relative to the reference, units: how many it played in."""

    solver: str
    elo: float
    low: float
    high: float
    units: int


@dataclass(frozen=True)
class Ratings:
    """Ratings relative to the reference (anchor, or the mean of all), with as many dimensions in front as the scores.

    names: in the order of all vectors; reference: weights of the ratings whose sum is 0 Elo, shape (solvers,); duel:
    the Elo difference of two solvers among themselves, which need no model, else None; units: number of units of each
    solver; freedom: degrees of freedom of the intervals.
    """

    names: tuple[str, ...]
    fit: Fit
    reference: np.ndarray
    duel: Interval | None
    units: np.ndarray
    freedom: int
    confidence: float

    @property
    def elo(self):
        """Shape (..., solvers)."""
        return np.stack([self._mean(self._contrast(i)) for i in range(len(self.names))], -1)

    @property
    def covariance(self):
        """In Elo squared, shape (..., solvers, solvers)."""
        contrasts = np.stack([self._contrast(i) for i in range(len(self.names))])
        return SCALE**2 * contrasts @ self.fit.robust @ contrasts.T

    def rows(self):
        """The table, best first; for a single league."""
        rows = [Row(name, *self.rating(name), int(count)) for name, count in zip(self.names, self.units, strict=True)]
        return sorted(rows, key=lambda row: (-row.elo, row.solver))

    def rating(self, name):
        """A solver's Elo with its interval."""
        return self._interval(self._contrast(self.names.index(name)))

    def difference(self, first, second):
        """How much better the first solver is, with its interval."""
        return self._interval(self._contrast(self.names.index(first)) - self._contrast(self.names.index(second)))

    def _contrast(self, i):
        return np.eye(len(self.names))[i] - self.reference

    def _mean(self, contrast):
        """Elo of a contrast, weights of the ratings whose sum is 0."""
        return contrast[0] * self.duel.mean if self.duel is not None else SCALE * (self.fit.ratings @ contrast)

    def _interval(self, contrast):
        """A score test says how far it goes, with a chi square as much wider as the units vary more than coins."""
        mean = self._mean(contrast)
        if not contrast.any():
            return plain(mean, mean, mean)
        if self.duel is not None:
            ends = [contrast[0] * end for end in self.duel[1:]]
            return plain(mean, np.minimum(*ends), np.maximum(*ends))
        wider = (self.fit.robust @ contrast @ contrast) / (self.fit.model @ contrast @ contrast)
        reach = wider * t.ppf(0.5 + self.confidence / 2, self.freedom) ** 2
        low, high = (sign * SCALE * farthest(self.fit.duels, sign * contrast, reach) for sign in (-1, 1))
        return plain(mean, np.minimum(np.maximum(low, -ELO_LIMIT), mean), np.maximum(np.minimum(high, ELO_LIMIT), mean))


def ratings(pairs, anchor=None, confidence=0.95):
    """Ratings from pairs (see `Pair`; plain tuples will do), relative to the solver `anchor` or to the mean of all.

    Scores may be fractions (quasi-likelihood); units, not games, are taken for independent. A score may also be an
    array, one of many leagues each. ValueError for no pairs, a score outside 0..1 or an unknown anchor.
    """
    pairs = [Pair(*pair) for pair in pairs]
    if not pairs:
        raise ValueError("ratings need at least one pair")
    names = tuple(dict.fromkeys(name for pair in pairs for name in pair[:2]))
    if anchor is not None and anchor not in names:
        raise ValueError(f"no results of the anchor {anchor!r}; there are {', '.join(names)}")
    number = {name: i for i, name in enumerate(names)}
    met = np.array([[number[pair.first], number[pair.second]] for pair in pairs])
    score = np.moveaxis(np.array([pair.score for pair in pairs], float), 0, -1)
    if (met[:, 0] == met[:, 1]).any():
        raise ValueError("a solver cannot be paired with itself")
    if not ((score >= 0) & (score <= 1)).all():
        raise ValueError("scores must be in 0..1")
    score = np.where(met[:, 0] > met[:, 1], 1 - score, score)
    first, second = np.sort(met, axis=1).T
    keys = [("pair", k) if pair.unit is None else ("unit", pair.unit) for k, pair in enumerate(pairs)]
    index = {key: k for k, key in enumerate(dict.fromkeys(keys))}
    cluster = np.array([index[key] for key in keys])
    return Ratings(
        names,
        fit(len(names), first, second, score, cluster),
        np.full(len(names), 1 / len(names)) if anchor is None else np.eye(len(names))[number[anchor]],
        elo_interval(sums(score, cluster, len(index)) / np.bincount(cluster), confidence) if len(names) == 2 else None,
        np.array([len(np.unique(cluster[(first == i) | (second == i)])) for i in range(len(names))]),
        max(len(index) - 1, 1),
        confidence,
    )
