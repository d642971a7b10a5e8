"""Sequential allocation: candidates share their worlds, and those that are clearly worse get no more of them.

Only sums are kept, so that memory does not grow with the worlds and a batch costs the same however many came before.
"""

from statistics import NormalDist

import numpy as np

from kiebitz.solvers.interrupts import uninterrupted

LEAST_FRESH = 8  # worlds; fewer say less about a candidate than those that chose do, flattered as they are


def quantile(confidence, degrees):
    """Two-sided quantile of Student's t, by the expansion of Abramowitz and Stegun 26.7.5."""
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / degrees + second / degrees**2 + third / degrees**3 + fourth / degrees**4


class Tally:
    """Counts, sums and sums of squares of margins and win shares, a row a candidate."""

    def __init__(self, size):
        self.counts = np.zeros(size, dtype=np.int64)
        self.sums = np.zeros((2, size))
        self.squares = np.zeros((2, size))

    def add(self, rows, margins, wins):
        self.counts[rows] += margins.shape[1]
        for kind, values in enumerate((margins, wins)):
            values = values.astype(np.float64)
            self.sums[kind, rows] += values.sum(axis=1)
            self.squares[kind, rows] += (values**2).sum(axis=1)

    def plus(self, other):
        """Both together."""
        both = Tally(len(self.counts))
        both.counts = self.counts + other.counts
        both.sums = self.sums + other.sums
        both.squares = self.squares + other.squares
        return both

    def bounds(self, row, kind, confidence, spread):
        """Mean and confidence interval of margins (kind 0) or wins (1); spread: deviation if one world tells none.

        The interval of wins is cut to what a share can be.
        """
        count = int(self.counts[row])
        mean = self.sums[kind, row] / count
        if count == 1:
            half = NormalDist().inv_cdf(0.5 + confidence / 2) * spread
        else:
            variance = max(self.squares[kind, row] / count - mean**2, 0.0) * count / (count - 1)
            half = quantile(confidence, count - 1) * (variance / count) ** 0.5
        low, high = float(mean - half), float(mean + half)
        return float(mean), (max(low, 0.0), min(high, 1.0)) if kind == 1 else (low, high)


class Race:
    """Candidates over the same worlds. `chosen_by` holds the worlds that choose, `fresh` those that only estimate."""

    def __init__(self, size, by_win=False):
        self.kind = int(by_win)  # what decides: margins (0) or wins (1)
        self.active = np.arange(size, dtype=np.int32)
        self.chosen_by = Tally(size)
        self.fresh = Tally(size)
        self.estimating = False
        self.worlds = 0
        self.products = None  # of what decides, active x active, over all worlds: what differences are judged by
        self.screened = None  # what decides, of the first look, before few are kept
        self.values = np.zeros(size)

    def add(self, margins, wins):
        """Takes a batch for the active candidates, shape (active, worlds of the batch)."""
        with uninterrupted():
            (self.fresh if self.estimating else self.chosen_by).add(self.active, margins, wins)
            self.compare((wins if self.kind else margins).astype(np.float64))
            self.worlds += margins.shape[1]

    def compare(self, values):
        """Takes what differences between candidates are judged by."""
        self.values[self.active] += values.sum(axis=1)
        if self.products is None:
            # The products of all moves would be many; the screening keeps a few.
            self.screened = values if self.screened is None else np.concatenate([self.screened, values], axis=1)
        else:
            self.products += values @ values.T

    def means(self):
        """Mean of what decides, of every candidate over the worlds that choose."""
        return self.chosen_by.sums[self.kind] / np.maximum(self.chosen_by.counts, 1)

    def leader(self):
        """The active candidate with the best mean; between equals the better margin, then the one listed first."""
        margins = self.chosen_by.sums[0] / np.maximum(self.chosen_by.counts, 1)
        return int(self.active[np.lexsort((-margins[self.active], -self.means()[self.active]))[0]])

    def keep(self, rows):
        """Only these go on."""
        kept = np.asarray(sorted(rows), dtype=np.int32)
        places = np.searchsorted(self.active, kept)
        with uninterrupted():
            if self.products is None:
                self.products = self.screened[places] @ self.screened[places].T
                self.screened = None
            else:
                self.products = self.products[np.ix_(places, places)]
            self.active = kept

    def deficits(self, leader):
        """For each active candidate: mean of leader minus candidate in the same worlds, and its standard error."""
        place = int(np.searchsorted(self.active, leader))
        own = np.diag(self.products)
        means = self.values[self.active] / self.worlds
        difference = means[place] - means
        squares = (own[place] + own - 2 * self.products[place]) / self.worlds
        return difference, np.sqrt(np.maximum(squares - difference**2, 0.0) / max(self.worlds - 1, 1))

    def drop(self, confidence, rounds, spared):
        """Drops whoever is behind the leader by more than chance explains; the risk is shared by all tests to come."""
        z = NormalDist().inv_cdf(1 - (1 - confidence) / (rounds * max(len(self.means()) - 1, 1)))
        leader = self.leader()
        mean, error = self.deficits(leader)
        # Equal results in every world have no error and no deficit: they stay.
        self.keep({*self.active[mean <= z * error + 1e-9].tolist(), leader, *spared})

    def tied(self, best, confidence):
        """The candidates, best excluded, that were never dropped and cannot be told from it."""
        if self.worlds < 2:
            return {int(row) for row in self.active} - {best}
        if self.products is None:  # interrupted during the first look
            self.keep(self.active.tolist())
        mean, error = self.deficits(best)
        limit = quantile(confidence, self.worlds - 1) * error + 1e-9
        return {int(row) for row in self.active[np.abs(mean) <= limit]} - {best}

    def bounds(self, row, kind, confidence, spread):
        """Mean and interval over the fresh worlds, where the candidate has enough of them; else over all."""
        enough = self.fresh.counts[row] >= LEAST_FRESH
        tally = self.fresh if enough else self.chosen_by.plus(self.fresh)
        return tally.bounds(row, kind, confidence, spread)

    def visits(self, row):
        return int(self.chosen_by.counts[row] + self.fresh.counts[row])
