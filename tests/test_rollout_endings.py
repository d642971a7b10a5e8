"""Playouts that are solved as soon as they have perfect information."""

from itertools import islice

import numpy as np
import pytest
from brute_force import endings

import kiebitz
from kiebitz.endgame import Endgame
from kiebitz.search import Rollouts
from kiebitz.solvers import Budget, make_solver
from kiebitz.solvers.best import FEW_LEFT, shortly_before_ending

PLENTY = 10**7


def played(view, worlds=1, seed=5, **how):
    """Margins and wins of all moves, shape (moves, worlds)."""
    ahead = Rollouts(view, 0, seed, **how)
    margins = np.empty((len(ahead.moves), worlds), np.float32)
    wins = np.empty_like(margins)
    ahead.run(np.arange(len(ahead.moves), dtype=np.int32), 0, margins, wins)
    return margins, wins


@pytest.mark.parametrize("name", ["kwatro", "quanto"])
@pytest.mark.parametrize("policy", ["greedy", "static"])
def test_in_an_ending_every_playout_is_the_exact_solution(name, policy):
    for position in islice(endings(name, 2, {}, 3, 5), 6):
        margins, wins = played(position.view(), policy=policy, ending_nodes=PLENTY)
        solution = Endgame(position.game).solve(position, top=10**4)
        exact = {outcome.move: (outcome.margin, outcome.win) for outcome in solution.outcomes}
        moves = position.legal_moves()
        assert [(m, w) for m, w in zip(margins[:, 0], wins[:, 0], strict=True)] == [exact[move] for move in moves]


def late_quanto(seed, players=2):
    """The first view of a greedy game with few cards to draw."""
    position = kiebitz.game("quanto", players).deal(seed)
    while len(position.facts()["pile"]) > 3:
        position.play(position.greedy_move())
    return position.view()


def test_a_playout_is_solved_if_the_nodes_are_enough_and_played_to_the_end_if_not():
    solved_better = []
    for seed in range(4):
        view = late_quanto(seed)
        plain, _ = played(view, 8, policy="static")
        assert np.array_equal(plain, played(view, 8, policy="static", ending_nodes=1)[0])
        solved, wins = played(view, 8, policy="static", ending_nodes=PLENTY)
        solved_better.append(not np.array_equal(plain, solved))
        assert np.array_equal(wins, (solved > 0) + 0.5 * (solved == 0))
    assert any(solved_better)


@pytest.mark.parametrize("nodes", [300, PLENTY])
def test_solved_playouts_are_the_same_whatever_batch_they_are_played_in(nodes):
    view = late_quanto(7)
    whole, _ = played(view, 6, ending_nodes=nodes)
    ahead = Rollouts(view, 0, 5, ending_nodes=nodes)
    for move in range(len(whole)):
        one = np.empty((1, 2), np.float32)
        ahead.run(np.array([move], np.int32), 3, one, np.empty_like(one))
        assert np.array_equal(one[0], whole[move, 3:5])


def test_more_than_two_players_play_on():
    view = late_quanto(2, players=3)
    assert np.array_equal(played(view, 4)[0], played(view, 4, ending_nodes=PLENTY)[0])


def test_shortly_before_the_ending_best_looks_to_the_end():
    view = late_quanto(1)
    assert shortly_before_ending(view)
    assert len(view.facts()["pile"]) <= FEW_LEFT
    same = make_solver("rollout:candidates=4:order=static:policy=static:plies=0:leaf=static:endings=20000")
    assert make_solver("best").search(view, Budget(worlds=16)) == same
    chosen = [make_solver("best").search(view, Budget(seconds=seconds)) for seconds in (0.005, 0.015, 0.05)]
    assert [getattr(solver, "endings", None) for solver in chosen] == [None, 0, 20_000]
    assert not shortly_before_ending(kiebitz.game("quanto").deal(1).view())
    assert not shortly_before_ending(late_quanto(1, players=3))


def test_greedy_with_random_ties_plays_any_of_the_moves_of_most_points():
    view = kiebitz.game("quanto").deal(3).view()
    solver, moves = make_solver("greedy:ties=random"), view.legal_moves()
    most = max(move.points for move in moves)
    seen = {solver.advise(view, Budget(seed=seed)).best.move for seed in range(60)}
    assert seen == {move for move in moves if move.points == most}
    with pytest.raises(kiebitz.BudgetError, match="ties must be one of heuristic, random"):
        make_solver("greedy:ties=first")


def test_the_answer_near_the_end_is_the_same_with_any_number_of_threads():
    view = late_quanto(4)
    for limit in ({"worlds": 40}, {"nodes": 300_000}):
        one, two = (kiebitz.hint(view, "best", seed=3, threads=threads, **limit) for threads in (1, 2))
        assert (one.moves, one.nodes, one.worlds) == (two.moves, two.nodes, two.worlds)


def test_a_long_search_near_the_end_reports_often():
    told = []
    kiebitz.hint(late_quanto(1), "best", worlds=400, seed=2, progress=told.append)
    assert len(told) > 15
