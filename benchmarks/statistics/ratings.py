"""Ratings of many solvers on one scale: Bradley and Terry's model (1952) on unit results, with full covariance."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.stats import t

from kiebitz.benchmarks.statistics.units import Interval

SCALE = 400 / np.log(10)  # Elo in one unit of log odds
PRIOR_UNITS = 1.0  # added to each pair that met: half of it won, half of it lost; bounds the rating of clean sweeps
PRIOR_SPREAD = 2000 / SCALE  # standard deviation of a rating nothing is known of; holds apart groups that never met
STEPS = 100
STEP_LIMIT = 3.0
PRECISION = 1e-10


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
    """Ratings in Elo and their covariance in Elo squared, both relative to the reference (anchor, or the mean of
    all).

    names: in the order of the vectors; units: number of units of each solver; freedom: degrees of freedom of the
    intervals.
    """

    names: tuple[str, ...]
    elo: np.ndarray
    covariance: np.ndarray
    units: np.ndarray
    freedom: int
    confidence: float

    def rows(self):
        """The table, best first."""
        rows = [Row(name, *self._interval(i, i), int(self.units[i])) for i, name in enumerate(self.names)]
        return sorted(rows, key=lambda row: (-row.elo, row.solver))

    def difference(self, first, second):
        """How much better the first solver is, with its interval."""
        return self._interval(self.names.index(first), self.names.index(second))

    def _interval(self, i, j):
        """Of the difference of two solvers; of the rating itself for i == j."""
        mean, variance = self.elo[i], self.covariance[i, i]
        if i != j:
            mean, variance = mean - self.elo[j], variance + self.covariance[j, j] - 2 * self.covariance[i, j]
        half = float(t.ppf(0.5 + self.confidence / 2, self.freedom) * np.sqrt(max(variance, 0)))
        return Interval(float(mean), float(mean) - half, float(mean) + half)


def ratings(pairs, anchor=None, confidence=0.95):
    """Ratings from pairs (see `Pair`; plain tuples will do), relative to the solver `anchor` or to the mean of all.

    Scores may be fractions (quasi-likelihood). The covariance is the sandwich clustered by unit (White 1982; Liang &
    Zeger 1986): it takes units, not games, for independent, and uses the spread the units show instead of a coin's.
    ValueError for no pairs, a score outside 0..1 or an unknown anchor.
    """
    pairs = [Pair(*pair) for pair in pairs]
    if not pairs:
        raise ValueError("ratings need at least one pair")
    names = tuple(dict.fromkeys(name for pair in pairs for name in pair[:2]))
    if anchor is not None and anchor not in names:
        raise ValueError(f"no results of the anchor {anchor!r}; there are {', '.join(names)}")
    number = {name: i for i, name in enumerate(names)}
    first = np.array([number[pair.first] for pair in pairs])
    second = np.array([number[pair.second] for pair in pairs])
    score = np.array([pair.score for pair in pairs], float)
    if (first == second).any():
        raise ValueError("a solver cannot be paired with itself")
    if not ((score >= 0) & (score <= 1)).all():
        raise ValueError("scores must be in 0..1")
    keys = [("pair", k) if pair.unit is None else ("unit", pair.unit) for k, pair in enumerate(pairs)]
    index = {key: k for k, key in enumerate(dict.fromkeys(keys))}
    cluster = np.array([index[key] for key in keys])
    estimate, covariance = fit(len(names), first, second, score, cluster)
    reference = np.full(len(names), 1 / len(names)) if anchor is None else np.eye(len(names))[number[anchor]]
    contrast = np.eye(len(names)) - reference
    units = np.array([len(np.unique(cluster[(first == i) | (second == i)])) for i in range(len(names))])
    return Ratings(
        names,
        SCALE * contrast @ estimate,
        SCALE**2 * contrast @ covariance @ contrast.T,
        units,
        max(len(index) - 1, 1),
        confidence,
    )


def fit(count, first, second, score, cluster):
    """Log odds ratings and their covariance, up to a common constant that the prior holds at 0."""
    met = np.unique(np.stack([first, second]), axis=1)
    # The prior's win and loss are observations of weight 1/2 of the prior each, in clusters of their own.
    i = np.concatenate([first, met[0], met[0]])
    j = np.concatenate([second, met[1], met[1]])
    y = np.concatenate([score, np.ones(met.shape[1]), np.zeros(met.shape[1])])
    weight = np.concatenate([np.ones(len(score)), np.full(2 * met.shape[1], PRIOR_UNITS / 2)])
    clusters = int(cluster.max()) + 1
    where = np.concatenate([cluster, clusters + np.arange(2 * met.shape[1])])
    ridge = np.eye(count) / PRIOR_SPREAD**2
    theta = np.zeros(count)
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(theta[j] - theta[i]))
        gradient = spread(count, i, j, weight * (y - p)) - ridge @ theta
        hessian = laplacian(count, i, j, weight * p * (1 - p)) + ridge
        step = np.linalg.solve(hessian, gradient)
        theta = theta + np.clip(step, -STEP_LIMIT, STEP_LIMIT)
        if np.abs(step).max() < PRECISION:
            break
    residual = weight * (y - p)
    scores = np.zeros((where.max() + 1, count))
    np.add.at(scores, (where, i), residual)
    np.add.at(scores, (where, j), -residual)
    meat = scores.T @ scores * (clusters / max(clusters - 1, 1)) + ridge
    bread = np.linalg.inv(hessian)
    return theta, bread @ meat @ bread


def spread(count, i, j, values):
    return np.bincount(i, values, count) - np.bincount(j, values, count)


def laplacian(count, i, j, values):
    matrix = np.zeros((count, count))
    np.add.at(matrix, (i, j), -values)
    np.add.at(matrix, (j, i), -values)
    matrix[np.diag_indices(count)] = np.bincount(i, values, count) + np.bincount(j, values, count)
    return matrix
