"""Sequential tests: they end a match as soon as its units decide between two strengths.

The generalised sequential probability ratio test on the results of units, as for chess engines (Van den Bergh,
cantate.be/Fishtest/support_MLE_multinomial.pdf, proposition 1.1). Results may have any distribution on their values.
The test compares the largest likelihood under one mean with the largest likelihood under the other mean.
"""

from dataclasses import dataclass, field
from math import log
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kiebitz.arena.statistics.units import ELO_LIMIT, share_of

Floats = NDArray[np.float64]

PENTANOMIAL = (0.0, 0.25, 0.5, 0.75, 1.0)
UNSEEN = 1e-3  # count of a value that no unit has had, which makes every mean possible
STEPS = 60  # most steps of Newton's method
CLOSE = 1e-11  # a shorter step ends it
SURE = 4.0  # standard errors between the mean and both bounds at which the verdict is "between"


class Point(NamedTuple):
    """One step of a test.

    units: number of units so far.
    llr: log likelihood ratio after them.
    """

    units: int
    llr: float


@dataclass
class Sprt:
    """A test of the first solver against the second: "at most LOW Elo better" against "at least HIGH Elo better".

    low, high: the two strengths in Elo.
    alpha: greatest probability that HIGH is accepted at strength LOW, 0..0.5.
    beta: greatest probability that LOW is accepted at strength HIGH, 0..0.5.
    llr: log likelihood ratio of HIGH over LOW so far.
    verdict: "low", "high" or "between"; None while the test is undecided. "between" means that the strength is surely
        between the two, where the ratio may never decide (for example, only draws with bounds around 0).
    counts: number of units by score.
    path: the ratio after every unit.

    Raises ValueError if bounds or rates are impossible.
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
        if not -ELO_LIMIT <= self.low < self.high <= ELO_LIMIT:
            raise ValueError(f"LOW must be less than HIGH, both in +-{ELO_LIMIT:g}, not {self.low}, {self.high}")
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
        """The number of units so far."""
        return sum(self.counts.values())

    def update(self, score: float) -> str | None:
        """Adds a unit. Returns the verdict, or None while the test is undecided.

        score: the mean score of the first solver in the unit, 0..1.

        Raises RuntimeError after the verdict, since later units do not belong to the test, and ValueError if the score
        is outside 0..1.
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


def decide(values: Floats, counts: Floats, test: Sprt, llr: Floats | None = None) -> Any:
    """The verdicts of a test, shape (...). A verdict is "" while the test is undecided.

    values: possible scores, shape (values,).
    counts: number of units with each score, shape (..., values).
    test: bounds and rates.
    llr: the log likelihood ratios, shape (...), if they are known.
    """
    low, high = share_of(test.low), share_of(test.high)
    llr = likelihood_ratio(values, counts, low, high) if llr is None else llr
    units = counts.sum(-1)
    mean = counts @ values / units
    # The variance of one unit at the far end is added. Else a few equal results would count as certain.
    variance = (counts @ values**2 / units - mean**2) + 0.25 / units
    room = SURE * np.sqrt(np.maximum(variance, 0) / units)
    between = (mean - room > low) & (mean + room < high)
    return np.select([llr >= test.upper, llr <= test.lower, between], ["high", "low", "between"], "")


def likelihood_ratio(values: Floats, counts: Floats, low: float, high: float) -> Floats:
    """The logarithm of (largest likelihood with mean `high`) / (largest likelihood with mean `low`), shape (...).

    values: possible scores, shape (values,); the smallest is below `low`, the greatest above `high`.
    counts: number of units with each score, shape (..., values).
    low, high: the two means, 0..1.
    """
    return log_likelihood(values, counts, high) - log_likelihood(values, counts, low)


def log_likelihood(values: Floats, counts: Floats, mean: float) -> Floats:
    """The largest log likelihood under a mean, minus the log likelihood of the counts themselves, shape (...).

    It is -sum(counts log(1 + x (value - mean))), where x solves sum(p (value - mean) / (1 + x (value - mean))) = 0
    (empirical likelihood, Owen 1988). Newton steps inside a bracket find x.

    values: possible scores, shape (values,).
    counts: number of units with each score, shape (..., values).
    mean: the mean, 0..1.
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
    found: Floats = -(counts * np.log1p(x[..., None] * gap)).sum(-1)
    return found
