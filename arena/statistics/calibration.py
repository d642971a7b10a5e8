"""Do predicted win shares come true? Brier score, reliability bins, expected calibration error."""

from typing import NamedTuple

import numpy as np
from scipy.stats import t

from kiebitz.arena.statistics.units import Interval


class Bin(NamedTuple):
    """Predictions in low..high: how many, their mean, and the mean of what came with its interval, all in 0..1."""

    low: float
    high: float
    count: int
    predicted: float
    came: Interval


class Calibration(NamedTuple):
    """brier: mean squared error of the predictions; reference: that of always predicting what came on average; error:
    expected calibration error as usually defined, the mean distance of bins from the diagonal; floor: what it would be
    on average for perfect predictions, by the noise of the bins alone; corrected: the error with that noise taken out;
    low, high: a cautious interval of the true error; bins: not empty ones.
    """

    brier: Interval
    reference: float
    error: float
    floor: float
    corrected: float
    low: float
    high: float
    bins: tuple[Bin, ...]


def calibration(predicted, came, games=None, bins=10, confidence=0.95):
    """Calibration of win predictions.

    predicted, came: shape (n,), in 0..1; came: final win shares. games: names what belongs together (positions of one
    unit are not independent), shape (n,); None: each prediction on its own. bins: of equal width.
    ValueError if shapes differ, there is nothing, or a number is outside 0..1.
    """
    predicted, came = np.asarray(predicted, float), np.asarray(came, float)
    if predicted.shape != came.shape or predicted.ndim != 1 or not len(predicted):
        raise ValueError(f"predictions and results must be rows of one length, not {predicted.shape}, {came.shape}")
    for numbers in (predicted, came):
        if not ((numbers >= 0) & (numbers <= 1)).all():
            raise ValueError("predictions and results must be in 0..1")
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


def distance(gap, covariance, error, count, z):
    """(error, floor, corrected, low, high) of the mean distance of bins from the diagonal.

    A distance of a noisy bin is too long by at most sqrt(2 / pi) standard errors, so the true error lies between the
    plain one less the floor and the plain one, each with its own noise.
    """
    weight = count / count.sum()
    plain = float(weight @ np.abs(gap))
    floor = float(weight @ error) * np.sqrt(2 / np.pi)
    # The square of a gap is too large by its variance, on average.
    corrected = float(weight @ np.sqrt(np.maximum(gap**2 - error**2, 0)))
    signed = weight * np.sign(gap)
    noise = float(np.sqrt(max(signed @ covariance @ signed, weight**2 @ error**2)))
    return plain, float(floor), corrected, max(plain - floor - z * noise, 0.0), min(plain + z * noise, 1.0)


def clustered(place, residual, cluster):
    """Covariance of sums by place, shape (places, places), when only clusters are independent."""
    sums = np.zeros((cluster.max() + 1, place.max() + 1))
    np.add.at(sums, (cluster, place), residual)
    clusters = len(sums)
    return sums.T @ sums * clusters / max(clusters - 1, 1)


def brier(predicted, came, cluster, confidence):
    """Mean squared error of predictions (Brier 1950), 0 for a seer, 0.25 for who always says one half of a won game."""
    loss = (predicted - came) ** 2
    mean = float(loss.mean())
    nothing = np.zeros(len(loss), int)
    half = quantile(confidence, cluster) * float(np.sqrt(clustered(nothing, loss - mean, cluster)[0, 0])) / len(loss)
    return Interval(mean, max(mean - half, 0.0), min(mean + half, 1.0))


def quantile(confidence, cluster):
    return float(t.ppf(0.5 + confidence / 2, max(int(cluster.max()), 1)))
