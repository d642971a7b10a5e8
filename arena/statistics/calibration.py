"""Calibration of predicted shares of the win: Brier score, reliability bins, expected calibration error."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

from kiebitz.arena.statistics.units import Interval

Floats = NDArray[np.float64]
Places = NDArray[np.intp]


class Bin(NamedTuple):
    """The predictions within a range.

    low, high: ends of the range, 0..1.
    count: number of predictions.
    predicted: mean of the predictions, 0..1.
    came: mean of the results, 0..1, with its interval.
    """

    low: float
    high: float
    count: int  # type: ignore[assignment]  # hides a method of tuples that nobody calls
    predicted: float
    came: Interval


class Calibration(NamedTuple):
    """Scores of predictions.

    brier: mean squared error of the predictions, 0..1, with its interval.
    reference: mean squared error of a predictor that always predicts the mean result.
    error: expected calibration error: the mean distance of the bins from the diagonal, 0..1.
    floor: mean of this error for perfect predictions, which the noise of the bins causes.
    corrected: the error without this noise.
    low, high: a conservative interval of the true error.
    bins: the bins that have predictions.
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
    """Calibration of predicted shares of the win.

    predicted: predicted shares, 0..1, shape (n,).
    came: final shares, 0..1, shape (n,).
    games: a label of each prediction, shape (n,). Predictions with the same label are not independent, for example
        those of one unit. None if all predictions are independent.
    bins: number of bins of equal width.
    confidence: confidence of the intervals, 0..1.

    Raises ValueError if the shapes differ, there is no prediction, or a number is outside 0..1.
    """
    predicted, came = checked_predictions(predicted, came)
    cluster = np.arange(len(came)) if games is None else np.unique(np.asarray(games), return_inverse=True)[1]
    where = np.minimum((predicted * bins).astype(int), bins - 1)
    full, place = np.unique(where, return_inverse=True)
    count = np.bincount(place)
    gap = np.bincount(place, came - predicted) / count
    covariance = clustered(place, (came - predicted) - gap[place], cluster) / np.outer(count, count)
    error = np.sqrt(np.diag(covariance))
    z = quantile(confidence, cluster)
    came_error = np.sqrt(np.diag(clustered(place, came - (np.bincount(place, came) / count)[place], cluster))) / count
    rows = []
    for k, number in enumerate(full):
        mean = float(came[place == k].mean())
        low, high = max(mean - z * came_error[k], 0.0), min(mean + z * came_error[k], 1.0)
        predicted_mean = float(predicted[place == k].mean())
        rows.append(Bin(number / bins, (number + 1) / bins, int(count[k]), predicted_mean, Interval(mean, low, high)))
    return Calibration(
        brier(predicted, came, cluster, confidence),
        float(came.var()),
        *distance(gap, covariance, error, count, z),
        tuple(rows),
    )


def checked_predictions(predicted: ArrayLike, came: ArrayLike) -> tuple[Floats, Floats]:
    """Both as arrays. Raises ValueError unless they have one dimension, the same length and values in 0..1."""
    first, second = np.asarray(predicted, float), np.asarray(came, float)
    if first.shape != second.shape or first.ndim != 1 or not len(first):
        raise ValueError(f"predictions and results must be rows of one length, not {first.shape}, {second.shape}")
    for numbers in (first, second):
        if not ((numbers >= 0) & (numbers <= 1)).all():
            raise ValueError("predictions and results must be in 0..1")
    return first, second


def distance(
    gap: Floats, covariance: Floats, error: Floats, count: Places, z: float
) -> tuple[float, float, float, float, float]:
    """The mean distance of the bins from the diagonal: (error, floor, corrected, low, high) of `Calibration`.

    gap: mean result minus mean prediction of each bin, shape (bins,).
    covariance: covariance of the gaps, shape (bins, bins).
    error: standard error of each gap, shape (bins,).
    count: number of predictions in each bin, shape (bins,).
    z: quantile of the confidence.

    The distance of a noisy bin is too long by at most sqrt(2 / pi) standard errors on average. So the true error is
    between the plain error minus the floor and the plain error. Each end has its own noise.
    """
    weight = count / count.sum()
    plain = float(weight @ np.abs(gap))
    floor = float(weight @ error) * np.sqrt(2 / np.pi)
    # The square of a gap is too large by its variance, on average.
    corrected = float(weight @ np.sqrt(np.maximum(gap**2 - error**2, 0)))
    signed = weight * np.sign(gap)
    noise = float(np.sqrt(max(signed @ covariance @ signed, weight**2 @ error**2)))
    return plain, float(floor), corrected, max(plain - floor - z * noise, 0.0), min(plain + z * noise, 1.0)


def clustered(place: Places, residual: Floats, cluster: Places) -> Floats:
    """The covariance of sums by place, shape (places, places), if only clusters are independent.

    place, residual, cluster: place, residual and cluster of each sample, shape (n,).
    """
    sums = np.zeros((cluster.max() + 1, place.max() + 1))
    np.add.at(sums, (cluster, place), residual)
    clusters = len(sums)
    covariance: Floats = sums.T @ sums * clusters / max(clusters - 1, 1)
    return covariance


def brier(predicted: Floats, came: Floats, cluster: Places, confidence: float) -> Interval:
    """Mean squared error of predictions (Brier 1950) with its interval.

    It is 0 if all predictions come true, and 0.25 for always predicting one half of games that are won or lost.
    """
    loss = (predicted - came) ** 2
    mean = float(loss.mean())
    nothing = np.zeros(len(loss), int)
    half = quantile(confidence, cluster) * float(np.sqrt(clustered(nothing, loss - mean, cluster)[0, 0])) / len(loss)
    return Interval(mean, max(mean - half, 0.0), min(mean + half, 1.0))


def quantile(confidence: float, cluster: Places) -> float:
    """Student's quantile for the number of clusters."""
    return float(stdtrit(max(int(cluster.max()), 1), 0.5 + confidence / 2))
