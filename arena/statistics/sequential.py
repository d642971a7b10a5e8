"""Sequential tests: they end a match as soon as its units tell two strengths apart.

The generalised probability ratio test on the results of units, as chess engines are tested (Van den Bergh,
cantate.be/Fishtest/support_MLE_multinomial.pdf, proposition 1.1). Results follow any distribution on their values, and
the test compares the largest likelihoods with the one and with the other mean.
"""

from dataclasses import dataclass, field
from math import log
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kiebitz.arena.statistics.units import share_of

Numbers = NDArray[np.float64]

PENTANOMIAL = (0.0, 0.25, 0.5, 0.75, 1.0)
UNSEEN = 1e-3  # count of a value that no unit has had, so that no mean is impossible
STEPS = 60
CLOSE = 1e-11
SURE = 4.0  # standard errors between the mean and both hypotheses that end the test without either


class Point(NamedTuple):
    """One step of a test: its units so far and the log likelihood ratio after them."""

    units: int
    llr: float


@dataclass
class Sprt:
    """A test of "at most LOW Elo" against "at least HIGH Elo", of the first solver against the second.

    low, high: the two strengths in Elo.
    alpha: rate at which HIGH may be accepted at strength LOW, in 0..0.5.
    beta: rate at which LOW may be accepted at strength HIGH, in 0..0.5.
    llr: log likelihood ratio of HIGH over LOW so far.
    verdict: "low", "high", or "between" if the strength surely lies between the two, which no ratio can decide (only
        draws, for example, under bounds around 0); None while there is none.
    counts: number of units by score.
    path: the ratio after every unit.

    ValueError for impossible bounds or rates.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05
    llr: float = 0.0
    verdict: str | None = None
    counts: dict[float, int] = field(default_factory=lambda: dict.fromkeys(PENTANOMIAL, 0))
    path: list[Point] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.low < self.high:
            raise ValueError(f"LOW must be less than HIGH, not {self.low}, {self.high}")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise ValueError(f"{name} must be in 0..0.5, not {getattr(self, name)}")

    @property
    def lower(self) -> float:
        """The ratio at which LOW is accepted (Wald 1945)."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The ratio at which HIGH is accepted."""
        return log((1 - self.beta) / self.alpha)

    @property
    def units(self) -> int:
        """Number of units so far."""
        return sum(self.counts.values())

    def update(self, score: float) -> str | None:
        """Adds the mean score of one unit and returns the verdict, None while there is none.

        score: of the first solver, 0..1.

        RuntimeError after the verdict, since later units are no sample of the test.
        """
        if self.verdict is not None:
            raise RuntimeError(f"the test ended after {self.units} units: {self.verdict}")
        if not 0 <= score <= 1:
            raise ValueError(f"a unit score must be in 0..1, not {score}")
        score = round(float(score), 9)  # sums of thirds differ by rounding
        self.counts[score] = self.counts.get(score, 0) + 1
        values, counts = np.array(list(self.counts)), np.array(list(self.counts.values()), float)
        self.llr = float(likelihood_ratio(values, counts, share_of(self.low), share_of(self.high)))
        self.path.append(Point(self.units, self.llr))
        self.verdict = str(decide(values, counts, self)) or None
        return self.verdict


def decide(values: Numbers, counts: Numbers, test: Sprt, llr: Numbers | None = None) -> Any:
    """Verdicts of a test, "" for none yet.

    values: possible scores.
    counts: units with each score, shape (..., values).
    llr: their log likelihood ratios if they are known, shape (...).
    """
    low, high = share_of(test.low), share_of(test.high)
    llr = likelihood_ratio(values, counts, low, high) if llr is None else llr
    units = counts.sum(-1)
    mean = counts @ values / units
    # A unit at the far end is added, so that equal results do not count as certain at once.
    variance = (counts @ values**2 / units - mean**2) + 0.25 / units
    room = SURE * np.sqrt(np.maximum(variance, 0) / units)
    between = (mean - room > low) & (mean + room < high)
    return np.select([llr >= test.upper, llr <= test.lower, between], ["high", "low", "between"], "")


def likelihood_ratio(values: Numbers, counts: Numbers, low: float, high: float) -> Numbers:
    """Log of the largest likelihood with mean `high` over the largest with mean `low`.

    values: shape (values,), ends below low and above high; counts: results with each, shape (..., values).
    """
    return log_likelihood(values, counts, high) - log_likelihood(values, counts, low)


def log_likelihood(values: Numbers, counts: Numbers, mean: float) -> Numbers:
    """Largest log likelihood under a mean minus that of the counts themselves: -sum counts log(1 + x (value - mean)).

    x solves sum p (value - mean) / (1 + x (value - mean)) = 0 (empirical likelihood, Owen 1988), by Newton steps inside
    a bracket.
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
    found: Numbers = -(counts * np.log1p(x[..., None] * gap)).sum(-1)
    return found
