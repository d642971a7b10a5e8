"""Statistics say "95 %" and "beyond doubt": simulated results with a known truth count how often that is wrong.

What `test_statistics_*.py` count already is not repeated. Bounds come from the binomial distribution (see `chances`).
"""

import numpy as np
import pytest
from chances import likely

from kiebitz.arena.statistics.calibration import calibration
from kiebitz.arena.statistics.sequential import PENTANOMIAL, Sprt, decide
from kiebitz.arena.statistics.units import share_of
from kiebitz.benchmarks.compare import compare

VALUES = np.array(PENTANOMIAL)
MATCHES = 800


def verdicts(sprt, scores):
    """The verdicts of matches of these unit scores, shape (matches, units); "" for matches that did not end."""
    counts = np.zeros((len(scores), len(VALUES)))
    found = np.full(len(scores), "", dtype="<U8")
    for column in scores.T:
        counts[np.arange(len(scores)), np.searchsorted(VALUES, column)] += 1
        running = found == ""
        found[running] = decide(VALUES, counts[running], sprt)
        if not (found == "").any():
            break
    return found


def nearly_always_drawn(strength, matches, units, stream):
    """Draws, and as few decided units as make the mean share that of the strength; shape (matches, units)."""
    decided = stream.random((matches, units)) < 2 * abs(share_of(strength) - 0.5)
    return np.where(decided, float(strength > 0), 0.5)


@pytest.mark.parametrize("bound", [5, 10, 20])
@pytest.mark.parametrize("side", [-1, 1])
def test_strengths_at_a_bound_are_not_called_between_because_the_first_units_are_all_draws(bound, side):
    """The mean of equal results has no variance to be judged by: a floor of the variance keeps the test from ending."""
    stream = np.random.default_rng([1, bound, side + 1])
    ended = verdicts(Sprt(-bound, bound), nearly_always_drawn(side * bound, MATCHES, 4000 // bound, stream))
    right = "high" if side > 0 else "low"
    assert (ended != right).mean() <= likely(0.05, MATCHES)[1]


def test_all_draws_end_a_test_around_equality_after_as_many_units_as_the_floor_of_the_variance_says():
    """The bounds of +-5 Elo are 0.0072 of a share away: that is 4 standard errors, each 0.5 / units."""
    test = Sprt(-5, 5)
    while test.update(0.5) is None:
        pass
    assert test.verdict == "between"
    assert test.units == pytest.approx(2 / (share_of(5) - 0.5), abs=1)


def predicted_games(stream, games, positions, bias):
    """Positions of a game share its result, and predictions are too high by the bias: as `calibration` takes them."""
    game = np.arange(games).repeat(positions)
    truth = stream.uniform(0.1, 0.9 - bias, games)
    came = stream.random(games) < truth
    return (truth + bias)[game], came[game].astype(float), game


@pytest.mark.parametrize("positions", [1, 4])
def test_intervals_of_what_came_in_a_bin_cover_with_positions_of_one_game_together(positions):
    """Of 1,000 games; with 30 results a bin, not 125, they cover 93 %. The bins of a match count as independent."""
    stream = np.random.default_rng([2, positions])
    bins = [bin for _ in range(150) for bin in calibration(*predicted_games(stream, 1000, positions, 0.0)).bins]
    covered = np.mean([bin.came.low <= bin.predicted <= bin.came.high for bin in bins])
    low, high = likely(0.95, len(bins))
    assert low <= covered <= high


def test_the_cautious_interval_of_the_calibration_error_still_finds_an_error_of_0_15():
    stream = np.random.default_rng(3)
    found = [calibration(*predicted_games(stream, 300, 4, 0.15)) for _ in range(200)]
    assert np.mean([one.low > 0 for one in found]) > 0.9


@pytest.mark.parametrize("rounds", [10, 20])
@pytest.mark.parametrize("ratio", [1.0, 0.9])
def test_bootstrap_intervals_of_the_speed_ratio_cover_it(rounds, ratio):
    """A bootstrap over so few rounds is allowed one part in a hundred less."""
    stream, trials = np.random.default_rng([4, rounds]), 600
    covered = 0
    for _ in range(trials):
        machine = np.exp(0.3 * stream.standard_normal(rounds))
        old, new = np.exp(0.05 * stream.standard_normal((2, rounds))) * machine
        found = compare(old, ratio * new)
        covered += found.low <= ratio <= found.high
    low, high = likely(0.95, trials)
    assert low - 0.01 <= covered / trials <= high
