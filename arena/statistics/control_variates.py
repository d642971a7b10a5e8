"""Control variates: results less a measured luck, with weights that are learnt without a bias."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

Numbers = NDArray[np.float64]

FOLDS = 10
GROUPS = 20
PRIOR_UNITS = 3.0  # prior weight of the opinion that luck counts for nothing, so that a useless control harms little
LEAST = 1e-12  # smallest remaining share of the variance; below it rounding decides


class Adjusted(NamedTuple):
    """Results less their luck.

    values: adjusted results of the units; `interval` takes them like raw ones.
    weights: mean weight of every control.
    ratio: raw variance over adjusted variance: so many times fewer units give the same interval. An array if there
        are dimensions in front.
    """

    values: Numbers
    weights: Numbers
    ratio: Any


def adjusted(results: ArrayLike, luck: ArrayLike, weights: ArrayLike | None = None) -> Adjusted:
    """Unit results with their luck taken off.

    results: shape (..., units), in any unit.
    luck: controls of mean 0, shape (..., units) or (..., units, controls), from `luck.correction`, averaged over the
        games of the unit like the results; they may be in another unit than the results.
    weights: fixed weights of the controls; None: regression weights (Lavenberg & Welch 1981). Those of each of ten
        folds of units are learnt on the other folds, so the mean stays unbiased and useless controls get no weight.

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

    results, luck: as for `adjusted`, two units or more.
    confidence: in 0..1.

    The interval is a jackknife over groups of units, on the logarithm, with Student's quantile. The weights are learnt
    again without each group, since their uncertainty is part of the interval. (1.0, 1.0) for results that do not vary.
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


def arrays(results: ArrayLike, luck: ArrayLike) -> tuple[Numbers, Numbers]:
    """Both as arrays, the luck with an axis of controls."""
    values = np.asarray(results, float)
    return values, np.asarray(luck, float).reshape(*values.shape, -1)


def moments(results: Numbers, luck: Numbers, place: NDArray[np.intp], places: int) -> Numbers:
    """Sums over the units at each place of the products of (1, result less the mean of all, controls).

    Shape (..., places, 2 + controls, 2 + controls); they add up over places.
    """
    results = results - results.mean(-1, keepdims=True)
    rows = np.concatenate([np.ones_like(luck[..., :1]), results[..., None], luck], -1)
    parts = (rows[..., place == k, :] for k in range(places))
    return np.stack([np.swapaxes(part, -1, -2) @ part for part in parts], -3)


def learnt(folds: Numbers) -> Numbers:
    """Weights for each fold that leave the least variance in the other folds, shape (..., folds, controls).

    PRIOR_UNITS more units draw them to 0. folds: moments of the folds.
    """
    others = folds.sum(-3, keepdims=True) - folds
    units = np.maximum(others[..., :1, :1], 1)
    products = np.where(units > 1, others - others[..., :1] * others[..., :1, :] / units, 0)
    controls = products[..., 2:, 2:]
    hold = controls * np.eye(controls.shape[-1]) * PRIOR_UNITS / units
    found: Numbers = (np.linalg.pinv(controls + hold, hermitian=True) @ products[..., 2:, 1:2])[..., 0]
    return found


def log_ratio(folds: Numbers) -> Numbers:
    """Log of raw over adjusted variance, from the moments of the folds; 0 for results that do not vary."""
    left = np.insert(-learnt(folds), [0, 0], [0.0, 1.0], -1)[..., None]  # adjusted result = row @ left
    count, total, squares = (folds.sum(-3)[..., i, j] for i, j in ((0, 0), (0, 1), (1, 1)))
    raw = squares / count - (total / count) ** 2
    total = (folds[..., :1, :] @ left).sum((-3, -2, -1))
    squares = (np.swapaxes(left, -1, -2) @ folds @ left).sum((-3, -2, -1))
    less = np.maximum(squares / count - (total / count) ** 2, LEAST * raw)
    ratio: Numbers = np.log(np.divide(raw, less, out=np.ones_like(raw), where=less > 0))
    return ratio
