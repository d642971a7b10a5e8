"""The sequential test keeps its error rates, ends on every kind of data, and agrees with its slow definition."""

import numpy as np
import pytest
from scipy.linalg import null_space
from scipy.optimize import brentq
from scipy.signal import convolve

from kiebitz.arena.statistics.sequential import PENTANOMIAL, UNSEEN, Sprt, decide, likelihood_ratio
from kiebitz.arena.statistics.units import share_of

VALUES = np.array(PENTANOMIAL)
TOLERANCE = 0.012  # two standard errors of a rate of 0.05 in so many matches, and what the approximation may cost
MATCHES = 1500


def results(strength, draws):
    """Chances of the five unit scores when two games are independent, shape (5,)."""
    won = share_of(strength) - draws / 2
    game = np.array([1 - won - draws, draws, won])
    return convolve(game, game)


def verdicts(test, chances, matches=MATCHES, most=4000, seed=1):
    """Plays matches side by side to their verdicts: (verdicts, units), "" for those not ended after `most` units."""
    stream = np.random.default_rng(seed)
    counts, running = np.zeros((matches, len(VALUES))), np.arange(matches)
    ended, units = np.full(matches, "", dtype="<U8"), np.full(matches, most)
    for unit in range(1, most + 1):
        drawn = stream.choice(len(VALUES), p=chances, size=len(running))
        counts[np.arange(len(running)), drawn] += 1
        now = decide(VALUES, counts, test)
        done = now != ""
        ended[running[done]], units[running[done]] = now[done], unit
        counts, running = counts[~done], running[~done]
        if not len(running):
            break
    return ended, units


WINDOWS = [(0, 80, 0.06), (-60, 60, 0.2), (0, 200, 0.02), (100, 250, 0.02), (300, 500, 0.02), (-400, -200, 0.0)]


@pytest.mark.parametrize(("low", "high", "draws"), WINDOWS)
def test_the_weaker_is_accepted_as_stronger_at_most_as_often_as_alpha_says(low, high, draws):
    ended, _ = verdicts(Sprt(low, high), results(low, draws))
    assert (ended == "high").mean() <= 0.05 + TOLERANCE
    assert (ended != "").all()


@pytest.mark.parametrize(("low", "high", "draws"), WINDOWS)
def test_the_stronger_is_accepted_as_weaker_at_most_as_often_as_beta_says(low, high, draws):
    ended, _ = verdicts(Sprt(low, high), results(high, draws))
    assert (ended != "high").mean() <= 0.05 + TOLERANCE
    assert (ended != "").all()


def test_other_error_rates_are_kept_each_on_its_own_side():
    test = Sprt(0, 150, alpha=0.01, beta=0.2)
    weak, _ = verdicts(test, results(0, 0.05))
    strong, _ = verdicts(test, results(150, 0.05))
    assert (weak == "high").mean() <= 0.01 + TOLERANCE
    assert 0.1 <= (strong == "low").mean() <= 0.2 + 2 * TOLERANCE


def test_matches_end_even_when_the_truth_lies_in_the_middle_and_take_as_long_as_wald_says():
    test, chances = Sprt(0, 80), results(40, 0.06)
    ended, units = verdicts(test, chances, matches=600)
    variance = chances @ (VALUES - chances @ VALUES) ** 2
    wald = -test.lower * test.upper * variance / (share_of(80) - share_of(0)) ** 2  # 1947, a motion without drift
    assert set(ended) <= {"low", "high", "between"}
    assert (ended == "between").mean() < 0.01
    assert units.mean() == pytest.approx(wald, rel=0.2)
    assert units.max() < 2500


@pytest.mark.parametrize("window", [(0, 10), (-5, 5), (0, 200), (300, 400), (-20, 60)])
@pytest.mark.parametrize(("score", "strength"), [(1.0, 2400), (0.0, -2400), (0.5, 0), (0.75, 190.8)])
def test_equal_results_end_with_the_verdict_that_fits(window, score, strength):
    test = Sprt(*window)
    while test.verdict is None and test.units < 2000:
        test.update(score)
    assert test.units < 400
    low, high = window
    right = {"low"} if strength <= low else {"high"} if strength >= high else {"low", "high", "between"}
    if window == (-5, 5) and score == 0.5:
        right = {"between"}
    assert test.verdict in right
    assert np.isfinite(test.llr)
    assert [point.units for point in test.path] == list(range(1, test.units + 1))
    assert test.path[-1].llr == test.llr


@pytest.mark.parametrize("counts", [(3, 8, 20, 30, 11), (0, 0, 7, 2, 1), (0, 0, 0, 0, 9), (1, 0, 0, 0, 1)])
@pytest.mark.parametrize(("low", "high"), [(0.5, 0.53), (0.3, 0.7)])
def test_the_likelihood_ratio_is_that_of_the_best_distributions_with_the_two_means(counts, low, high):
    mixed = np.where(np.array(counts) == 0, UNSEEN, np.array(counts, float))
    stream = np.random.default_rng(6)

    def best(mean):
        gap = VALUES - mean
        x = brentq(lambda x: mixed @ (gap / (1 + x * gap)), -1 / gap.max() + 1e-12, -1 / gap.min() - 1e-12)
        p = mixed / mixed.sum() / (1 + x * gap)
        assert p.sum() == pytest.approx(1)
        assert p @ VALUES == pytest.approx(mean)
        # The likelihood is concave: if no neighbour with the same sum and mean is better, nothing is.
        aside = null_space([np.ones(5), VALUES]) @ stream.normal(size=(3, 200))
        neighbours = p[:, None] + 0.1 * p.min() * aside / np.abs(aside).max(0)
        assert (mixed @ np.log(neighbours) <= mixed @ np.log(p) + 1e-9).all()
        return mixed @ np.log(p)

    assert likelihood_ratio(VALUES, np.array(counts), low, high) == pytest.approx(best(high) - best(low), abs=1e-6)


def test_scores_of_larger_units_widen_the_support():
    test = Sprt(0, 100)
    for score in (1 / 3, 2 / 3, 1 / 3 + 1e-16, 5 / 6, 1.0):
        assert test.update(score) is None
    assert test.units == 5
    assert len(test.counts) == 8
    assert np.isfinite(test.llr)


def test_a_test_has_its_bounds_and_refuses_impossible_values():
    test = Sprt(0, 400)
    assert (test.lower, test.upper) == pytest.approx((-2.944, 2.944), abs=1e-3)
    with pytest.raises(ValueError, match="LOW"):
        Sprt(10, 0)
    with pytest.raises(ValueError, match="alpha"):
        Sprt(0, 10, alpha=0.7)
    with pytest.raises(ValueError, match="unit score"):
        test.update(2)
    while test.update(0.0) is None:
        pass
    with pytest.raises(RuntimeError, match="ended"):
        test.update(1.0)
