"""Intervals of unit results cover as often as they say; degenerate data get finite, honest answers."""

import numpy as np
import pytest

from kiebitz.arena.statistics.units import ELO_LIMIT, elo, elo_interval, interval, share_of

MATCHES = 10_000


def unit_scores(win, draw, units, matches=MATCHES, alike=0.0, seed=0):
    """Mean win share of two games a unit, shape (matches, units); alike: share of units whose two games end alike."""
    stream = np.random.default_rng([seed, units, int(1000 * win)])
    luck = stream.random((2, matches, units))
    luck[1] = np.where(stream.random((matches, units)) < alike, luck[0], luck[1])
    return (np.where(luck < win, 1, 0) + np.where((luck >= win) & (luck < win + draw), 0.5, 0)).mean(0)


def coverage(found, truth):
    return float(((found.low <= truth) & (truth <= found.high)).mean())


@pytest.mark.parametrize(("win", "draw", "alike"), [(0.5, 0, 0), (0.4, 0.2, 0.5), (0.7, 0.02, 0.3), (0.89, 0.02, 0)])
@pytest.mark.parametrize("units", [50, 200, 500])
def test_intervals_of_win_shares_cover_in_95_percent_of_10000_matches(win, draw, alike, units):
    scores = unit_scores(win, draw, units, alike=alike)
    assert coverage(interval(scores, bounds=(0, 1)), win + draw / 2) == pytest.approx(0.95, abs=0.01)


@pytest.mark.parametrize(("win", "draw"), [(0.5, 0), (0.7, 0.02), (0.89, 0.02)])
@pytest.mark.parametrize("units", [10, 20, 30])
def test_intervals_of_few_units_cover_as_well_as_coarse_data_allow(win, draw, units):
    """With two games a unit the scores are so coarse that coverage jumps with the share; it must not be far below."""
    assert 0.93 <= coverage(interval(unit_scores(win, draw, units), bounds=(0, 1)), win + draw / 2) <= 0.99


@pytest.mark.parametrize("units", [10, 50, 300])
def test_intervals_of_win_shares_cover_for_three_players_in_a_rotation_block(units):
    stream = np.random.default_rng(units)
    shares = (stream.random((MATCHES, units, 6)) < 1 / 3).mean(-1)
    found = coverage(interval(shares, bounds=(0, 1)), 1 / 3)
    assert 0.94 <= found <= (0.96 if units >= 50 else 0.985)


@pytest.mark.parametrize("units", [5, 20, 100])
@pytest.mark.parametrize("skewed", [False, True])
def test_intervals_of_margins_cover_in_95_percent_of_10000_matches(units, skewed):
    stream = np.random.default_rng(units)
    margins = stream.normal(3, 40, (MATCHES, units))
    if skewed:
        margins = 3 + 40 * (stream.gamma(8, 1, (MATCHES, units)) - 8) / 8**0.5
    assert coverage(interval(margins), 3) == pytest.approx(0.95, abs=0.01)


def test_other_confidences_cover_as_they_say():
    scores = unit_scores(0.6, 0.1, 200)
    for confidence in (0.8, 0.99):
        assert coverage(interval(scores, confidence, (0, 1)), 0.65) == pytest.approx(confidence, abs=0.01)


def test_intervals_in_elo_cover_as_often():
    scores = unit_scores(0.8, 0.04, 100)
    assert coverage(elo_interval(scores), elo(0.82)) == pytest.approx(0.95, abs=0.01)


@pytest.mark.parametrize("units", [1, 2, 20, 1000])
def test_a_clean_sweep_leaves_room_for_games_that_would_be_lost(units):
    mean, low, high = interval(np.ones(units), bounds=(0, 1))
    assert (mean, high) == (1, 1)
    assert low < 0.05 ** (1 / units)  # a coin with this share wins all units in one of 20 matches
    assert interval(np.zeros(units), bounds=(0, 1)) == pytest.approx((0, 0, 1 - low))
    best, least, most = elo_interval(np.ones(units))
    assert np.isfinite([best, least, most]).all()
    assert elo(low) == least <= best < most == ELO_LIMIT
    assert elo_interval(np.zeros(units)) == pytest.approx((-best, -most, -least))


def test_all_draws_are_surer_than_coin_tosses_but_never_certain():
    mean, low, high = interval(np.full(100, 0.5), bounds=(0, 1))
    tossed = interval(np.tile([0.0, 1.0], 50), bounds=(0, 1))
    assert mean == 0.5
    assert tossed.low < low < 0.5 - 0.005
    assert high == pytest.approx(1 - low)


def test_equal_margins_have_an_interval_without_width_and_one_unit_an_infinite_one():
    assert interval([3.0, 3.0, 3.0]) == (3, 3, 3)
    assert interval([3.0]) == (3, -np.inf, np.inf)


def test_elo_and_share_are_inverse_and_elo_stays_finite():
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert share_of(elo(0.3)) == pytest.approx(0.3)
    assert (elo(0), elo(1)) == (-ELO_LIMIT, ELO_LIMIT)


def test_impossible_input_is_refused():
    with pytest.raises(ValueError, match="at least one unit"):
        interval([])
    with pytest.raises(ValueError, match=r"in 0\.\.1"):
        interval([1.5], bounds=(0, 1))
    with pytest.raises(ValueError, match="confidence"):
        interval([1.0], confidence=95)
