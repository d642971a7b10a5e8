"""Bradley-Terry ratings recover known strengths, their intervals cover, and no data make them fail."""

import itertools

import numpy as np
import pytest

from kiebitz.arena.statistics.ratings import ratings
from kiebitz.arena.statistics.units import elo, elo_interval, share_of

STRENGTHS = {"a": 0.0, "b": 60.0, "c": 150.0, "d": 320.0}


LEAGUES = 2000


def league(stream, units, strengths=STRENGTHS, games=2, leagues=None):
    """Every pair plays so many units of independent games; scores are arrays if there are many leagues at once."""
    for first, second in itertools.combinations(strengths, 2):
        share = share_of(strengths[first] - strengths[second])
        for _ in range(units):
            yield first, second, stream.binomial(games, share, leagues) / games


def covered(found, strengths):
    """How often the interval holds the truth, by solver and by pair."""
    centre = np.mean(list(strengths.values()))
    truths = [(found.rating(name), strengths[name] - centre) for name in strengths]
    truths += [(found.difference(a, b), strengths[a] - strengths[b]) for a, b in itertools.combinations(strengths, 2)]
    return np.array([((low <= truth) & (truth <= high)).mean() for (_, low, high), truth in truths])


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
    found = covered(ratings(league(np.random.default_rng(units), units, leagues=LEAGUES)), STRENGTHS)
    assert found.mean() == pytest.approx(0.95, abs=0.01)
    assert found == pytest.approx(0.95, abs=0.02)


@pytest.mark.parametrize("gap", [600, 700, 800])
@pytest.mark.parametrize("units", [20, 50, 100])
def test_intervals_cover_for_any_difference_of_two_solvers(gap, units):
    """Hardly a game is lost, so the coverage jumps with the share. It must never be far too low."""
    strengths = {"a": 0.0, "b": float(gap)}
    found = covered(ratings(league(np.random.default_rng(gap + units), units, strengths, leagues=10_000)), strengths)
    assert ((found > 0.91) & (found < 0.995)).all()


@pytest.mark.parametrize("far", [600.0, 800.0])
@pytest.mark.parametrize("units", [20, 60])
def test_intervals_of_every_row_cover_in_a_league_of_uneven_solvers(far, units):
    strengths = {"a": 0.0, "b": 120.0, "c": far}
    found = covered(ratings(league(np.random.default_rng(units), units, strengths, leagues=LEAGUES // 2)), strengths)
    assert ((found > 0.935) & (found < 0.99)).all()


def test_two_solvers_stand_half_their_difference_from_their_mean():
    scores = np.random.default_rng(3).binomial(2, 0.9, 40) / 2
    found = ratings([("a", "b", score) if k % 2 else ("b", "a", 1 - score) for k, score in enumerate(scores)])
    difference = elo_interval(scores)
    assert found.difference("a", "b") == pytest.approx(difference)
    assert found.rating("a") == pytest.approx([end / 2 for end in difference])
    assert found.rating("b") == pytest.approx([-difference.mean / 2, -difference.high / 2, -difference.low / 2])


def test_the_interval_of_a_pair_in_a_league_is_that_of_its_own_results_if_the_others_never_met_it():
    scores = np.random.default_rng(4).binomial(2, 0.8, 60) / 2
    found = ratings([("a", "b", score) for score in scores] + [("c", "d", 0.5)] * 60)
    assert found.difference("a", "b") == pytest.approx(elo_interval(scores), rel=0.06)


def test_pairs_of_one_unit_are_not_taken_for_independent():
    """Four solvers at one table: the three pairs of a solver rise and fall with the same luck."""
    form = np.random.default_rng(5).normal([0, 0.2, 0.4, 0.6], 1, (LEAGUES, 80, 4))
    pairs = [
        ("abcd"[i], "abcd"[j], (form[:, unit, i] > form[:, unit, j]).astype(float), unit)
        for unit in range(80)
        for i, j in itertools.combinations(range(4), 2)
    ]
    found = ratings(pairs)
    widths = np.sqrt(np.diagonal(found.covariance, axis1=-2, axis2=-1)).mean(0)
    naive = np.sqrt(np.diagonal(ratings([pair[:3] for pair in pairs]).covariance, axis1=-2, axis2=-1)).mean(0)
    assert widths == pytest.approx(found.elo.std(0), rel=0.05)
    assert (naive < 0.95 * widths).all()
    assert covered(found, dict(zip(found.names, found.elo.mean(0), strict=True))) == pytest.approx(0.95, abs=0.015)


def test_solvers_that_won_every_unit_have_finite_ratings_with_wide_intervals():
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


def test_a_single_unit_has_a_very_wide_interval():
    _, low, high = ratings([("a", "b", 1.0)]).difference("a", "b")
    assert low < -800
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
