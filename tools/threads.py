"""What a second thread is worth: `python -m tools.threads kwatro --rounds 3`.

From three positions of a greedy game for two, in turn, the same work by one thread and by two; ratios of their times by
the clock. Measures of a machine whose cores do something else say nothing.
"""

from statistics import median
from time import perf_counter

import kiebitz
from kiebitz.benchmarks.command_line import Parser, at_least
from kiebitz.benchmarks.measures import positions
from kiebitz.solvers import Budget, make_solver

WORK = {"rollout:candidates=20": {"worlds": 4000}, "mcts": {"nodes": 600_000}}


def seconds(solver, view, threads, limit):
    start = perf_counter()
    solver.advise(view, Budget(seed=1, threads=threads, explained=0, **limit))
    return perf_counter() - start


def gains(name, game, rounds):
    """How many times as fast two threads are, by position and round."""
    solver = make_solver(name)
    views = [position.view() for position in positions(game, seeds=[1])[:3]]
    return [
        seconds(solver, view, 1, WORK[name]) / seconds(solver, view, 2, WORK[name])
        for _ in range(rounds)
        for view in views
    ]


def main(arguments=None):
    parser = Parser("tools.threads", __doc__)
    parser.add_argument("game", choices=list(kiebitz.GAMES))
    parser.add_argument("--rounds", type=at_least(1), default=3)
    asked = parser.parse_args(arguments)
    for name in WORK:
        found = sorted(gains(name, asked.game, asked.rounds))
        print(f"{name}: two threads {median(found):.2f} times one ({found[0]:.2f} to {found[-1]:.2f})", flush=True)


if __name__ == "__main__":
    main()
