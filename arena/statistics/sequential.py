"""Sequential tests: stop a match as soon as its units say which of two strengths is the right one.

The generalised probability ratio test on the results of units, as chess engines are tested (Van den Bergh,
cantate.be/Fishtest/support_MLE_multinomial.pdf, proposition 1.1): results follow any distribution on their values,
and the likelihoods compared are the largest that have the one or the other mean.
"""

from dataclasses import dataclass, field
from math import log
from typing import NamedTuple

import numpy as np

from kiebitz.arena.statistics.units import share_of

PENTANOMIAL = (0.0, 0.25, 0.5, 0.75, 1.0)
UNSEEN = 1e-3  # results that a value counts with until it is seen: no mean is then impossible
STEPS = 60
CLOSE = 1e-11
SURE = 4.0  # standard errors by which the mean must lie inside the two hypotheses to end the test without either


class Point(NamedTuple):
    """One step of a test for plotting: units so far and the log likelihood ratio after them."""

    units: int
    llr: float


@dataclass
class Sprt:
    """A test of "at most LOW Elo" against "at least HIGH Elo", of the first solver against the second.

    alpha: how often HIGH may be accepted at strength LOW; beta: how often LOW may be at strength HIGH. The verdict is
    "low", "high", or "between" when the units show beyond doubt that the strength lies inside the two, which no ratio
    could ever decide (all draws, for example, under bounds that lie around 0). ValueError for bounds or rates that
    cannot be.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05
    llr: float = 0.0
    verdict: str | None = None
    counts: dict[float, int] = field(default_factory=lambda: dict.fromkeys(PENTANOMIAL, 0))
    path: list[Point] = field(default_factory=list)

    def __post_init__(self):
        if not self.low < self.high:
            raise ValueError(f"LOW must be less than HIGH, not {self.low}, {self.high}")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise ValueError(f"{name} must be in 0..0.5, not {getattr(self, name)}")

    @property
    def lower(self):
        """The ratio at which LOW is accepted (Wald 1945)."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self):
        """The ratio at which HIGH is accepted."""
        return log((1 - self.beta) / self.alpha)

    @property
    def units(self):
        return sum(self.counts.values())

    def update(self, score):
        """Adds the mean score of one unit, 0..1; returns the verdict, or None while there is none.

        Units after the verdict are refused with a RuntimeError: they would no longer be a sample of the test.
        """
        if self.verdict is not None:
            raise RuntimeError(f"the test ended after {self.units} units: {self.verdict}")
        if not 0 <= score <= 1:
            raise ValueError(f"a unit score must be in 0..1, not {score}")
        score = round(float(score), 9)  # thirds come out of different sums
        self.counts[score] = self.counts.get(score, 0) + 1
        values, counts = np.array(list(self.counts)), np.array(list(self.counts.values()), float)
        self.llr = float(likelihood_ratio(values, counts, share_of(self.low), share_of(self.high)))
        self.path.append(Point(self.units, self.llr))
        self.verdict = str(decide(values, counts, self)) or None
        return self.verdict


def decide(values, counts, test, llr=None):
    """The verdicts of a test after counts, shape (..., values): "low", "high", "between" or "" for none yet."""
    low, high = share_of(test.low), share_of(test.high)
    llr = likelihood_ratio(values, counts, low, high) if llr is None else llr
    units = counts.sum(-1)
    mean = counts @ values / units
    # A unit at the far end is added, so that equal results do not count as certain at once.
    variance = (counts @ values**2 / units - mean**2) + 0.25 / units
    room = SURE * np.sqrt(np.maximum(variance, 0) / units)
    between = (mean - room > low) & (mean + room < high)
    return np.select([llr >= test.upper, llr <= test.lower, between], ["high", "low", "between"], "")


def likelihood_ratio(values, counts, low, high):
    """Log of the largest likelihood with mean `high` over the largest with mean `low`.

    values: shape (values,), ends below low and above high; counts: results with each, shape (..., values).
    """
    return log_likelihood(values, counts, high) - log_likelihood(values, counts, low)


def log_likelihood(values, counts, mean):
    """Largest log likelihood under a mean, less that of the counts themselves: -sum counts log(1 + x (value - mean)).

    x solves sum p (value - mean) / (1 + x (value - mean)) = 0 (empirical likelihood, Owen 1988): safeguarded Newton
    steps.
    """
    counts = np.where(counts == 0, UNSEEN, counts)
    p = counts / counts.sum(-1, keepdims=True)
    gap = values - mean
    low = np.full(counts.shape[:-1], -1 / gap.max())
    high = np.full(counts.shape[:-1], -1 / gap.min())
    x = np.zeros(counts.shape[:-1])
    for _ in range(STEPS):
        part = gap / (1 + x[..., None] * gap)
        excess = (p * part).sum(-1)
        slope = (p * part * part).sum(-1)
        low, high = np.where(excess > 0, x, low), np.where(excess > 0, high, x)
        step = x + excess / slope
        step = np.where((step > low) & (step < high), step, (low + high) / 2)
        done = np.abs(step - x).max(initial=0) < CLOSE
        x = step
        if done:
            break
    return -(counts * np.log1p(x[..., None] * gap)).sum(-1)
