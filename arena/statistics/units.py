"""Means over units, each one deal played in all seatings, with their intervals, and what they are in Elo."""

from typing import NamedTuple

import numpy as np
from scipy.stats import t

WEIGHT = 0.5  # pseudo units that hold the spread of win shares up when all are alike; set by simulation
ELO_LIMIT = 2400.0  # win shares beyond 1 in a million are not told apart
SHARES = (0.0, 1.0)


class Interval(NamedTuple):
    """A mean with its confidence interval, in the unit of the values; arrays if there were many samples at once."""

    mean: float
    low: float
    high: float


def interval(values, confidence=0.95, bounds=None):
    """Mean of unit results with its confidence interval.

    values: shape (..., units), one result a unit. Without bounds Student's interval, infinite for one unit and of no
    width for equal values, which say nothing about spread. bounds: what the values cannot leave, (0, 1) for win
    shares: then Wilson's interval for as many coin tosses as have the same variance (see `tosses`), which stays
    inside, follows the skew near the bounds and keeps a width for equal values. ValueError without values or outside
    the bounds.
    """
    values = np.asarray(values, float)
    units = values.shape[-1] if values.ndim else 0
    if units == 0:
        raise ValueError("an interval needs at least one unit")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be in 0..1, not {confidence}")
    if bounds is not None:
        return bounded(values, confidence, *bounds)
    mean = values.mean(-1)
    if units == 1:
        return plain(mean, mean - np.inf, mean + np.inf)
    half = t.ppf(0.5 + confidence / 2, units - 1) * values.std(-1, ddof=1) / np.sqrt(units)
    return plain(mean, mean - half, mean + half)


def bounded(values, confidence, low, high):
    """Wilson's interval (1927) on an effective number of tosses, as in surveys (Korn & Graubard 1998)."""
    shares = (values - low) / (high - low)
    if (shares < -1e-9).any() or (shares > 1 + 1e-9).any():
        raise ValueError(f"values must be in {low}..{high}")
    mean = shares.mean(-1)
    z = t.ppf(0.5 + confidence / 2, max(shares.shape[-1] - 1, 1))
    load = z * z / tosses(shares)
    middle = (mean + load / 2) / (1 + load)
    half = np.sqrt(load * (mean * (1 - mean) + load / 4)) / (1 + load)
    # Rounding must not push the mean of equal values out of its own interval.
    ends = np.minimum(np.maximum(middle - half, 0), mean), np.maximum(np.minimum(middle + half, 1), mean)
    return plain(*(low + (high - low) * part for part in (mean, *ends)))


def tosses(shares):
    """How many independent wins and losses would have the variance that the units show.

    The ratio of the units' variance to a coin's of the same mean is at most 1; WEIGHT pseudo units of ratio 1 are
    mixed in, so that equal results count as tosses one for one if they are wins and as about `units` each if they are
    draws.
    """
    units = shares.shape[-1]
    centre = (shares.sum(-1) + 0.5) / (units + 1)
    coin = centre * (1 - centre)
    spread = ((shares - shares.mean(-1, keepdims=True)) ** 2).sum(-1)
    ratio = (spread + WEIGHT * coin) / ((max(units - 1, 1) + WEIGHT) * coin)
    lopsided = (shares.max(-1) == shares.min(-1)) & ((shares.max(-1) == 0) | (shares.max(-1) == 1))
    return units / np.where(lopsided, 1.0, np.minimum(ratio, 1.0))


def plain(mean, low, high):
    return Interval(*(part.item() if np.ndim(part) == 0 else part for part in map(np.asarray, (mean, low, high))))


def elo(share):
    """Rating difference in Elo of a win share s against the other one: 400 log10(s / (1 - s)), within +-ELO_LIMIT."""
    share = np.asarray(share, float)
    with np.errstate(divide="ignore"):
        return np.clip(400 * (np.log10(share) - np.log10(1 - share)), -ELO_LIMIT, ELO_LIMIT)[()]


def share_of(difference):
    """Expected win share of the one who is better by that many Elo; the inverse of `elo`."""
    return 1 / (1 + 10 ** (-np.asarray(difference, float) / 400))[()]


def elo_interval(values, confidence=0.95):
    """Elo difference with its interval, from unit win shares of a solver against another, shape (..., units).

    The interval of the mean share seen through `elo`, so it covers as often. A clean sweep counts as half a unit
    short of it: the estimate stays finite, the open end is +-ELO_LIMIT.
    """
    values = np.asarray(values, float)
    mean, low, high = interval(values, confidence, SHARES)
    short = 0.5 / (values.shape[-1] + 1)
    return plain(elo(np.clip(mean, short, 1 - short)), elo(low), elo(high))
