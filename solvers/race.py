"""Sequential allocation: candidates are played in the same worlds, and clearly worse ones are dropped.

Only sums are kept. So memory does not grow with the number of worlds, and every batch takes the same time.
"""

from collections.abc import Iterable
from functools import lru_cache
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from kiebitz.solvers.interrupts import uninterrupted
from kiebitz.solvers.utility import Utility

# Least fresh worlds of a candidate. Fewer tell less than the worlds of the choice, although the choice biases those.
LEAST_FRESH = 8

ROUNDING = 1e-9  # variance of equal results that were added up

MARGIN, WIN, UTILITY = 0, 1, 2  # quantities of `Moments`

Floats = npt.NDArray[np.float64]


def quantile(confidence: float, degrees: Any) -> Any:
    """Two-sided quantile of Student's t, by the expansion of Abramowitz and Stegun 26.7.5.

    confidence: at least 0.5, less than 1.
    degrees: degrees of freedom, a number or an array.
    """
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / degrees + second / degrees**2 + third / degrees**3 + fourth / degrees**4


@lru_cache(maxsize=1024)
def student(confidence: float, degrees: int) -> float:
    """The quantile for one number of degrees. Values are kept: candidates of an answer ask for the same few."""
    return float(quantile(confidence, degrees))


def share_interval(count: int, total: float, squares: float, confidence: float) -> tuple[float, float]:
    """The confidence interval of a mean share of the win.

    This is Wilson's interval (1927) for the number of coin tosses that have the same variance (Korn and Graubard 1998).
    It stays inside 0..1. Equal results count as tosses, so that a few wins do not look like a certain win.

    count: number of results, at least 1.
    total: their sum.
    squares: the sum of their squares.
    confidence: at least 0.5, less than 1.
    """
    mean = total / count
    centre = (total + 0.5) / (count + 1)
    coin = centre * (1 - centre)  # variance of one toss
    deviations = squares - count * mean**2
    ratio = 1.0  # variance of a result divided by that of a toss
    if deviations > ROUNDING * count:
        ratio = min(deviations / ((count - 1) * coin), 1.0)
    load = student(confidence, max(count - 1, 1)) ** 2 * ratio / count
    middle = (mean + load / 2) / (1 + load)
    half = (load * (mean * (1 - mean) + load / 4)) ** 0.5 / (1 + load)
    # Rounding must not push the mean of equal results out of its own interval.
    return min(max(middle - half, 0.0), mean), max(min(middle + half, 1.0), mean)


class Moments:
    """Counts, sums and sums of squares of measured quantities, with a column for each candidate.

    size: number of candidates.
    The quantities are margins, shares of the win, and utilities, in this order.
    """

    def __init__(self, size: int) -> None:
        self.counts = np.zeros(size, dtype=np.int64)
        self.sums = np.zeros((3, size))
        self.squares = np.zeros((3, size))

    def add(self, rows: npt.NDArray[np.int32], *quantities: Floats) -> None:
        """Adds results of the candidates `rows`. Each quantity has the shape (rows, worlds)."""
        values = np.stack(quantities)
        self.counts[rows] += values.shape[2]
        self.sums[: len(values), rows] += values.sum(axis=2)
        self.squares[: len(values), rows] += np.einsum("krw,krw->kr", values, values)

    def plus(self, other: "Moments") -> "Moments":
        """The sum of both."""
        both = Moments(len(self.counts))
        both.counts = self.counts + other.counts
        both.sums = self.sums + other.sums
        both.squares = self.squares + other.squares
        return both

    def mean(self, row: int, kind: int) -> float:
        """The mean of a quantity of a candidate; 0 without results."""
        return float(self.sums[kind, row] / max(self.counts[row], 1))

    def bounds(self, row: int, kind: int, confidence: float, deviation: float) -> tuple[float, tuple[float, float]]:
        """Mean and confidence interval of a candidate: Student's for margins, `share_interval` for shares of the win.

        row: number of the candidate. It must have a result.
        kind: 0 for margins, 1 for shares of the win.
        confidence: at least 0.5, less than 1.
        deviation: standard deviation of a margin, used if there is only one result.
        """
        count, total, squares = int(self.counts[row]), float(self.sums[kind, row]), float(self.squares[kind, row])
        mean = total / count
        if kind == 1:
            mean = min(max(mean, 0.0), 1.0)
            return mean, share_interval(count, mean * count, squares, confidence)
        if count == 1:
            half = NormalDist().inv_cdf(0.5 + confidence / 2) * deviation
        else:
            variance = max(squares / count - mean**2, 0.0) * count / (count - 1)
            half = student(confidence, count - 1) * (variance / count) ** 0.5
        return mean, (mean - half, mean + half)


class Common:
    """Sums over the worlds that two candidates have in common, for each pair of candidates.

    A candidate that was dropped has all its worlds in common with each candidate that was dropped later.

    rows: numbers of the candidates, ascending.

    Attributes:

    counts: number of worlds by candidate.
    products: sums of a * b, by places of a and b in `rows`; the same for both orders.
    sums: sums of b, by places of a and b, over the worlds of a and b.
    squares: sums of b * b, likewise.
    """

    def __init__(self, rows: npt.NDArray[np.int32]) -> None:
        size = len(rows)
        self.rows = rows
        self.counts = np.zeros(size, dtype=np.int64)
        self.products, self.sums, self.squares = (np.zeros((size, size)) for _ in range(3))

    def places(self, rows: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
        """The places of candidates in `rows`."""
        return np.searchsorted(self.rows, rows)

    def add(self, rows: npt.NDArray[np.int32], values: Floats) -> None:
        """Adds results of the candidates `rows` in further worlds; values has the shape (rows, worlds)."""
        if len(rows) == len(self.rows):
            every: Any = slice(None)
            block: Any = (every, every)
        else:
            every = self.places(rows)
            block = np.ix_(every, every)
        self.counts[every] += values.shape[1]
        self.products[block] += np.einsum("aw,bw->ab", values, values)  # BLAS would wake its threads
        self.sums[block] += values.sum(axis=1)
        self.squares[block] += np.einsum("rw,rw->r", values, values)

    def deficits(self, leader: int, rows: npt.NDArray[np.int32]) -> tuple[Floats, Floats, npt.NDArray[np.int64]]:
        """For each of the rows: mean of leader minus candidate in their worlds, its standard error, number of worlds.

        leader: number of a candidate that was not dropped before any of the rows.
        """
        places, place = self.places(rows), int(np.searchsorted(self.rows, leader))
        counts = self.counts[places]
        own_sums, own_squares = self.sums[places, places], self.squares[places, places]
        difference = (self.sums[places, place] - own_sums) / counts
        squares = (self.squares[places, place] + own_squares - 2 * self.products[places, place]) / counts
        return difference, np.sqrt(np.maximum(squares - difference**2, 0.0) / np.maximum(counts - 1, 1)), counts


class Race:
    """Candidates that are compared in the same worlds.

    size: number of candidates.
    utility: the utility, which decides between candidates.

    Attributes:

    active: numbers of the candidates that get further worlds, ascending.
    chosen_by: results in the worlds that choose.
    fresh: results in the worlds that only estimate.
    estimating: whether further worlds only estimate.
    worlds: number of worlds so far.
    """

    def __init__(self, size: int, utility: Utility) -> None:
        self.utility = utility
        self.active = np.arange(size, dtype=np.int32)
        self.chosen_by = Moments(size)
        self.fresh = Moments(size)
        self.estimating = False
        self.worlds = 0
        self.joined: tuple[int, Moments] | None = None  # number of worlds, results in all of them
        # Utilities of the candidates that were kept after the first look. None during the first look, because the
        # products of all moves would take too much memory.
        self.common: Common | None = None
        self.screened: Floats | None = None  # utilities in the first look, shape (active, worlds)

    def add(self, margins: npt.NDArray[Any], wins: npt.NDArray[Any]) -> None:
        """Adds a batch for the active candidates. margins and wins have the shape (active, worlds of the batch)."""
        with uninterrupted():
            margins, wins = margins.astype(np.float64), wins.astype(np.float64)
            utilities = self.utility.of(margins, wins)
            (self.fresh if self.estimating else self.chosen_by).add(self.active, margins, wins, utilities)
            self.compare(utilities)
            self.worlds += margins.shape[1]

    def compare(self, values: Floats) -> None:
        """Adds utilities, by which differences between candidates are judged."""
        if self.common is None:
            self.screened = values if self.screened is None else np.concatenate([self.screened, values], axis=1)
        else:
            self.common.add(self.active, values)

    def means(self, kind: int = UTILITY) -> Floats:
        """Mean of a quantity for every candidate, over the worlds that choose."""
        means: Floats = self.chosen_by.sums[kind] / np.maximum(self.chosen_by.counts, 1)
        return means

    def best_first(self) -> list[int]:
        """The active candidates: certain wins first, certain losses last, each group by mean utility.

        The better margin breaks ties, then the lower number.
        """
        margins, wins, utilities = (self.means(kind)[self.active] for kind in (MARGIN, WIN, UTILITY))
        order = np.lexsort((-margins, -utilities, -self.utility.certainty(wins)))
        rows: list[int] = self.active[order].tolist()
        return rows

    def leader(self) -> int:
        """The best active candidate so far."""
        return self.best_first()[0]

    def keep(self, rows: Iterable[int]) -> None:
        """Drops all candidates but these."""
        kept = np.asarray(sorted(rows), dtype=np.int32)
        if self.common is not None:
            self.active = kept
            return
        common = Common(kept)
        if self.screened is not None:
            common.add(kept, self.screened[np.searchsorted(self.active, kept)])
        with uninterrupted():
            self.common, self.screened, self.active = common, None, kept

    def keep_best(self, most: int, spared: Iterable[int]) -> None:
        """Drops all active candidates but the best ones.

        most: number of candidates to keep.
        spared: candidates that are never dropped. They come on top.
        """
        self.keep({*self.best_first()[:most], *spared})

    def drop(self, confidence: float, rounds: int, spared: Iterable[int]) -> None:
        """Drops each candidate that is behind the leader by more than chance explains.

        confidence: probability that all tests together keep the best candidate.
        rounds: number of tests that share the risk.
        spared: candidates that are never dropped.
        """
        z = NormalDist().inv_cdf(1 - (1 - confidence) / (rounds * max(len(self.means()) - 1, 1)))
        leader = self.leader()
        assert self.common is not None
        mean, error, _ = self.common.deficits(leader, self.active)
        # Equal results in every world have no error and no deficit: they stay.
        self.keep({*self.active[mean <= z * error + 1e-9].tolist(), leader, *spared})

    def tied(self, best: int, confidence: float) -> set[int]:
        """The other candidates of the race that cannot be told from the best one in the worlds of both."""
        if self.common is None:  # interrupted during the first look
            self.keep(self.active.tolist())
        assert self.common is not None
        mean, error, worlds = self.common.deficits(best, self.common.rows)
        limit = quantile(confidence, np.maximum(worlds - 1, 1)) * error + 1e-9
        return set(self.common.rows[(worlds < 2) | (np.abs(mean) <= limit)].tolist()) - {best}

    def bounds(self, row: int, kind: int, confidence: float, deviation: float) -> tuple[float, tuple[float, float]]:
        """Mean and interval over the fresh worlds if the candidate has enough of them, else over all worlds.

        The parameters are those of `Moments.bounds`.
        """
        enough = self.fresh.counts[row] >= LEAST_FRESH
        moments = self.fresh if enough else self.all_worlds()
        return moments.bounds(row, kind, confidence, deviation)

    def all_worlds(self) -> Moments:
        """Results in the worlds that choose and in those that estimate."""
        if self.joined is None or self.joined[0] != self.worlds:
            self.joined = self.worlds, self.chosen_by.plus(self.fresh)
        return self.joined[1]

    def visits(self, row: int) -> int:
        """Number of worlds in which a candidate was played."""
        return int(self.chosen_by.counts[row] + self.fresh.counts[row])
