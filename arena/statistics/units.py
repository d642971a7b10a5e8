"""Means over units with their intervals, and their values in Elo. A unit is one deal played in all seatings."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

Floats = NDArray[np.float64]

WEIGHT = 0.5  # pseudo units that keep the variance of equal shares above 0; simulations have set their number
ELO_LIMIT = 2400.0  # Elo of a share of 1 - 1e-6; larger differences count as this one
SHARES = (0.0, 1.0)  # bounds of shares of the win


class Interval(NamedTuple):
    """A mean with its confidence interval low..high, in the unit of the values. Arrays for many samples at once."""

    mean: Any
    low: Any
    high: Any


def interval(values: ArrayLike, confidence: float = 0.95, bounds: tuple[float, float] | None = None) -> Interval:
    """The mean of unit results with its confidence interval.

    values: one result for each unit, shape (..., units).
    confidence: confidence of the interval, 0..1.
    bounds: lowest and highest possible value, (0, 1) for shares of the win; None if there are none.

    Without bounds this is Student's interval. It is infinite for one unit, and has no width for equal values. With
    bounds this is Wilson's interval for the number of coin tosses that have the same variance (see `tosses`). It stays
    inside the bounds, follows the skew near them, and has a width even for equal values.

    Raises ValueError if there are no values, a value is outside the bounds, or the confidence is outside 0..1.
    """
    results = np.asarray(values, float)
    units = results.shape[-1] if results.ndim else 0
    if units == 0:
        raise ValueError("an interval needs at least one unit")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be in 0..1, not {confidence}")
    if bounds is not None:
        return bounded(results, confidence, *bounds)
    mean = results.mean(-1)
    if units == 1:
        return plain(mean, mean - np.inf, mean + np.inf)
    half = stdtrit(units - 1, 0.5 + confidence / 2) * results.std(-1, ddof=1) / np.sqrt(units)
    return plain(mean, mean - half, mean + half)


def bounded(values: Floats, confidence: float, low: float, high: float) -> Interval:
    """Wilson's interval (1927) for an effective number of tosses, as in surveys (Korn & Graubard 1998)."""
    shares = (values - low) / (high - low)
    if (shares < -1e-9).any() or (shares > 1 + 1e-9).any():
        raise ValueError(f"values must be in {low}..{high}")
    mean = shares.mean(-1)
    z = stdtrit(max(shares.shape[-1] - 1, 1), 0.5 + confidence / 2)
    load = z * z / tosses(shares)
    middle = (mean + load / 2) / (1 + load)
    half = np.sqrt(load * (mean * (1 - mean) + load / 4)) / (1 + load)
    # Rounding must not push the mean of equal values out of its own interval.
    ends = np.minimum(np.maximum(middle - half, 0), mean), np.maximum(np.minimum(middle + half, 1), mean)
    return plain(*(low + (high - low) * part for part in (mean, *ends)))


def tosses(shares: Floats) -> Floats:
    """The number of independent coin tosses whose mean has the same variance as the mean of the units, shape (...).

    The variance of the units, divided by the variance of a coin with the same mean, is at most 1. WEIGHT pseudo units
    with the ratio 1 are added. Units with equal results then count as one toss each if they are wins, and as about
    `units` tosses each if they are draws.
    """
    units = shares.shape[-1]
    centre = (shares.sum(-1) + 0.5) / (units + 1)
    coin = centre * (1 - centre)
    squares = ((shares - shares.mean(-1, keepdims=True)) ** 2).sum(-1)
    ratio = (squares + WEIGHT * coin) / ((max(units - 1, 1) + WEIGHT) * coin)
    lopsided = (shares.max(-1) == shares.min(-1)) & ((shares.max(-1) == 0) | (shares.max(-1) == 1))
    count: Floats = units / np.where(lopsided, 1.0, np.minimum(ratio, 1.0))
    return count


def plain(mean: ArrayLike, low: ArrayLike, high: ArrayLike) -> Interval:
    """The interval, with numbers in place of arrays without dimensions."""
    return Interval(*(part.item() if np.ndim(part) == 0 else part for part in map(np.asarray, (mean, low, high))))


def elo(share: ArrayLike) -> Any:
    """The rating difference in Elo for a share s of the win, 0..1: 400 log10(s / (1 - s)), within +-ELO_LIMIT."""
    won = np.asarray(share, float)
    with np.errstate(divide="ignore"):
        return np.clip(400 * (np.log10(won) - np.log10(1 - won)), -ELO_LIMIT, ELO_LIMIT)[()]


def share_of(difference: ArrayLike) -> Any:
    """The expected share of the win, 0..1, of a solver that is better by `difference` Elo: the inverse of `elo`."""
    return 1 / (1 + 10 ** (-np.asarray(difference, float) / 400))[()]


def elo_interval(values: ArrayLike, confidence: float = 0.95) -> Interval:
    """The Elo difference of two solvers with its interval.

    values: the first solver's share of the win in each unit, 0..1, shape (..., units).
    confidence: confidence of the interval, 0..1.

    The ends are those of the mean share, converted by `elo`, so they cover the true value equally often. If one solver
    has won every unit, half a unit counts for the other: the estimate stays finite, and the open end is +-ELO_LIMIT.
    """
    shares = np.asarray(values, float)
    mean, low, high = interval(shares, confidence, SHARES)
    short = 0.5 / (shares.shape[-1] + 1)
    return plain(elo(np.clip(mean, short, 1 - short)), elo(low), elo(high))
