"""The order of moves: the aim decides, certain wins come first, certain losses last, and rows agree with themselves."""

import random

import numpy as np
import pytest
from last_turns import FULL_ROWS

import kiebitz
from kiebitz.solvers import Budget
from kiebitz.solvers.model_error import ModelError
from kiebitz.solvers.utility import MARGIN_ALONE, SHARE_ALONE, Utility, utility_at

SEARCHES = ("best", "static", "rollout:candidates=10", "expectimax", "mcts", "pimc")


def late_positions(name, number, seed=1):
    """Decisions among the last six of random games."""
    choice = random.Random(seed)
    for game in range(number):
        position, seen = kiebitz.game(name, 2).deal(seed * 100 + game), []
        while not position.over:
            moves = position.legal_moves()
            seen.append(position.copy())
            scoring = [move for move in moves if move.points > 0]
            position.play(choice.choice(scoring or list(moves)))
        yield choice.choice(seen[-6:])


@pytest.mark.parametrize("solver", SEARCHES)
@pytest.mark.parametrize("name", kiebitz.GAMES)
def test_no_certain_loss_stands_above_a_chance_and_no_chance_above_a_certain_win(name, solver):
    for position in late_positions(name, 6):
        advice = kiebitz.hint(position, solver, nodes=600)
        # A move that was dropped after few worlds may have won all of them by luck.
        known = [move for move in advice.moves if move.exact or move.visits >= advice.best.visits]
        groups = [(move.win > 1 - 1e-9) - (move.win < 1e-9) for move in known]
        assert groups == sorted(groups, reverse=True), position.view().to_line()


@pytest.mark.parametrize("solver", SEARCHES)
@pytest.mark.parametrize("name", kiebitz.GAMES)
def test_margin_win_and_their_intervals_agree_with_each_other(name, solver):
    for position in late_positions(name, 4, seed=2):
        for move in kiebitz.hint(position, solver, nodes=600).moves:
            (low, high), (least, most) = move.margin_ci, move.win_ci
            assert low <= move.margin <= high
            assert 0 <= least <= move.win <= most <= 1
            if move.exact:
                assert (low, high, least, most) == (move.margin, move.margin, move.win, move.win)
            elif move.searched:
                assert low < high


def test_a_certain_win_comes_before_a_larger_margin_that_may_lose():
    advice = kiebitz.hint(kiebitz.parse(FULL_ROWS), "best", nodes=20_000)
    assert advice.best.move.text == "write Y10"
    assert advice.best.win == 1


def test_the_aim_margin_takes_the_larger_margin():
    advice = kiebitz.hint(kiebitz.parse(FULL_ROWS), "best", nodes=20_000, aim="margin")
    assert advice.aim == "margin"
    assert advice.best.margin == max(move.margin for move in advice.moves)


def test_an_unknown_aim_is_refused():
    with pytest.raises(kiebitz.KiebitzError, match="aim must be win or margin, not 'glory'"):
        Budget(aim="glory")


def test_while_the_game_is_open_points_and_wins_count_alike():
    root = kiebitz.game("kwatro", 2).deal(1)
    utility = utility_at(root, "win")
    now, _, high, _ = root.outlook()
    deviation = (high - now) / 1.96
    few = deviation / 100  # the normal win chance rises by few / (deviation * sqrt(2 pi)) then
    assert utility.of(few, 0.5) - utility.of(0, 0.5) == pytest.approx(few / deviation / np.sqrt(2 * np.pi), rel=1e-3)


def test_a_player_alone_plays_for_points():
    assert utility_at(kiebitz.game("qwinto", 1).deal(1), "win") == MARGIN_ALONE


@pytest.mark.parametrize(("win", "group"), [(1.0, 1), (1 - 1e-12, 1), (0.999, 0), (0.5, 0), (1e-3, 0), (0.0, -1)])
def test_certain_results_are_groups_of_their_own(win, group):
    assert Utility(1, 1).certainty(win) == SHARE_ALONE.certainty(win) == group
    assert MARGIN_ALONE.certainty(win) == 0


def test_the_error_of_the_model_widens_intervals_as_independent_errors_do():
    error = ModelError(margin=0.1, win=0.2)
    low, high = error.margin_bounds(5, (5, 5), 100, 0.95)
    assert (low, high) == (pytest.approx(5 - 19.6, abs=0.01), pytest.approx(5 + 19.6, abs=0.01))
    low, high = error.margin_bounds(5, (1, 8), 0, 0.95)
    assert (low, high) == (1, 8)
    low, high = error.win_bounds(0.5, (0.5, 0.5), 0.95)
    assert high - 0.5 == pytest.approx(1.96 * 0.2 * 0.3989, abs=1e-3)
    assert error.win_bounds(1.0, (0.97, 1.0), 0.95)[1] == 1


@pytest.mark.parametrize(("lead", "decides"), [(17, True), (16, False), (-5, False)])
def test_a_lead_decides_if_the_error_of_the_model_does_not_explain_it(lead, decides):
    assert ModelError(lead=0.1).decides(lead, 0, 100, 0.95) == decides


@pytest.mark.parametrize("solver", ["best", "rollout", "mcts", "expectimax"])
@pytest.mark.parametrize("name", kiebitz.GAMES)
def test_no_tied_move_has_a_worse_value_than_a_move_that_is_not_tied(name, solver):
    for position in late_positions(name, 6, seed=2):
        advice = kiebitz.hint(position, solver, nodes=3000)
        utility = utility_at(position, advice.aim)
        others = [move for move in advice.moves[1:] if move.searched and 0 < move.win < 1]
        tied = [utility.of(move.margin, move.win) for move in others if move.tied]
        told = [utility.of(move.margin, move.win) for move in others if not move.tied]
        assert not tied or not told or min(tied) >= max(told) - 1e-9, position.view().to_line()
