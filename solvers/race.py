"""Sequential allocation: candidates share their worlds, and those that are clearly worse get no more of them."""

from statistics import NormalDist

import numpy as np


class Race:
    """Results of candidates over the same worlds, row by row; a dropped candidate keeps what it has.

    margins, wins: float32, shape (candidates, worlds so far); a dropped row is filled up to its own count only.
    """

    def __init__(self, size):
        self.active = np.arange(size, dtype=np.int32)
        self.counts = np.zeros(size, dtype=np.int64)
        self.margins = np.empty((size, 64), dtype=np.float32)
        self.wins = np.empty((size, 64), dtype=np.float32)
        self.worlds = 0

    def add(self, margins, wins):
        """Appends a batch for the active candidates, shape (active, worlds of the batch)."""
        end = self.worlds + margins.shape[1]
        while end > self.margins.shape[1]:
            self.margins = np.concatenate((self.margins, np.empty_like(self.margins)), axis=1)
            self.wins = np.concatenate((self.wins, np.empty_like(self.wins)), axis=1)
        self.margins[self.active, self.worlds : end] = margins
        self.wins[self.active, self.worlds : end] = wins
        self.counts[self.active] = end
        self.worlds = end

    def means(self):
        """Mean margin of every candidate over its own worlds."""
        return np.array([self.margins[row, :count].mean() for row, count in enumerate(self.counts)])

    def leader(self):
        """The active candidate with the best mean; between equals the one listed first."""
        means = self.margins[self.active, : self.worlds].mean(axis=1)
        return int(self.active[np.argmax(means)])

    def deficits(self, leader):
        """For each active candidate: mean of leader minus candidate in the same worlds, and its standard error."""
        differences = self.margins[leader, : self.worlds] - self.margins[self.active, : self.worlds]
        return differences.mean(axis=1), differences.std(axis=1, ddof=1) / np.sqrt(self.worlds)

    def keep(self, rows):
        self.active = np.asarray(sorted(rows), dtype=np.int32)

    def drop(self, confidence, rounds):
        """Drops whoever is behind the leader by more than chance explains; the risk is shared by all tests to come."""
        z = NormalDist().inv_cdf(1 - (1 - confidence) / (rounds * max(len(self.counts) - 1, 1)))
        leader = self.leader()
        mean, error = self.deficits(leader)
        # Equal results in every world have no error and no deficit: they stay.
        self.keep(self.active[(mean <= z * error) | (self.active == leader)])

    def bounds(self, row, first, confidence, of):
        """Mean over the worlds from `first` on, and its confidence interval."""
        values = of[row, first : self.counts[row]]
        mean = float(values.mean())
        if len(values) < 2:
            return mean, (mean, mean)
        half = NormalDist().inv_cdf(0.5 + confidence / 2) * float(values.std(ddof=1)) / len(values) ** 0.5
        return mean, (mean - half, mean + half)

    def tied(self, row, best, confidence):
        """Whether a candidate that was never dropped cannot be told from the best one."""
        if row == best or self.counts[row] < self.worlds:
            return False
        differences = self.margins[best, : self.worlds] - self.margins[row, : self.worlds]
        error = float(differences.std(ddof=1)) / self.worlds**0.5
        return abs(float(differences.mean())) <= NormalDist().inv_cdf(0.5 + confidence / 2) * error
