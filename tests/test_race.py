"""The statistics of a search: who is dropped, who is tied, and that the chosen move is not flattered."""

import numpy as np
import pytest

import kiebitz
from kiebitz.solvers.race import Race, quantile


def raced(values, chance, screen=16, batches=10, fresh=64, size=32):
    """A race between candidates with these true values and noise of deviation 10, half of it shared by a world."""
    race = Race(len(values))

    def batch(worlds):
        shared = chance.normal(0, 7, worlds)
        own = chance.normal(0, 7, (len(race.active), worlds))
        margins = (np.array(values)[race.active][:, None] + shared + own).astype(np.float32)
        race.add(margins, (margins > 0).astype(np.float32))

    batch(screen)
    race.keep(range(len(values)))
    for _ in range(batches):
        batch(size)
        race.drop(0.95, 20, ())
    best = race.leader()
    race.estimating = True
    batch(fresh)
    return race, best


def test_the_clearly_worse_are_dropped_and_the_best_stays():
    chance = np.random.default_rng(1)
    for _ in range(50):
        race, best = raced([0, 30, 28, 5], chance)
        assert 1 in race.active
        assert {0, 3}.isdisjoint(race.active.tolist())
        assert best in (1, 2)


def test_the_best_candidate_is_dropped_at_most_as_often_as_the_confidence_allows():
    chance = np.random.default_rng(2)
    lost = sum(0 not in raced([1.0, 0, 0, 0, 0], chance)[0].active for _ in range(400))
    assert lost <= 0.05 * 400


def test_candidates_with_the_same_results_in_every_world_are_all_kept_and_tied():
    race = Race(3)
    results = np.random.default_rng(3).normal(size=(1, 40)).astype(np.float32).repeat(3, axis=0)
    race.add(results, results)
    race.keep(range(3))
    race.drop(0.95, 20, ())
    assert race.active.tolist() == [0, 1, 2]
    assert race.tied(0, 0.95) == {1, 2}


def test_the_estimate_of_the_chosen_move_is_not_the_maximum_of_noisy_estimates():
    """Twenty equal candidates: fresh worlds find their true value 0, the worlds that chose find much more."""
    chance = np.random.default_rng(4)
    shown, flattering = [], []
    for _ in range(300):
        race, best = raced([0] * 20, chance, batches=2)
        shown.append(race.bounds(best, 0, 0.95, 10)[0])
        flattering.append(race.means()[best])
    error = np.std(shown) / len(shown) ** 0.5
    assert abs(np.mean(shown)) < 4 * error
    assert np.mean(flattering) > 8 * error


def test_intervals_of_the_chosen_move_cover_its_value_as_often_as_they_say():
    chance = np.random.default_rng(5)
    covered = 0
    for _ in range(1000):
        race, best = raced([0, 0, 0], chance, batches=1, fresh=12)
        low, high = race.bounds(best, 0, 0.95, 10)[1]
        covered += low <= 0 <= high
    assert covered / 1000 == pytest.approx(0.95, abs=0.02)  # 2.9 standard deviations


@pytest.mark.parametrize(("degrees", "expected"), [(3, 3.182), (5, 2.571), (10, 2.228), (100, 1.984)])
def test_quantiles_of_small_samples_are_those_of_students_t(degrees, expected):
    assert quantile(0.95, degrees) == pytest.approx(expected, rel=0.005)


def test_memory_of_a_race_does_not_grow_with_its_worlds():
    chance = np.random.default_rng(6)
    sizes = []
    for batches in (2, 60):
        race, _ = raced([0, 0, 0, 0], chance, batches=batches)
        held = [value for part in (race, race.fresh, race.chosen_by) for value in vars(part).values()]
        sizes.append(sum(value.nbytes for value in held if isinstance(value, np.ndarray)))
    assert sizes[1] <= sizes[0]


def test_the_leader_is_who_wins_most_if_wins_are_what_counts():
    margins = np.array([[9.0, -3.0], [2.0, 2.0], [1.0, 1.0]])
    wins = np.array([[1.0, 0.0], [0.9, 0.9], [0.9, 0.9]])
    for by_win, leader in ((False, 0), (True, 1)):
        race = Race(3, by_win)
        race.add(margins, wins)
        assert race.leader() == leader


def test_where_wins_count_who_wins_less_is_dropped_whatever_the_margin():
    worlds = 400
    margins = np.stack([np.full(worlds, 30.0), np.full(worlds, 1.0)])
    wins = np.stack([np.arange(worlds) % 2 == 0, np.ones(worlds)]).astype(float)
    for by_win, left in ((False, [0]), (True, [1])):
        race = Race(2, by_win)
        race.add(margins[:, :16], wins[:, :16])
        race.keep([0, 1])
        race.add(margins[:, 16:], wins[:, 16:])
        race.drop(0.95, 20, [])
        assert race.active.tolist() == left


@pytest.mark.parametrize("name", kiebitz.GAMES)
@pytest.mark.parametrize("nodes", [5_000, 30_000])
def test_a_limit_of_nodes_is_passed_by_no_more_than_a_world_of_the_last_candidates(name, nodes):
    position = kiebitz.game(name, 2).deal(7)
    for _ in range(8):
        position.play(position.greedy_move())
    advice = kiebitz.hint(position, "rollout:candidates=20:plies=4", nodes=nodes)
    assert advice.nodes <= nodes + 20 * 8
    assert advice.stop != "budget" or advice.nodes >= nodes
