"""Stand-in until the statistics are there: intervals, Elo, ratings and the sequential test."""

import math
from statistics import NormalDist, mean, stdev

import numpy as np

Z = NormalDist().inv_cdf(0.975)


def interval(values):
    middle = mean(values)
    half = Z * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return middle, middle - half, middle + half


def elo(share):
    share = min(max(share, 1e-4), 1 - 1e-4)
    return 400 * math.log10(share / (1 - share))


class Ratings:
    def __init__(self, outcomes, entries):
        pairs = {}
        for o in outcomes:
            for pair, value in o.duels.items():
                pairs.setdefault(pair, []).append(value)
        rows, rhs, var = [], [], []
        for (a, b), values in pairs.items():
            row = np.zeros(entries)
            row[a], row[b] = 1, -1
            m, lo, hi = interval(values)
            rows.append(row)
            rhs.append(elo(m))
            var.append(max((elo(hi) - elo(lo)) / 2 / Z, 1e-3) ** 2)
        rows = np.array(rows)
        weight = np.diag(1 / np.array(var))
        inverse = np.linalg.pinv(rows.T @ weight @ rows)
        self.elo = inverse @ rows.T @ weight @ np.array(rhs)
        self.error = np.sqrt(np.diag(inverse))

    def of(self, entry):
        e = float(self.elo[entry])
        return e, e - Z * float(self.error[entry]), e + Z * float(self.error[entry])


class Sprt:
    def __init__(self, low, high):
        self.s0, self.s1 = (1 / (1 + 10 ** (-e / 400)) for e in (low, high))
        self.upper = math.log(0.95 / 0.05)
        self.lower = -self.upper
        self.values = []
        self.llr = 0.0

    def add(self, value):
        self.values.append(value)
        n = len(self.values)
        if n > 5:
            v = max(float(np.var(self.values)), 1e-3)
            self.llr = n * (self.s1 - self.s0) * (2 * float(np.mean(self.values)) - self.s0 - self.s1) / (2 * v)

    @property
    def verdict(self):
        return "high" if self.llr >= self.upper else "low" if self.llr <= self.lower else "undecided"
