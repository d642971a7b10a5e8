"""Bradley and Terry's model (1952) on scores: its most likely ratings, their covariance, and ends of intervals.

Ratings are log odds, with one more dimension at will in front: many leagues of the same pairs at once.
"""

from typing import NamedTuple

import numpy as np
from scipy.special import expit

from kiebitz.arena.statistics.units import ELO_LIMIT

SCALE = 400 / np.log(10)  # Elo in one unit of log odds
PRIOR_UNITS = 1.0  # added to each pair that met: half of it won, half of it lost; bounds the rating of clean sweeps
PRIOR_SPREAD = 2000 / SCALE  # standard deviation of a rating; holds apart groups that never met
STEPS = 100
STEP_LIMIT = 3.0
PRECISION = 1e-8
LIMIT = 2 * ELO_LIMIT / SCALE  # of an interval's end, which is shown within half of that
BRACKET = 12.0  # the logarithm of an end's pull is sought so far from where symmetric bounds would have it
SLOPES = 0.3, 10.0  # of the score in the pull, on logarithms: what secants may make of it
CLOSE = 1e-5


class Duels(NamedTuple):
    """All that the likelihood depends on, pair by pair that met.

    design: a row a pair, 1 at the first solver, -1 at the second, shape (pairs, solvers); played: units, shape
    (pairs,); won: sum of the first one's scores, shape (..., pairs).
    """

    design: np.ndarray
    played: np.ndarray
    won: np.ndarray


class Fit(NamedTuple):
    """ratings: shape (..., solvers), held near 0 by their prior; robust: their covariance by the spread that the units
    show, shape (..., solvers, solvers); model: what it would be if every unit were a coin toss."""

    duels: Duels
    ratings: np.ndarray
    robust: np.ndarray
    model: np.ndarray


def fit(solvers, first, second, score, cluster):
    """The most likely ratings of so many solvers under both priors.

    first < second: numbers of solvers, cluster: the unit, shape (n,); score: of the first, shape (..., n). The robust
    covariance is the sandwich clustered by unit (White 1982; Liang & Zeger 1986).
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


def most_likely(duels, pull=0.0, ratings=None):
    """(ratings, negative Hessian) at the largest log likelihood plus pull @ ratings; starts from `ratings`."""
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


def farthest(duels, contrast, reach):
    """The largest contrast @ ratings, shape (...), that a score test with a chi square of `reach` does not reject.

    As Wilson's interval does for one share, it measures by the spread that there would be under the ratings tried, so
    it follows the skew of large differences; the prior of the pairs takes no part, which would hide clean sweeps.
    Each pull along the contrast gives the likeliest ratings for some value of it (a Lagrange multiplier); secants on
    logarithms, kept inside a bracket, find the one that reaches so far. reach: shape (...). Beyond LIMIT any value
    may come back.
    """
    ratings, hessian = most_likely(duels)
    pull = np.log(reach / (solved(hessian, contrast) @ contrast)) / 2
    nearer, farther, slope, last = pull - BRACKET, pull + BRACKET, 1.0, None
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
    return ratings @ contrast


def ridge(solvers):
    return np.eye(solvers) / PRIOR_SPREAD**2


def weighted(design, weights):
    """design' diag(weights) design, weights of shape (..., pairs)."""
    return design.T * weights[..., None, :] @ design


def solved(matrices, vectors):
    return np.linalg.solve(matrices, np.broadcast_to(vectors, matrices.shape[:-1])[..., None])[..., 0]


def sums(values, place, places):
    """Sums of the last axis by place, shape (..., places)."""
    found = np.zeros((*values.shape[:-1], places))
    np.add.at(found, (..., place), values)
    return found
