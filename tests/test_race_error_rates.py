"""A search says "95 %", "tied" and "dropped": simulated races with known values count how often that is wrong.

Bounds come from the binomial distribution (see `chances`), and rates are tested from both sides: standard errors that
are half as large or twice as large fail.
"""

import numpy as np
import pytest
from chances import likely
from scipy.stats import nct, norm, t

import kiebitz
from kiebitz.search import Rollouts
from kiebitz.solvers import Budget, make_solver
from kiebitz.solvers.model_error import NO_ERROR
from kiebitz.solvers.race import Moments, Race
from kiebitz.solvers.utility import MARGIN_ALONE, SHARE_ALONE

TRIALS = 2000
DEVIATION = 10.0  # of a candidate's margin between worlds


def raced(values, worlds, chance, by_win=False, shared=0.8):
    """A race between candidates of these true values; shared: part of the variance that is common to all in a world."""
    race = Race(len(values), SHARE_ALONE if by_win else MARGIN_ALONE)
    common = chance.normal(0, DEVIATION * shared**0.5, worlds)
    own = chance.normal(0, DEVIATION * (1 - shared) ** 0.5, (len(values), worlds))
    margins = np.array(values)[:, None] + common + own
    race.add(margins, (margins > 0).astype(float))
    race.keep(range(len(values)))
    return race


def behind(errors, worlds, shared=0.8):
    """The value of a candidate that is worse than value 0 by a number of standard errors of their difference."""
    return -errors * DEVIATION * (2 * (1 - shared) / worlds) ** 0.5


@pytest.mark.parametrize(
    ("worlds", "confidence", "by_win"),
    [(5, 0.95, False), (40, 0.95, False), (40, 0.8, False), (200, 0.95, True)],
)
def test_one_of_two_equal_moves_is_called_not_tied_as_often_as_the_confidence_allows(worlds, confidence, by_win):
    chance = np.random.default_rng([1, worlds])
    apart = sum(raced([0, 0], worlds, chance, by_win).tied(0, confidence) == set() for _ in range(TRIALS))
    low, high = likely(1 - confidence, TRIALS)
    assert low <= apart / TRIALS <= high


@pytest.mark.parametrize("worlds", [5, 40])
@pytest.mark.parametrize("errors", [3, 5])
@pytest.mark.parametrize("sign", [-1, 1])
def test_a_clearly_worse_move_is_called_tied_as_rarely_as_in_a_t_test(worlds, errors, sign):
    chance = np.random.default_rng([2, worlds, errors])
    values = [0, sign * behind(errors, worlds)]
    same = sum(raced(values, worlds, chance).tied(0, 0.95) == {1} for _ in range(TRIALS))
    reach = t.ppf(0.975, worlds - 1)
    expected = np.diff(nct.cdf([-reach, reach], worlds - 1, errors)).item()
    low, high = likely(expected, TRIALS)
    assert low <= same / TRIALS <= high


def test_a_move_as_good_as_the_best_is_dropped_as_often_as_the_confidence_allows():
    chance = np.random.default_rng(3)
    dropped = 0
    for _ in range(TRIALS):
        race = raced([0, 0], 200, chance)
        race.drop(0.95, 1, ())
        dropped += 0 not in race.active
    low, high = likely(0.05, TRIALS)
    assert low <= dropped / TRIALS <= high


@pytest.mark.parametrize(("size", "rounds"), [(5, 1), (2, 5), (5, 5)])
def test_the_risk_of_dropping_the_best_move_is_shared_by_all_candidates_and_rounds(size, rounds):
    """Tests of one race hang together: together they err at most as often as they may, and not a tenth as often."""
    chance = np.random.default_rng([4, size, rounds])
    dropped = 0
    for _ in range(TRIALS):
        race = raced([0] * size, 50, chance)
        for _ in range(rounds - 1):
            race.drop(0.95, rounds, ())
            if 0 not in race.active:
                break
            more = chance.normal(0, DEVIATION, (len(race.active), 50))
            race.add(more, more)
        race.drop(0.95, rounds, ())
        dropped += 0 not in race.active
    assert 0.005 < dropped / TRIALS <= likely(0.05, TRIALS)[1]


@pytest.mark.parametrize("errors", [2, 3])
def test_a_worse_move_is_dropped_as_often_as_a_one_sided_test_can_tell(errors):
    chance = np.random.default_rng([5, errors])
    dropped = 0
    for _ in range(TRIALS):
        race = raced([0, behind(errors, 200)], 200, chance)
        race.drop(0.95, 1, ())
        dropped += race.active.tolist() == [0]
    low, high = likely(norm.cdf(errors - norm.ppf(0.95)), TRIALS)
    assert low <= dropped / TRIALS <= high


@pytest.mark.parametrize(("worlds", "confidence"), [(1, 0.95), (2, 0.95), (8, 0.95), (8, 0.8), (100, 0.95)])
def test_intervals_of_margins_cover_the_value_as_often_as_they_say(worlds, confidence):
    chance = np.random.default_rng([6, worlds])
    covered = 0
    for _ in range(TRIALS):
        moments = Moments(1)
        margins = chance.normal(3, DEVIATION, (1, worlds))
        moments.add([0], margins, margins)
        low, high = moments.bounds(0, 0, confidence, DEVIATION)[1]
        covered += low <= 3 <= high
    low, high = likely(confidence, TRIALS)
    assert low <= covered / TRIALS <= high


def covered_by_intervals_of_wins(draw, share, worlds, seed):
    """How often the interval of a win holds the true share; draw(chance, size) gives shares of the win."""
    chance = np.random.default_rng([7, seed, worlds, int(100 * share)])
    covered = 0
    for _ in range(TRIALS):
        moments = Moments(1)
        wins = draw(chance, (1, worlds))
        moments.add([0], wins, wins)
        mean, (low, high) = moments.bounds(0, 1, 0.95, 1.0)
        assert 0 <= low <= mean <= high <= 1
        covered += low <= share <= high
    return covered / TRIALS


@pytest.mark.parametrize("share", [0.05, 0.5, 0.8, 0.95])
@pytest.mark.parametrize("worlds", [8, 16, 40, 150, 500])
def test_intervals_of_wins_cover_the_share_also_in_few_worlds_and_near_0_and_1(worlds, share):
    """Wins are counts of worlds, so that few intervals are possible and the share is covered more or less often."""
    covered = covered_by_intervals_of_wins(lambda chance, size: (chance.random(size) < share) * 1.0, share, worlds, 0)
    assert covered > 0.93
    if worlds == 500:
        low, high = likely(0.95, TRIALS)
        assert low - 0.01 <= covered <= high + 0.01


@pytest.mark.parametrize("share", [0.5, 0.9])
@pytest.mark.parametrize("worlds", [16, 150])
def test_intervals_of_wins_cover_the_share_where_playouts_are_cut(worlds, share):
    """A playout that was cut has a win chance between 0 and 1, so that less varies.

    Chances near 1 are skewed: 16 of them with a mean of 0.9 cover it in 92 %.
    """
    covered = covered_by_intervals_of_wins(
        lambda chance, size: chance.beta(20 * share, 20 * (1 - share), size), share, worlds, 1
    )
    assert 0.915 < covered < 0.97


def test_equal_wins_of_few_worlds_are_not_called_certain():
    moments = Moments(1)
    moments.add([0], np.ones((1, 8)), np.ones((1, 8)))
    mean, (low, high) = moments.bounds(0, 1, 0.95, 1.0)
    assert mean == high == 1
    assert 0.4 < low < 0.8


@pytest.mark.parametrize("name", ["quanto", "qwinto"])
def test_intervals_of_the_chosen_move_of_a_hint_cover_its_mean_over_all_worlds(name, monkeypatch):
    """Margins and wins of 300 hints of 64 worlds each; the truth is the mean over 20,000 worlds.

    This is the error of sampling alone.
    """
    monkeypatch.setattr("kiebitz.solvers.run.model_error_of", lambda *_: NO_ERROR)
    position = kiebitz.game(name, 2).deal(7)
    for _ in range(8):
        position.play(position.greedy_move())
    view, hints = position.view(), 300
    rollouts = Rollouts(view, 2, 99)
    margins = np.empty((len(rollouts.moves), 20_000), np.float32)
    wins = np.empty_like(margins)
    rollouts.run(np.arange(len(rollouts.moves), dtype=np.int32), 0, margins, wins)
    truth = dict(zip(rollouts.moves.texts(), zip(margins.mean(1), wins.mean(1), strict=True), strict=True))
    solver, covered = make_solver("rollout:candidates=5:plies=2"), np.zeros(2)
    for seed in range(hints):
        best = solver.advise(view, Budget(worlds=64, seed=seed, explained=0)).best
        for kind, (low, high) in enumerate((best.margin_ci, best.win_ci)):
            covered[kind] += low <= truth[best.move.text][kind] <= high
    low, high = likely(0.95, hints)
    assert ((low <= covered / hints) & (covered / hints <= high)).all()


@pytest.mark.parametrize("visits", [(40, 40), (20, 200)])
@pytest.mark.parametrize("errors", [0, 3])
def test_moves_of_a_tree_are_called_tied_as_often_as_their_visits_tell(visits, errors):
    """Visits are independent here. That a tree gives more of them to moves that looked good is no part of this test."""
    chance = np.random.default_rng([8, *visits, errors])
    trees = make_solver("mcts").run(kiebitz.game("quanto").deal(1).view(), Budget(worlds=1)).trees
    gap = errors * sum(1 / count for count in visits) ** 0.5
    trees.moments = Moments(2)
    trees.moments.counts = np.array(visits)
    apart = 0
    for _ in range(TRIALS):
        values = [chance.normal(value, 1, count) for value, count in zip((gap, 0), visits, strict=True)]
        trees.moments.sums = np.array([[one.sum() for one in values]] * 3)
        trees.moments.squares = np.array([[(one**2).sum() for one in values]] * 3)
        apart += trees.tied(0) == set()
    few = t.ppf(0.975, min(visits) - 1)
    # The deviations of both moves are estimated, so that the normal distribution is off by up to 0.02.
    low, high = likely(norm.cdf(errors - few) + norm.cdf(-errors - few), TRIALS)
    assert low - 0.02 <= apart / TRIALS <= high + 0.02
