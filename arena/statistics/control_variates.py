"""Results less their luck: how much of a measured luck to take off, learnt without spoiling the result."""

from typing import NamedTuple

import numpy as np
from scipy.stats import t

FOLDS = 10
GROUPS = 20
PRIOR_UNITS = 3.0  # units that say luck counts for nothing: few results must not be spoilt by a useless measure
LEAST = 1e-12  # share of the variance that is left at least: beyond it rounding decides


class Adjusted(NamedTuple):
    """values: results of the units less their luck, as good as raw ones for `interval`; weights: what was taken off
    on average, one a control; ratio: raw variance over adjusted variance, so many times fewer units give the same
    interval."""

    values: np.ndarray
    weights: np.ndarray
    ratio: float


def adjusted(results, luck, weights=None):
    """Unit results with their luck taken off.

    results: shape (..., units), in any unit; luck: shape (..., units) or (..., units, controls), each of mean 0 (from
    `luck.correction`, averaged over the games of the unit as the results are). weights: fixed ones; None: regression
    weights, for each of ten folds of units learnt on the others (Lavenberg & Welch 1981, cross-fitted), so that the
    mean stays unbiased and useless controls get no weight. Controls may be in another unit than results, points for
    win shares, for example. ratio: 1.0 for results that do not vary.
    """
    results, luck = arrays(results, luck)
    if weights is None:
        fold = np.arange(results.shape[-1]) % FOLDS
        used = learnt(moments(results, luck, fold, FOLDS))[..., fold, :]
        values, weights = results - (luck * used).sum(-1), used.mean(-2)
    else:
        weights = np.broadcast_to(np.asarray(weights, float), luck.shape[-1])
        values = results - luck @ weights
    raw, left = results.var(-1), values.var(-1)
    ratio = np.divide(raw, left, out=np.where(raw == 0, 1.0, np.inf), where=left > 0)
    return Adjusted(values, weights, ratio[()])


def ratio_interval(results, luck, confidence=0.95):
    """(low, high) of the ratio that `adjusted` finds with weights it learns; arguments as there, two units or more.

    A jackknife over groups of units, on the logarithm, with Student's quantile; the weights are learnt again without
    each group, since how well they can be learnt is part of what is uncertain. (1.0, 1.0) for results that do not
    vary.
    """
    results, luck = arrays(results, luck)
    units = results.shape[-1]
    groups = min(GROUPS, units)
    cell = np.arange(units) * groups // units * FOLDS + np.arange(units) % FOLDS
    cells = moments(results, luck, cell, groups * FOLDS)
    cells = cells.reshape(*results.shape[:-1], groups, FOLDS, *cells.shape[-2:])
    whole = cells.sum(-4)
    found = log_ratio(whole)
    without = log_ratio(whole[..., None, :, :, :] - cells)
    half = t.ppf(0.5 + confidence / 2, groups - 1) * np.sqrt((groups - 1) * without.var(-1))
    return np.exp(found - half)[()], np.exp(found + half)[()]


def arrays(results, luck):
    results = np.asarray(results, float)
    return results, np.asarray(luck, float).reshape(*results.shape, -1)


def moments(results, luck, place, places):
    """Sums over the units at each place of the products of (1, result less the mean of all, controls).

    Shape (..., places, 2 + controls, 2 + controls); they add up over places.
    """
    results = results - results.mean(-1, keepdims=True)
    rows = np.concatenate([np.ones_like(luck[..., :1]), results[..., None], luck], -1)
    parts = (rows[..., place == k, :] for k in range(places))
    return np.stack([np.swapaxes(part, -1, -2) @ part for part in parts], -3)


def learnt(folds):
    """Weights for each fold, shape (..., folds, controls), that leave the least variance in the others, drawn to 0
    as by PRIOR_UNITS units more. folds: their moments."""
    others = folds.sum(-3, keepdims=True) - folds
    units = np.maximum(others[..., :1, :1], 1)
    products = np.where(units > 1, others - others[..., :1] * others[..., :1, :] / units, 0)
    controls = products[..., 2:, 2:]
    hold = controls * np.eye(controls.shape[-1]) * PRIOR_UNITS / units
    return (np.linalg.pinv(controls + hold, hermitian=True) @ products[..., 2:, 1:2])[..., 0]


def log_ratio(folds):
    """Log of raw over adjusted variance, from the moments of the folds; 0 for results that do not vary."""
    left = np.insert(-learnt(folds), [0, 0], [0.0, 1.0], -1)[..., None]  # what of a row makes the adjusted result
    count, total, squares = (folds.sum(-3)[..., i, j] for i, j in ((0, 0), (0, 1), (1, 1)))
    raw = squares / count - (total / count) ** 2
    total = (folds[..., :1, :] @ left).sum((-3, -2, -1))
    squares = (np.swapaxes(left, -1, -2) @ folds @ left).sum((-3, -2, -1))
    less = np.maximum(squares / count - (total / count) ** 2, LEAST * raw)
    return np.log(np.divide(raw, less, out=np.ones_like(raw), where=less > 0))
