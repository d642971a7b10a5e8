"""Speed of every game's engine: listing moves, making moves, whole games, rollouts, trees, steps from Python.

Each benchmark checks its result.
"""

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import kiebitz
from kiebitz.benchmarks.workloads import GAMES, PLAYERS, REPEATS, list_moves, make_moves, play_games, positions
from kiebitz.search import Rollouts
from kiebitz.solvers import make_solver
from kiebitz.tree import TreeSearch

CANDIDATES, PLIES, WORLDS = 20, 4, 25
ITERATIONS = 2000
STEP_GAMES = 20

Measure = Callable[..., Any]

pytestmark = [
    pytest.mark.parametrize("name", kiebitz.GAMES),
    # Processor time does not count other programs.
    pytest.mark.benchmark(timer=time.process_time),
]


def test_positions_with_all_moves_listed(measure: Measure, name: str) -> None:
    states = positions(name)
    _, listed = measure(lambda: list_moves(states), "positions")
    assert listed == REPEATS * sum(len(list(state.legal_moves())) for state in states)


def test_moves_made_and_taken_back(measure: Measure, name: str) -> None:
    states = positions(name)
    made, total = measure(lambda: make_moves(states), "moves")
    scoring = {state: [m for m in state.legal_moves() if m.points] or list(state.legal_moves()) for state in states}
    assert made == REPEATS * sum(map(len, scoring.values()))
    assert total == REPEATS * sum(score_after(state, move) for state, moves in scoring.items() for move in moves)


def score_after(state: kiebitz.Position, move: kiebitz.Move) -> int:
    """The mover's score after a move, played on a copy."""
    after = state.copy()
    after.play(move)
    assert state.to_move is not None
    return after.scores[state.to_move]


def test_random_games(measure: Measure, name: str) -> None:
    game = kiebitz.game(name, PLAYERS)
    games, (moves, _) = measure(lambda: play_games(game, "random"), "games")
    assert games == GAMES
    assert moves > games


def test_greedy_games(measure: Measure, name: str) -> None:
    game = kiebitz.game(name, PLAYERS)
    _, (moves, total) = measure(lambda: play_games(game, "greedy"), "games")
    assert (moves, total) == greedy_games_from_python(game)


def greedy_games_from_python(game: kiebitz.Game) -> tuple[int, int]:
    """Number of moves and sum of scores of the same games, played move by move from Python."""
    moves = total = 0
    for number in range(GAMES):
        position = game.deal(1 + number)
        while not position.over:
            position.play(position.greedy_move())
            moves += 1
        total += sum(position.scores)
    return moves, total


def test_rollouts_of_four_plies(measure: Measure, name: str) -> None:
    states = positions(name, seeds=[1])[:3]
    kernels = [Rollouts(state.view(), PLIES, seed=1) for state in states]
    which = [np.arange(min(CANDIDATES, len(kernel.moves)), dtype=np.int32) for kernel in kernels]
    shape = [(len(rows), WORLDS) for rows in which]
    margins, wins = [np.zeros(s, np.float32) for s in shape], [np.zeros(s, np.float32) for s in shape]

    def work() -> None:
        for number, kernel in enumerate(kernels):
            kernel.run(which[number], 0, margins[number], wins[number])

    measure(work, "rollouts", units=sum(map(np.prod, shape)))
    for number, kernel in enumerate(kernels):
        one = np.zeros((len(which[number]), 1), np.float32)
        kernel.run(which[number], WORLDS - 1, one, one.copy())
        assert (one == margins[number][:, -1:]).all()
        assert ((wins[number] >= 0) & (wins[number] <= 1)).all()


def test_tree_search_with_playouts_of_four_plies(measure: Measure, name: str) -> None:
    views = [state.view() for state in positions(name, seeds=[1])[:3]]
    solver: Any = make_solver(f"mcts:plies={PLIES}")

    def work() -> list[list[int]]:
        searches = [TreeSearch(view, **solver.settings(view.game), seed=1) for view in views]
        for search in searches:
            search.run(ITERATIONS)
        return [search.tallies()[0].tolist() for search in searches]

    visits = measure(work, "iterations", units=ITERATIONS * len(views))
    assert [sum(row) for row in visits] == [ITERATIONS] * len(views)
    assert visits == work()


def test_steps_driven_from_python(measure: Measure, name: str) -> None:
    game = kiebitz.game(name, PLAYERS)

    def work() -> tuple[int, int]:
        choice, steps, total = random.Random(1).random, 0, 0
        for number in range(STEP_GAMES):
            position = game.deal(number)
            while not position.over:
                moves = position.legal_moves()
                position.play(moves[int(choice() * len(moves))])
                steps += 1
            total += sum(position.scores)
        return steps, total

    assert measure(work, "steps") == work()
