"""The gain from a second thread."""

from statistics import median
from time import perf_counter
from typing import Any

from kiebitz import View
from kiebitz.benchmarks.command_line import Game, Rounds
from kiebitz.benchmarks.workloads import positions
from kiebitz.solvers import Budget, make_solver

Limit = dict[str, Any]

WORK: dict[str, Limit] = {"rollout:candidates=20": {"worlds": 4000}, "mcts": {"nodes": 600_000}}


def threads(game: Game, rounds: Rounds = 3) -> None:
    """How many times as fast are two threads?

    One thread and two threads do the same work in turn, from three positions of a greedy game for two. The ratios
    compare wall-clock times, so other work of the machine makes them wrong.
    """
    for name in WORK:
        found = sorted(gains(name, game, rounds))
        print(f"{name}: two threads {median(found):.2f} times one ({found[0]:.2f} to {found[-1]:.2f})", flush=True)


def gains(name: str, game: str, rounds: int) -> list[float]:
    """For each round and position, the ratio of the time of one thread to the time of two."""
    solver = make_solver(name)
    views = [position.view() for position in positions(game, seeds=[1])[:3]]
    return [
        seconds(solver, view, 1, WORK[name]) / seconds(solver, view, 2, WORK[name])
        for _ in range(rounds)
        for view in views
    ]


def seconds(solver: Any, view: View, count: int, limit: Limit) -> float:
    """Wall-clock time of an answer.

    count: number of threads.
    limit: the limit of the search, `worlds` or `nodes`.
    """
    start = perf_counter()
    solver.advise(view, Budget(seed=1, threads=count, explained=0, **limit))
    return perf_counter() - start
