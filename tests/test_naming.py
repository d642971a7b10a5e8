"""Which moves are played out at all, how they share the playouts, and that time limits hold within a batch."""

import time

import numpy as np
import pytest

import kiebitz
from kiebitz.learned import uses, values
from kiebitz.search import Rollouts
from kiebitz.solvers import Budget, make_solver
from kiebitz.solvers.naming import in_turn, named
from kiebitz.solvers.race import Common
from kiebitz.solvers.rollout_run import RolloutRun


def late_kwatro(seed=3, pile=4):
    """The first view of a greedy game with few cards to draw."""
    position = kiebitz.game("kwatro").deal(seed)
    while len(position.facts()["pile"]) > pile:
        position.play(position.greedy_move())
    return position.view()


def ran(text, view, **limits):
    """A finished run of a solver's search."""
    solver = make_solver(text)
    run = RolloutRun(solver, solver.history, view, Budget(**limits))
    run.search()
    return run


def test_moves_with_the_same_cards_in_other_places_are_one_use():
    view = late_kwatro()
    cards = {}
    for move, number in zip(view.legal_moves(), uses(view), strict=True):
        words = sorted(word.split("@")[0] for word in move.text.split())
        assert cards.setdefault(number, words) == words
    assert len(cards) == len({tuple(words) for words in cards.values()}) < len(view.legal_moves())


def test_every_move_of_a_game_without_places_is_a_use_of_its_own():
    view = kiebitz.game("quanto").deal(2).view()
    assert len(set(uses(view).tolist())) == len(view.legal_moves())


def test_uses_come_in_turn():
    rows, numbers = np.array([5, 3, 1, 0, 2, 4]), np.array([7, 7, 9, 7, 9, 9], np.uint64)
    assert in_turn(rows, numbers).tolist() == [5, 3, 1, 2, 0, 4]


def test_mixed_naming_has_the_highest_values_and_more_uses():
    view = late_kwatro()
    margins, numbers = values(view)[0], uses(view)
    best = np.argsort(-margins, kind="stable")
    plain, mixed = named(view, 24, mixed=False), named(view, 24, mixed=True)
    assert plain == best[:24].tolist()
    assert mixed[:12] == plain[:12]
    assert len(set(mixed)) == 24
    assert len(set(numbers[mixed])) > len(set(numbers[plain]))
    assert sorted(named(view, 10**6, mixed=True)) == list(range(len(margins)))


def test_values_are_computed_for_the_moves_that_were_asked_for_until_the_time_is_over():
    view = late_kwatro()
    every = values(view)[0]
    some = values(view, [7, 2])[0]
    assert (some[7], some[2]) == (every[7], every[2])
    assert np.flatnonzero(~np.isnan(some)).tolist() == [2, 7]
    assert np.flatnonzero(~np.isnan(values(view, [7, 2], seconds=1e-9)[0])).tolist() == [7]
    with pytest.raises(IndexError):
        values(view, [len(every)])


def test_playouts_after_the_time_are_left_out_and_the_others_do_not_change():
    view = late_kwatro()
    ahead = Rollouts(view, 4, 5)
    which = np.array([4, 0, 2], np.int32)
    whole, cut = np.empty((2, 3, 6), np.float32)
    ahead.run(which, 0, whole, np.empty_like(whole))
    ahead.run(which, 0, cut, np.empty_like(cut), None, 1e-9)
    assert cut[0, 0] == whole[0, 0]
    assert np.isnan(cut).sum() == 17


def test_halving_gives_the_finalists_most_of_the_worlds():
    run = ran("rollout:candidates=32:order=mixed:allocation=halving", late_kwatro(), nodes=40_000, seed=1)
    visits = sorted((run.visits(row) for row in run.named), reverse=True)
    assert len(visits) == 32
    assert len(run.race.active) <= 2
    assert visits[0] > 10 * visits[16]
    assert visits[-1] > 1


def test_equal_allocation_plays_every_candidate_in_every_world():
    run = ran("rollout:order=points:allocation=equal:candidates=20:plies=4:worlds=50", late_kwatro(), seed=1)
    assert {run.visits(row) for row in run.named} == {50}
    points = [run.moves.points(row) for row in run.named]
    assert points == sorted((run.moves.points(row) for row in range(len(run.moves))), reverse=True)[:20]
    assert run.chosen() == run.race.leader()


def test_dropped_candidates_are_compared_in_the_worlds_that_both_played():
    chance = np.random.default_rng(1)
    results = chance.normal(size=(3, 90))
    common = Common(np.array([2, 5, 9], np.int32))
    common.add(np.array([2, 5, 9], np.int32), results[:, :30])
    common.add(np.array([2, 9], np.int32), results[[0, 2], 30:])
    mean, error, worlds = common.deficits(9, np.array([2, 5], np.int32))
    for place, (row, count) in enumerate([(0, 90), (1, 30)]):
        difference = results[2, :count] - results[row, :count]
        assert worlds[place] == count
        assert mean[place] == pytest.approx(difference.mean())
        assert error[place] == pytest.approx(difference.std(ddof=1) / count**0.5)


@pytest.mark.parametrize("threads", [1, 8])
def test_slow_playouts_keep_the_time(threads):
    """A playout of this kind takes some milliseconds, so one world of all moves takes about a second."""
    view = kiebitz.game("kwatro").deal(1).view()
    budget = Budget(seconds=0.1, threads=threads, explained=0)
    begun = time.process_time()
    advice = make_solver("rollout:policy=static:plies=0").advise(view, budget)
    assert time.process_time() - begun < 0.1 * min(threads, 2) + 0.1
    assert advice.best.visits > 0


def test_ctrl_c_before_any_playout_gives_an_answer(monkeypatch):
    def interrupted(self):
        raise KeyboardInterrupt

    monkeypatch.setattr(RolloutRun, "looked_at", interrupted)
    advice = kiebitz.hint(late_kwatro(), "rollout", seconds=1)
    assert advice.stop == "interrupted"
    assert advice.best.visits == 1
