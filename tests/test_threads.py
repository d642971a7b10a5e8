"""Searches on many threads at once answer like one after another. `make sanitize` runs them with ThreadSanitizer."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest

import kiebitz
from kiebitz import weights
from kiebitz.belief import Belief, reconstructs_hands
from kiebitz.endgame import Endgame, perfect_information
from kiebitz.expectimax import ExpectimaxSearch
from kiebitz.match import play_match
from kiebitz.search import Rollouts
from kiebitz.solvers import Budget, make_solver
from kiebitz.tree import TreeSearch

THREADS = 8
SOLVERS = ("rollout:worlds=24", "mcts", "pimc:iterations=20", "best")
TREE = {
    "c": 0.2,
    "alpha": 0.4,
    "widening": 3.0,
    "prior_visits": 1.0,
    "prior_cap": 0.15,
    "plies": 2,
    "policy": "greedy",
    "learned": True,
    "win_weight": 0.5,
}

all_games = pytest.mark.parametrize("name", kiebitz.GAMES)


def middle(name):
    """A position of two players in mid-game, the observer of the last move, and this move as the observer saw it."""
    position = kiebitz.game(name, 2).deal(3)
    for _ in range(8):
        position.play(position.greedy_move())
    move = position.greedy_move()
    after = position.copy()
    after.play(move)
    return after, (position.view(after.to_move), position.shown(move))


def ending(name):
    """The first position of a game with perfect information and a choice."""
    # Qwinto has perfect information only alone, when the pile is used up.
    game = kiebitz.game(name, 1, {"empty_pile": "end"}) if name == "qwinto" else kiebitz.game(name, 2)
    for seed in range(1000):
        position = game.deal(seed)
        while not position.over:
            if perfect_information(position) and len(position.legal_moves()) > 1:
                return position
            position.play(position.greedy_move())
    raise AssertionError("no ending was found")


def at_once(work):
    """What `work(number)` returns for every number, on threads that start together."""
    together = Barrier(THREADS)

    def start(number):
        together.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(start, range(THREADS)))


def one_by_one(work):
    return [work(number) for number in range(THREADS)]


def rollouts(view, learned):
    """Work on one shared object, as the solver does it."""
    shared = Rollouts(view, 3, 9, learned=learned, ending_nodes=500)
    which = np.arange(min(6, len(shared.moves)), dtype=np.int32)

    def work(number):
        margins, wins = np.empty((2, len(which), 12), np.float32)
        nodes = shared.run(which, 12 * number, margins, wins)
        return nodes, margins.tobytes(), wins.tobytes()

    return work


def trees(view):
    """Work on one tree for each thread, over disjoint worlds of one view."""

    def work(number):
        tree = TreeSearch(view, **TREE, seed=4, first=number, stride=THREADS)
        tree.run(60)
        return tree.nodes, tree.size, *(tally.tobytes() for tally in tree.tallies())

    return work


def beliefs(view, observed):
    shared = Belief(view, [observed], 1.0, seed=5)
    return lambda number: shared.weigh(20 * number, 20).tobytes()


def expected(view):
    def work(number):
        search = ExpectimaxSearch(view, 4, 2, 8, seed=number)
        margins, wins = np.empty((2, 2, 2))
        search.sample(np.arange(2, dtype=np.int32), 2, 0, margins, wins)
        return search.nodes, margins.tobytes(), wins.tobytes()

    return work


def solved(position):
    def work(number):
        found = Endgame(position.game, log_entries=12).solve(position, nodes=20_000)
        return found.nodes, [(outcome.move.text, outcome.margin, outcome.win) for outcome in found.outcomes]

    return work


def played(game):
    def work(number):
        moves, _, _, scores = play_match(game, number, ["greedy", "random"], [1, 2])
        return moves, scores

    return work


def kernels(name):
    """All kernels that run without the GIL, each as work for a thread."""
    position, observed = middle(name)
    view = position.view()
    found = [rollouts(view, False), rollouts(view, True), trees(view), expected(view)]
    if reconstructs_hands(position.game):
        found.append(beliefs(view, observed))
    found.append(solved(ending(name)))
    return [*found, played(position.game)]


@all_games
def test_each_kernel_on_many_threads_gives_the_results_of_one_thread(name):
    for work in kernels(name):
        assert at_once(work) == one_by_one(work)


@all_games
def test_different_kernels_at_once_on_one_view_give_the_results_of_one_thread(name):
    works = kernels(name)

    def mixed(number):
        turned = works[number % len(works) :] + works[: number % len(works)]
        return [work(number) for work in turned]

    assert at_once(mixed) == one_by_one(mixed)


@all_games
@pytest.mark.parametrize("solver", SOLVERS)
def test_solvers_with_four_threads_asked_at_once_answer_as_if_alone(name, solver):
    view = middle(name)[0].view()

    def work(number):
        budget = Budget(nodes=4000, seed=number, threads=4, explained=0)
        return make_solver(solver).advise(view, budget).to_json()["moves"]

    assert at_once(work) == one_by_one(work)


@all_games
def test_threads_may_use_a_game_first_at_the_same_time(name, monkeypatch):
    source = weights.load(name)

    def load(name):
        """Lets every thread in before one goes on."""
        time.sleep(0.05)
        return source

    monkeypatch.setattr(weights, "load", load)
    game = kiebitz.game(name, 2)
    at_once(lambda number: weights.ensure(game))
    assert game.learned


SHARED_TREE = """
import sys
from threading import Thread
sys.path.insert(0, sys.argv[1])
from test_threads import TREE, TreeSearch, middle
tree = TreeSearch(middle("qwinto")[0].view(), **TREE)
both = [Thread(target=tree.run, args=(3000,)) for _ in range(2)]
[thread.start() for thread in both]
[thread.join() for thread in both]
"""


@pytest.mark.skipif(os.environ.get("KIEBITZ_SANITIZE") != "thread", reason="needs a build with ThreadSanitizer")
def test_thread_sanitizer_sees_two_threads_in_one_tree():
    command = [sys.executable, "-c", SHARED_TREE, os.path.dirname(__file__)]
    found = subprocess.run(command, capture_output=True, text=True)
    assert "data race" in found.stderr
    assert found.returncode == 66
