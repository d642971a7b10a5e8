"""The model of Bradley and Terry (1952) on scores: most likely ratings, their covariance, ends of intervals.

Ratings are log odds. Arrays may have a dimension in front, for many leagues of the same pairs at once.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from kiebitz.arena.statistics.units import ELO_LIMIT

Numbers = NDArray[Any]
Places = NDArray[np.intp]

SCALE = 400 / np.log(10)  # Elo in one unit of log odds
PRIOR_UNITS = 1.0  # units added to each pair that met, half of them won and half lost; bounds ratings of clean sweeps
PRIOR_SD = 2000 / SCALE  # prior standard deviation of a rating; it bounds the distance of groups that never met
STEPS = 100  # most steps of Newton's method and of the secant method
STEP_LIMIT = 3.0  # longest step
PRECISION = 1e-8  # a shorter step of Newton's method ends it
LIMIT = 2 * ELO_LIMIT / SCALE  # largest end of an interval; half of it is shown
BRACKET = 12.0  # half width of the bracket of log(pull), around its value for symmetric ends
SLOPES = 0.3, 10.0  # range of the slope of the secants, on logarithms
CLOSE = 1e-5  # difference of logarithms at which the secant method ends


class Duels(NamedTuple):
    """The data of the likelihood, for each pair that met.

    design: a row for each pair, with 1 at the first solver and -1 at the second, shape (pairs, solvers).
    played: number of units, shape (pairs,).
    won: sum of the first solver's scores, shape (..., pairs).
    """

    design: Numbers
    played: Numbers
    won: Numbers


class Fit(NamedTuple):
    """Fitted ratings.

    duels: the data.
    ratings: ratings in log odds, shape (..., solvers). Their prior keeps them near 0.
    robust: covariance of the ratings from the observed variation of the units, shape (..., solvers, solvers).
    model: covariance of the ratings if every unit were a coin toss, same shape.
    """

    duels: Duels
    ratings: Numbers
    robust: Numbers
    model: Numbers


def fit(solvers: int, first: Places, second: Places, score: Numbers, cluster: Places) -> Fit:
    """The most likely ratings under both priors.

    solvers: number of solvers.
    first, second: numbers of the two solvers of each score, first < second, shape (n,).
    score: score of the first solver, 0..1, shape (..., n).
    cluster: number of the unit of each score, shape (n,).

    The robust covariance is the sandwich estimator, clustered by unit (White 1982; Liang & Zeger 1986).
    """
    met, place = np.unique(np.stack([first, second]), axis=1, return_inverse=True)
    design, place = np.eye(solvers)[met[0]] - np.eye(solvers)[met[1]], place.reshape(-1)
    pairs, units = len(design), int(cluster.max()) + 1
    duels = Duels(design, np.bincount(place).astype(float), sums(score, place, pairs))
    held = duels._replace(played=duels.played + PRIOR_UNITS, won=duels.won + PRIOR_UNITS / 2)
    ratings, hessian = most_likely(held)
    chance = expit(ratings @ design.T)
    residual = score - chance[..., place]
    gradients = sums(residual, cluster * solvers + first, units * solvers)
    gradients -= sums(residual, cluster * solvers + second, units * solvers)
    gradients = gradients.reshape(*score.shape[:-1], units, solvers)
    # The prior's win and loss are observations of half a unit each, in clusters of their own.
    pseudo = (PRIOR_UNITS / 2) ** 2 * (chance**2 + (1 - chance) ** 2)
    swept = (duels.won == 0) | (duels.won == duels.played)
    prior = weighted(design, np.where(swept, held.played * chance * (1 - chance), pseudo)) + ridge(solvers)
    meat = np.swapaxes(gradients, -1, -2) @ gradients * units / max(units - 1, 1) + prior
    model = np.linalg.inv(hessian)
    return Fit(duels, ratings, model @ meat @ model, model)


def most_likely(duels: Duels, pull: Any = 0.0, ratings: Numbers | None = None) -> tuple[Numbers, Numbers]:
    """Ratings and negative Hessian at the maximum of log likelihood + pull @ ratings.

    pull: weights that pull the ratings, shape (..., solvers), or 0.
    ratings: the ratings at which the search begins; None for 0.
    """
    design, played, won = duels
    hold = ridge(design.shape[1])
    ratings = np.zeros((*won.shape[:-1], design.shape[1])) if ratings is None else ratings
    for _ in range(STEPS):
        chance = expit(ratings @ design.T)
        gradient = (won - played * chance) @ design - ratings @ hold + pull
        hessian = weighted(design, played * chance * (1 - chance)) + hold
        step = solved(hessian, gradient)
        ratings = ratings + np.clip(step, -STEP_LIMIT, STEP_LIMIT)
        if np.abs(step).max() < PRECISION:
            break
    return ratings, hessian


def farthest(duels: Duels, contrast: Numbers, reach: Numbers) -> Numbers:
    """The largest contrast @ ratings that a score test does not reject, shape (...).

    contrast: weights of the ratings with sum 0, shape (solvers,).
    reach: chi square of the test, shape (...).

    Like Wilson's interval for one share, the test uses the variation under the tested ratings. So it follows the skew
    of large differences. The prior of the pairs is left out, since it would hide clean sweeps. A pull along the
    contrast (a Lagrange multiplier) gives the most likely ratings for a value of the contrast. The secant method on
    logarithms, inside a bracket, finds the pull whose chi square is `reach`. A result beyond LIMIT has no exact value.
    """
    ratings, hessian = most_likely(duels)
    pull = np.log(reach / (solved(hessian, contrast) @ contrast)) / 2
    nearer, farther = pull - BRACKET, pull + BRACKET
    slope: Any = 1.0
    last: tuple[Numbers, Numbers] | None = None
    for _ in range(STEPS):
        ratings, hessian = most_likely(duels, np.exp(pull)[..., None] * contrast, ratings)
        lacking = np.log(reach / (solved(hessian, contrast) @ contrast)) / 2 - pull
        if ((np.abs(lacking) < CLOSE) | ((lacking > 0) & (ratings @ contrast > LIMIT))).all():
            break
        nearer, farther = np.where(lacking > 0, pull, nearer), np.where(lacking > 0, farther, pull)
        if last is not None and (moved := pull - last[0]).all():
            slope = np.clip((last[1] - lacking) / moved, *SLOPES)
        last = pull, lacking
        better = pull + np.clip(lacking / slope, -STEP_LIMIT, STEP_LIMIT)
        pull = np.where((nearer < better) & (better < farther), better, (nearer + farther) / 2)
    ends: Numbers = ratings @ contrast
    return ends


def ridge(solvers: int) -> Numbers:
    """The curvature of the prior of the ratings, shape (solvers, solvers)."""
    curvature: Numbers = np.eye(solvers) / PRIOR_SD**2
    return curvature


def weighted(design: Numbers, weights: Numbers) -> Numbers:
    """design' diag(weights) design, shape (..., solvers, solvers).

    weights: shape (..., pairs).
    """
    found: Numbers = design.T * weights[..., None, :] @ design
    return found


def solved(matrices: Numbers, vectors: Numbers) -> Numbers:
    """The solutions of linear systems, shape (..., n).

    matrices: shape (..., n, n).
    vectors: right sides, shape (..., n) or (n,).
    """
    found: Numbers = np.linalg.solve(matrices, np.broadcast_to(vectors, matrices.shape[:-1])[..., None])[..., 0]
    return found


def sums(values: Numbers, place: Places, places: int) -> Numbers:
    """The sums of values by place, shape (..., places).

    values: shape (..., n).
    place: place of each value, 0..places - 1, shape (n,).
    places: number of places.
    """
    found = np.zeros((*values.shape[:-1], places))
    index: Any = (..., place)
    np.add.at(found, index, values)
    return found
