"""The statistics of a search: which moves are dropped or tied, and that the chosen move's estimate has no bias."""

import os
import signal

import numpy as np
import pytest

import kiebitz
from kiebitz.search import Rollouts
from kiebitz.solvers import Budget, make_solver
from kiebitz.solvers.race import LEAST_FRESH, Race, quantile
from kiebitz.solvers.rollout_run import RolloutRun
from kiebitz.solvers.utility import MARGIN_ALONE, SHARE_ALONE


def raced(values, chance, screen=16, batches=10, fresh=64, size=32):
    """A race between candidates with these true values and noise of deviation 10, half of it common to a world."""
    race = Race(len(values), MARGIN_ALONE)

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


def middle(name="kwatro", players=2):
    position = kiebitz.game(name, players).deal(7)
    for _ in range(8):
        position.play(position.greedy_move())
    return position


def test_clearly_worse_candidates_are_dropped_and_the_best_is_kept():
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
    race = Race(3, MARGIN_ALONE)
    results = np.random.default_rng(3).normal(size=(1, 40)).astype(np.float32).repeat(3, axis=0)
    race.add(results, results)
    race.keep(range(3))
    race.drop(0.95, 20, ())
    assert race.active.tolist() == [0, 1, 2]
    assert race.tied(0, 0.95) == {1, 2}


def test_the_estimate_of_the_chosen_move_is_not_the_maximum_of_noisy_estimates():
    """Twenty equal candidates: fresh worlds find their true value 0, the worlds that chose find much more."""
    chance = np.random.default_rng(4)
    shown, biased = [], []
    for _ in range(300):
        race, best = raced([0] * 20, chance, batches=2)
        shown.append(race.bounds(best, 0, 0.95, 10)[0])
        biased.append(race.means()[best])
    error = np.std(shown) / len(shown) ** 0.5
    assert abs(np.mean(shown)) < 4 * error
    assert np.mean(biased) > 8 * error


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
        held = [value for part in (race, race.fresh, race.chosen_by, race.common) for value in vars(part).values()]
        sizes.append(sum(value.nbytes for value in held if isinstance(value, np.ndarray)))
    assert sizes[1] <= sizes[0]


def test_the_leader_has_most_wins_if_wins_decide():
    margins = np.array([[9.0, -3.0], [2.0, 2.0], [1.0, 1.0]])
    wins = np.array([[1.0, 0.0], [0.9, 0.9], [0.9, 0.9]])
    for by_win, leader in ((False, 0), (True, 1)):
        race = Race(3, SHARE_ALONE if by_win else MARGIN_ALONE)
        race.add(margins, wins)
        assert race.leader() == leader


def test_if_wins_decide_a_candidate_with_fewer_wins_is_dropped_at_any_margin():
    worlds = 400
    margins = np.stack([np.full(worlds, 30.0), np.full(worlds, 1.0)])
    wins = np.stack([np.arange(worlds) % 2 == 0, np.ones(worlds)]).astype(float)
    for by_win, left in ((False, [0]), (True, [1])):
        race = Race(2, SHARE_ALONE if by_win else MARGIN_ALONE)
        race.add(margins[:, :16], wins[:, :16])
        race.keep([0, 1])
        race.add(margins[:, 16:], wins[:, 16:])
        race.drop(0.95, 20, [])
        assert race.active.tolist() == left


@pytest.mark.parametrize("name", kiebitz.GAMES)
@pytest.mark.parametrize("nodes", [5_000, 30_000])
def test_a_limit_of_nodes_is_passed_by_no_more_than_a_world_of_the_last_candidates(name, nodes):
    advice = kiebitz.hint(middle(name), "rollout:candidates=20:plies=4", nodes=nodes)
    assert advice.nodes <= nodes + 20 * 8
    assert advice.stop != "budget" or advice.nodes >= nodes


@pytest.mark.parametrize("worlds", [17, 20, 50, 64, 100, 150, 400])
def test_the_chosen_move_is_estimated_in_enough_fresh_worlds(worlds):
    solver = make_solver("rollout:candidates=20")
    run = RolloutRun(solver, solver.history, middle().view(), Budget(worlds=worlds, seed=3))
    run.search()
    chosen = run.chosen()
    assert run.race.fresh.counts[chosen] >= max(LEAST_FRESH, worlds // 4 - 1)
    assert run.race.visits(chosen) == run.race.worlds <= worlds


def test_too_few_fresh_worlds_do_not_replace_the_worlds_that_chose_the_move():
    race = Race(2, MARGIN_ALONE)
    race.add(np.array([[10.0] * 40, [0.0] * 40]), np.array([[1.0] * 40, [0.0] * 40]))
    race.keep([0, 1])
    race.estimating = True
    race.add(np.array([[-200.0], [0.0]]), np.array([[0.0], [0.0]]))
    assert race.bounds(0, 0, 0.95, 50)[0] == pytest.approx((400 - 200) / 41)
    race.add(np.full((2, LEAST_FRESH - 1), 3.0), np.ones((2, LEAST_FRESH - 1)))
    assert race.bounds(0, 0, 0.95, 50)[0] == pytest.approx((3 * (LEAST_FRESH - 1) - 200) / LEAST_FRESH)


def test_ctrl_c_while_results_are_added_takes_effect_when_they_are_complete():
    race = Race(3, MARGIN_ALONE)

    class Interrupting(np.ndarray):
        def astype(self, *_):
            os.kill(os.getpid(), signal.SIGINT)
            return np.asarray(self).astype(np.float64)

    with pytest.raises(KeyboardInterrupt):
        race.add(np.ones((3, 4)).view(Interrupting), np.ones((3, 4)).view(Interrupting))
    assert race.worlds == 4
    assert race.tied(0, 0.95) == {1, 2}
    assert list(race.chosen_by.counts) == [4, 4, 4]


def margins_of(view, plies, turns):
    ahead = Rollouts(view, plies, 5, turns=turns)
    found = np.empty((len(ahead.moves), 20), np.float32)
    ahead.run(np.arange(len(ahead.moves), dtype=np.int32), 0, found, np.empty_like(found))
    return found


# The bias that is subtracted from margins of greedy playouts that were cut, and of those that greedy play has ended.
@pytest.mark.parametrize(("players", "cut", "ended"), [(2, 12, 53), (3, 14.2, 63.5), (4, 8.6, 60.6)])
def test_the_mean_over_a_round_is_that_of_its_cuts_less_the_bias_of_greedy_answers(players, cut, ended):
    view = middle("kwatro", players).view()
    cuts = [margins_of(view, plies, 1) for plies in range(players, 2 * players)]
    assert margins_of(view, 2 * players - 1, players) == pytest.approx(np.mean(cuts, axis=0) - cut, abs=1e-3)
    assert margins_of(view, 10**6, players) == pytest.approx(margins_of(view, 0, 1) - ended, abs=1e-3)


def test_a_win_is_not_certain_because_greedy_play_ends_with_it():
    view = middle("kwatro", 2).view()
    ahead = Rollouts(view, 10**6, 5, turns=2)
    margins, wins = np.empty((2, len(ahead.moves), 20), np.float32)
    ahead.run(np.arange(len(ahead.moves), dtype=np.int32), 0, margins, wins)
    assert (wins > 0).all()
    assert (wins < 1).all()
    assert ((wins > 0.5) == (margins > 0)).all()


def after(position, move):
    position = position.copy()
    position.play(move)
    return position


def test_a_move_that_ends_the_game_is_worth_its_final_margin():
    position = kiebitz.game("kwatro", 2).deal(11)
    while not any(after(position, move).over for move in position.legal_moves()):
        position.play(position.greedy_move())
    ends = [(i, after(position, move)) for i, move in enumerate(position.legal_moves())]
    found = margins_of(position.view(), 4, 2)
    for i, end in ends:
        if end.over:
            assert set(found[i]) == {end.margin(position.to_move)}


def test_more_turns_than_plies_have_no_mean():
    with pytest.raises(ValueError, match=r"turns must be in 1\.\.1, not 2"):
        Rollouts(middle().view(), 0, 5, turns=2)


def test_moves_are_ranked_by_what_decides():
    advice = kiebitz.hint(middle(), "rollout:objective=win", worlds=64)
    still = [move.win for move in advice.moves[1:] if move.tied]
    assert len(still) > 2
    assert still == sorted(still, reverse=True)


@pytest.mark.parametrize("solver", ["rollout:candidates=20:leaf=round", "rollout:candidates=4:plies=0:endings=500"])
@pytest.mark.parametrize("nodes", [60_000, 300_000])
def test_a_large_budget_of_nodes_gives_the_same_answer_with_any_number_of_threads(solver, nodes):
    position = middle("kwatro")
    if "endings" in solver:
        position = kiebitz.game("quanto", 2).deal(7)
        while len(position.facts()["pile"]) > 4:
            position.play(position.greedy_move())
    one, three = (kiebitz.hint(position, solver, nodes=nodes, seed=1, threads=threads) for threads in (1, 3))
    assert (one.moves, one.nodes, one.worlds) == (three.moves, three.nodes, three.worlds)
