"""Presets and default values of games: a game without an entry is played all the same."""

from dataclasses import replace

import numpy as np
import pytest

import kiebitz
from kiebitz.belief import reconstructs_hands
from kiebitz.learned import feature_names
from kiebitz.notation import notation_of
from kiebitz.solvers import SOLVERS, Budget, make_solver
from kiebitz.solvers.game_defaults import GAME_DEFAULTS, GameDefaults, defaults_of
from kiebitz.solvers.presets import PRESETS, Preset, preset_of
from tools.train_self_play import LearningTask, chunk

ADVISERS = [name for name in SOLVERS if name not in ("endgame", "oracle", "oracle-hand")]


def renamed(name):
    """The notation of a game under a name that has no entry."""
    notation = notation_of(name)
    return replace(notation, reader=type("Renamed", (notation.reader,), {"game": "unheard-of"}))


@pytest.fixture(params=kiebitz.GAMES)
def unknown_game(request, monkeypatch):
    """A game with a learned value under a name that has no entry."""
    monkeypatch.setitem(kiebitz.GAMES, "unheard-of", renamed(request.param))
    game = kiebitz.game("unheard-of")
    weights = np.zeros((game.phases, len(feature_names(game))), np.float32)
    game.learn(weights, np.ones(game.phases, np.float32))
    assert defaults_of(game) == GameDefaults()
    assert preset_of(game) == Preset()
    return game


@pytest.mark.parametrize("solver", [*ADVISERS, "endgame:until=best"])
def test_a_game_without_an_entry_gets_hints_from_every_solver(unknown_game, solver):
    view = unknown_game.deal(5).view()
    advice = make_solver(solver).advise(view, Budget(worlds=4, explained=1))
    assert advice.best.move in view.legal_moves()


def test_best_needs_no_learned_value(monkeypatch):
    monkeypatch.setitem(kiebitz.GAMES, "unheard-of", renamed("kwatro"))
    view = kiebitz.game("unheard-of").deal(5).view()
    assert kiebitz.hint(view, "best", worlds=4).best.move in view.legal_moves()


@pytest.mark.parametrize("solver", ["oracle", "oracle-hand"])
def test_a_game_without_an_entry_is_played_by_every_oracle(unknown_game, solver):
    position = unknown_game.deal(5)
    advice = make_solver(solver).advise_position(position, Budget(worlds=4))
    assert advice.best.move in position.legal_moves()


def test_without_a_fitted_temperature_all_worlds_weigh_the_same(unknown_game):
    solver, position = make_solver("rollout:belief=on"), unknown_game.deal(5)
    position.play(shown := position.greedy_move())
    before = unknown_game.deal(5).view(position.to_move)
    solver.observe(before, shown)
    belief = solver.advise(position.view(), Budget(worlds=32)).belief
    assert belief.effective == pytest.approx(belief.weighted)
    assert bool(belief.weighted) == reconstructs_hands(unknown_game)


def test_a_game_without_an_entry_can_be_learned(unknown_game):
    sums, _ = chunk(LearningTask(unknown_game.name, 2, games=4, seed=1), None, 0)
    assert sums.count.sum() > 0


def test_every_entry_is_that_of_a_game():
    assert GAME_DEFAULTS.keys() <= kiebitz.GAMES.keys()
    assert PRESETS.keys() <= kiebitz.GAMES.keys()
