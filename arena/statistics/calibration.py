"""Calibration of predicted win shares: Brier score, reliability bins, expected calibration error."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

from kiebitz.arena.statistics.units import Interval

Numbers = NDArray[np.float64]
Places = NDArray[np.intp]


class Bin(NamedTuple):
    """Predictions in low..high, all shares in 0..1.

    count: number of predictions.
    predicted: their mean.
    came: mean of the results with its interval.
    """

    low: float
    high: float
    count: int  # type: ignore[assignment]  # hides a method of tuples that nobody calls
    predicted: float
    came: Interval


class Calibration(NamedTuple):
    """Scores of predictions.

    brier: mean squared error of the predictions.
    reference: mean squared error of always predicting the mean result.
    error: expected calibration error: the mean distance of the bins from the diagonal.
    floor: mean of this error for perfect predictions, from the noise of the bins alone.
    corrected: the error with that noise taken out.
    low, high: a cautious interval of the true error.
    bins: those with predictions.
    """

    brier: Interval
    reference: float
    error: float
    floor: float
    corrected: float
    low: float
    high: float
    bins: tuple[Bin, ...]


def calibration(
    predicted: ArrayLike, came: ArrayLike, games: ArrayLike | None = None, bins: int = 10, confidence: float = 0.95
) -> Calibration:
    """Calibration of win predictions.

    predicted: shape (n,), in 0..1.
    came: final win shares, shape (n,), in 0..1.
    games: predictions with the same name are not independent, as those of one unit, shape (n,); None: all are.
    bins: number of bins of equal width.
    confidence: of the intervals, in 0..1.

    ValueError if shapes differ, there is no prediction, or a number is outside 0..1.
    """
    predicted, came = checked(predicted, came)
    cluster = np.arange(len(came)) if games is None else np.unique(np.asarray(games), return_inverse=True)[1]
    where = np.minimum((predicted * bins).astype(int), bins - 1)
    full, place = np.unique(where, return_inverse=True)
    count = np.bincount(place)
    gap = np.bincount(place, came - predicted) / count
    covariance = clustered(place, (came - predicted) - gap[place], cluster) / np.outer(count, count)
    error = np.sqrt(np.diag(covariance))
    z = quantile(confidence, cluster)
    spread = np.sqrt(np.diag(clustered(place, came - (np.bincount(place, came) / count)[place], cluster))) / count
    rows = []
    for k, number in enumerate(full):
        mean = float(came[place == k].mean())
        low, high = max(mean - z * spread[k], 0.0), min(mean + z * spread[k], 1.0)
        predicted_mean = float(predicted[place == k].mean())
        rows.append(Bin(number / bins, (number + 1) / bins, int(count[k]), predicted_mean, Interval(mean, low, high)))
    return Calibration(
        brier(predicted, came, cluster, confidence),
        float(came.var()),
        *distance(gap, covariance, error, count, z),
        tuple(rows),
    )


def checked(predicted: ArrayLike, came: ArrayLike) -> tuple[Numbers, Numbers]:
    """Both as arrays; ValueError if they are no rows of the same length in 0..1."""
    first, second = np.asarray(predicted, float), np.asarray(came, float)
    if first.shape != second.shape or first.ndim != 1 or not len(first):
        raise ValueError(f"predictions and results must be rows of one length, not {first.shape}, {second.shape}")
    for numbers in (first, second):
        if not ((numbers >= 0) & (numbers <= 1)).all():
            raise ValueError("predictions and results must be in 0..1")
    return first, second


def distance(
    gap: Numbers, covariance: Numbers, error: Numbers, count: Places, z: float
) -> tuple[float, float, float, float, float]:
    """(error, floor, corrected, low, high) of the mean distance of bins from the diagonal.

    The distance of a noisy bin is too long by at most sqrt(2 / pi) standard errors on average. So the true error lies
    between the plain error minus the floor and the plain error, each with its own noise.
    """
    weight = count / count.sum()
    plain = float(weight @ np.abs(gap))
    floor = float(weight @ error) * np.sqrt(2 / np.pi)
    # The square of a gap is too large by its variance, on average.
    corrected = float(weight @ np.sqrt(np.maximum(gap**2 - error**2, 0)))
    signed = weight * np.sign(gap)
    noise = float(np.sqrt(max(signed @ covariance @ signed, weight**2 @ error**2)))
    return plain, float(floor), corrected, max(plain - floor - z * noise, 0.0), min(plain + z * noise, 1.0)


def clustered(place: Places, residual: Numbers, cluster: Places) -> Numbers:
    """Covariance of sums by place, shape (places, places), when only clusters are independent."""
    sums = np.zeros((cluster.max() + 1, place.max() + 1))
    np.add.at(sums, (cluster, place), residual)
    clusters = len(sums)
    covariance: Numbers = sums.T @ sums * clusters / max(clusters - 1, 1)
    return covariance


def brier(predicted: Numbers, came: Numbers, cluster: Places, confidence: float) -> Interval:
    """Mean squared error of predictions (Brier 1950): 0 if all come true, 0.25 for always predicting one half."""
    loss = (predicted - came) ** 2
    mean = float(loss.mean())
    nothing = np.zeros(len(loss), int)
    half = quantile(confidence, cluster) * float(np.sqrt(clustered(nothing, loss - mean, cluster)[0, 0])) / len(loss)
    return Interval(mean, max(mean - half, 0.0), min(mean + half, 1.0))


def quantile(confidence: float, cluster: Places) -> float:
    """Student's quantile for that many clusters."""
    return float(stdtrit(max(int(cluster.max()), 1), 0.5 + confidence / 2))
