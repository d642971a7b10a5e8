"""Control variates: results minus a measured luck, whose weights are learnt without a bias."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

Floats = NDArray[np.float64]

FOLDS = 10  # folds of the units; the weights of a fold are learnt on the others
GROUPS = 20  # groups of the jackknife
PRIOR_UNITS = 3.0  # weight of the prior that luck has no effect, in units; a useless control then harms little
LEAST = 1e-12  # smallest remaining share of the variance; a smaller share is a rounding error


class Adjusted(NamedTuple):
    """Results minus their luck.

    values: adjusted results of the units, which `interval` takes like raw results.
    weights: mean weight of each control.
    ratio: raw variance divided by adjusted variance. This many times fewer units give the same interval. An array if
        the results have dimensions in front.
    """

    values: Floats
    weights: Floats
    ratio: Any


def adjusted(results: ArrayLike, luck: ArrayLike, weights: ArrayLike | None = None) -> Adjusted:
    """Unit results minus their luck.

    results: results of the units, such as points, shape (..., units).
    luck: controls with mean 0 from `luck.correction`, shape (..., units) or (..., units, controls). They are means over
        the games of a unit, like the results. They may be in another unit of measure, such as shares of the win.
    weights: fixed weights of the controls, shape (controls,); None for regression weights (Lavenberg & Welch 1981).
        The weights of each of ten folds are learnt on the other folds. So the mean stays unbiased, and useless controls
        get no weight.

    The ratio is 1.0 for results that do not vary.
    """
    raw, controls = arrays(results, luck)
    if weights is None:
        fold = np.arange(raw.shape[-1]) % FOLDS
        used = learnt(moments(raw, controls, fold, FOLDS))[..., fold, :]
        values, taken = raw - (controls * used).sum(-1), used.mean(-2)
    else:
        taken = np.broadcast_to(np.asarray(weights, float), controls.shape[-1])
        values = raw - controls @ taken
    before, after = raw.var(-1), values.var(-1)
    ratio = np.divide(before, after, out=np.where(before == 0, 1.0, np.inf), where=after > 0)
    return Adjusted(values, taken, ratio[()])


def ratio_interval(results: ArrayLike, luck: ArrayLike, confidence: float = 0.95) -> tuple[Any, Any]:
    """The confidence interval (low, high) of the ratio of `adjusted` with learnt weights.

    results, luck: as for `adjusted`, with at least two units.
    confidence: confidence of the interval, 0..1.

    The interval is a jackknife over groups of units, on the logarithm, with Student's quantile. The weights are learnt
    again without each group, since their uncertainty is part of the interval. Results that do not vary give (1.0, 1.0).
    """
    raw, controls = arrays(results, luck)
    units = raw.shape[-1]
    groups = min(GROUPS, units)
    cell = np.arange(units) * groups // units * FOLDS + np.arange(units) % FOLDS
    cells = moments(raw, controls, cell, groups * FOLDS)
    cells = cells.reshape(*raw.shape[:-1], groups, FOLDS, *cells.shape[-2:])
    whole = cells.sum(-4)
    found = log_ratio(whole)
    without = log_ratio(whole[..., None, :, :, :] - cells)
    half = stdtrit(groups - 1, 0.5 + confidence / 2) * np.sqrt((groups - 1) * without.var(-1))
    return np.exp(found - half)[()], np.exp(found + half)[()]


def arrays(results: ArrayLike, luck: ArrayLike) -> tuple[Floats, Floats]:
    """Both as arrays, the luck with an axis of controls."""
    values = np.asarray(results, float)
    return values, np.asarray(luck, float).reshape(*values.shape, -1)


def moments(results: Floats, luck: Floats, place: NDArray[np.intp], places: int) -> Floats:
    """For each place, the sums over its units of all products of (1, result minus the mean of all units, controls).

    place: place of each unit, 0..places - 1, shape (units,).
    places: number of places.

    The shape is (..., places, 2 + controls, 2 + controls). The sums of several places can be added.
    """
    results = results - results.mean(-1, keepdims=True)
    rows = np.concatenate([np.ones_like(luck[..., :1]), results[..., None], luck], -1)
    parts = (rows[..., place == k, :] for k in range(places))
    return np.stack([np.swapaxes(part, -1, -2) @ part for part in parts], -3)


def learnt(folds: Floats) -> Floats:
    """For each fold, the weights that leave the least variance in the other folds, shape (..., folds, controls).

    folds: moments of the folds, as `moments` returns them.

    The prior draws the weights to 0 like PRIOR_UNITS additional units.
    """
    others = folds.sum(-3, keepdims=True) - folds
    units = np.maximum(others[..., :1, :1], 1)
    products = np.where(units > 1, others - others[..., :1] * others[..., :1, :] / units, 0)
    controls = products[..., 2:, 2:]
    hold = controls * np.eye(controls.shape[-1]) * PRIOR_UNITS / units
    found: Floats = (np.linalg.pinv(controls + hold, hermitian=True) @ products[..., 2:, 1:2])[..., 0]
    return found


def log_ratio(folds: Floats) -> Floats:
    """The logarithm of raw variance / adjusted variance, from the moments of the folds; 0 if results do not vary."""
    left = np.insert(-learnt(folds), [0, 0], [0.0, 1.0], -1)[..., None]  # adjusted result = row @ left
    count, total, squares = (folds.sum(-3)[..., i, j] for i, j in ((0, 0), (0, 1), (1, 1)))
    raw = squares / count - (total / count) ** 2
    total = (folds[..., :1, :] @ left).sum((-3, -2, -1))
    squares = (np.swapaxes(left, -1, -2) @ folds @ left).sum((-3, -2, -1))
    less = np.maximum(squares / count - (total / count) ** 2, LEAST * raw)
    ratio: Floats = np.log(np.divide(raw, less, out=np.ones_like(raw), where=less > 0))
    return ratio
