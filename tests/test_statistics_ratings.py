"""Bradley-Terry ratings recover known strengths, their intervals cover, and no data make them fail."""

import itertools

import numpy as np
import pytest

from kiebitz.benchmarks.statistics.ratings import ratings
from kiebitz.benchmarks.statistics.units import elo, share_of

STRENGTHS = {"a": 0.0, "b": 60.0, "c": 150.0, "d": 320.0}


def league(stream, units, strengths=STRENGTHS, games=2):
    """Every pair plays so many units of independent games."""
    for first, second in itertools.combinations(strengths, 2):
        share = share_of(strengths[first] - strengths[second])
        for won in stream.binomial(games, share, units):
            yield first, second, won / games


def test_two_solvers_are_rated_as_their_share_says():
    found = ratings([("a", "b", 0.75)] * 300 + [("a", "b", 0.25)] * 100)
    assert found.difference("a", "b").mean == pytest.approx(elo(0.625), abs=1)
    assert found.elo.sum() == pytest.approx(0)


def test_known_strengths_are_recovered_from_many_units():
    found = ratings(league(np.random.default_rng(1), 4000), anchor="a")
    for row in found.rows():
        assert row.elo == pytest.approx(STRENGTHS[row.solver], abs=12)
        assert row.low <= row.elo <= row.high
    assert [row.solver for row in found.rows()] == ["d", "c", "b", "a"]
    assert found.difference("a", "a").mean == 0


def test_an_anchor_has_rating_0_and_changes_no_difference():
    pairs = list(league(np.random.default_rng(2), 30))
    free, tied = ratings(pairs), ratings(pairs, anchor="c")
    assert tied.elo[tied.names.index("c")] == pytest.approx(0)
    assert tied.covariance[tied.names.index("c")] == pytest.approx(0)
    assert tied.difference("a", "d") == pytest.approx(free.difference("a", "d"))


@pytest.mark.parametrize("units", [15, 60])
def test_intervals_of_ratings_and_differences_cover(units):
    stream = np.random.default_rng(units)
    inside = []
    for _ in range(400):
        found = ratings(league(stream, units))
        centre = np.mean(list(STRENGTHS.values()))
        inside += [row.low <= STRENGTHS[row.solver] - centre <= row.high for row in found.rows()]
        for first, second in itertools.combinations(STRENGTHS, 2):
            _, low, high = found.difference(first, second)
            inside.append(low <= STRENGTHS[first] - STRENGTHS[second] <= high)
    assert np.mean(inside) == pytest.approx(0.95, abs=0.015)


def test_pairs_of_one_unit_are_not_taken_for_independent():
    """Four solvers at one table: the three pairs of a solver rise and fall with the same luck."""
    stream = np.random.default_rng(5)
    estimates, widths, naive = [], [], []
    for _ in range(200):
        form = stream.normal(0, 1, (80, 4)) + np.array([0, 0.2, 0.4, 0.6])
        pairs = [
            ("abcd"[i], "abcd"[j], float(row[i] > row[j]), unit)
            for unit, row in enumerate(form)
            for i, j in itertools.combinations(range(4), 2)
        ]
        found = ratings(pairs)
        order = np.argsort(found.names)
        estimates.append(found.elo[order])
        widths.append(np.sqrt(np.diag(found.covariance))[order])
        naive.append(np.sqrt(np.diag(ratings([pair[:3] for pair in pairs]).covariance)))
    assert np.mean(widths, 0) == pytest.approx(np.std(estimates, 0), rel=0.15)
    assert np.mean(naive) < 0.95 * np.mean(widths)


def test_clean_sweeps_give_finite_ratings_with_wide_intervals():
    found = ratings([("a", "b", 1.0)] * 20 + [("b", "c", 1.0)] * 20)
    mean, low, high = found.difference("a", "b")
    assert np.isfinite(found.elo).all()
    assert 300 < mean < 1200
    assert low < elo(0.05 ** (1 / 20))
    assert high > 900


def test_a_longer_sweep_is_worth_more():
    gaps = [ratings([("a", "b", 1.0)] * units).difference("a", "b").mean for units in (1, 10, 100, 1000)]
    assert gaps == sorted(gaps)
    assert len(set(gaps)) == 4


def test_all_draws_are_equal_strength_with_an_interval_that_narrows():
    few, many = (ratings([("a", "b", 0.5)] * units).difference("a", "b") for units in (10, 1000))
    assert few.mean == pytest.approx(0) == many.mean
    assert 0 < many.high < few.high < 200


def test_groups_that_never_met_are_told_apart_with_a_huge_interval():
    found = ratings([("a", "b", 0.5), ("a", "b", 1.0)] * 20 + [("c", "d", 0.0), ("c", "d", 0.5)] * 20)
    assert found.difference("a", "b").high - found.difference("a", "b").low < 400
    assert found.difference("a", "c").high > 2000
    assert found.difference("a", "c").low < -2000


def test_a_single_unit_says_nearly_nothing():
    _, low, high = ratings([("a", "b", 1.0)]).difference("a", "b")
    assert low < -1000
    assert high > 1000


def test_impossible_pairs_are_refused():
    for pairs, reason in (
        ([], "at least one"),
        ([("a", "b", 2.0)], r"in 0\.\.1"),
        ([("a", "a", 1.0)], "itself"),
        ([("a", "b", float("nan"))], r"in 0\.\.1"),
    ):
        with pytest.raises(ValueError, match=reason):
            ratings(pairs)
    with pytest.raises(ValueError, match="anchor 'z'"):
        ratings([("a", "b", 1.0)], anchor="z")
