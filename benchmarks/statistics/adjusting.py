"""Results less their luck: how much of a measured luck to take off, learnt without spoiling the result."""

from typing import NamedTuple

import numpy as np

FOLDS = 10
RESAMPLES = 1000
PRIOR_UNITS = 3.0  # units that say luck counts for nothing: few results must not be spoilt by a useless measure


class Adjusted(NamedTuple):
    """values: results of the units less their luck, as good as raw ones for `interval`; weights: what was taken off
    on average, one a control; ratio: raw variance over adjusted variance, so many times fewer units give the same
    interval."""

    values: np.ndarray
    weights: np.ndarray
    ratio: float


def adjusted(results, luck, weights=None):
    """Unit results with their luck taken off.

    results: shape (units,), in any unit; luck: shape (units,) or (units, controls), each of mean 0 (from
    `luck.correction`, averaged over the games of the unit as the results are). weights: fixed ones; None: regression
    weights, for each of ten folds of units learnt on the others (Lavenberg & Welch 1981, cross-fitted), so that the
    mean stays unbiased and useless controls get no weight. Controls may be in another unit than results, points for
    win shares, for example. ratio: 1.0 for results that do not vary.
    """
    results = np.asarray(results, float)
    luck = np.asarray(luck, float).reshape(len(results), -1)
    if weights is not None:
        weights = np.broadcast_to(np.asarray(weights, float), luck.shape[1])
        return finished(results, results - luck @ weights, weights)
    fold = np.arange(len(results)) % FOLDS
    used = np.zeros((FOLDS, luck.shape[1]))
    values = results.copy()
    for k in range(min(FOLDS, len(results))):
        used[k] = regression(results[fold != k], luck[fold != k])
        values[fold == k] -= luck[fold == k] @ used[k]
    return finished(results, values, used[fold].mean(0) if len(results) else used[0])


def finished(results, values, weights):
    raw, left = np.var(results), np.var(values)
    return Adjusted(values, weights, float(raw / left) if left > 0 else 1.0 if raw == 0 else float("inf"))


def regression(results, luck):
    """Weights that leave the least variance, drawn to 0 as by PRIOR_UNITS units more."""
    if len(results) < 2:
        return np.zeros(luck.shape[1])
    centred = luck - luck.mean(0)
    products = centred.T @ centred
    hold = np.diag(np.diag(products)) * PRIOR_UNITS / len(results)
    return np.linalg.lstsq(products + hold, centred.T @ (results - results.mean()), rcond=None)[0]


def ratio_interval(results, values, seed=0, confidence=0.95):
    """(low, high) of the variance ratio: results and adjusted values, shape (units,), drawn again in pairs.

    (1.0, 1.0) for results that do not vary. The weights behind the values are not learnt again: a unit drawn twice
    would then help to judge itself.
    """
    results, values = np.asarray(results, float), np.asarray(values, float)
    drawn = np.random.default_rng(seed).integers(len(results), size=(RESAMPLES, len(results)))
    raw, left = results[drawn].var(1), values[drawn].var(1)
    ratios = np.divide(raw, left, out=np.ones(RESAMPLES), where=left > 0)
    return tuple(np.quantile(ratios, [0.5 - confidence / 2, 0.5 + confidence / 2]).tolist())
