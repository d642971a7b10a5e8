"""Compares settings of expectimax alone at Qwinto, on the same deals: mean score, difference from the first, time.

python -m tools.tuning.tune_expectimax --games 200 --nodes 3000 turns=2:last=0 turns=2:last=1 turns=3

The budget is one of nodes so that other load on the machine changes nothing; the time is that of the processor.
"""

import time

import numpy as np

import kiebitz
from kiebitz.benchmarks.command_line import Parser, at_least, positive
from kiebitz.solvers import make_solver
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.expectimax_run import ExpectimaxRun


def play(player, game, deal, limits):
    """(score, decisions) of one game alone."""
    position, decisions = game.deal(deal), 0
    while not position.over:
        budget = Budget(seed=1000 * deal + decisions, **limits)
        run = ExpectimaxRun(player, position.view(), budget, estimates=False)
        run.search()
        position.play(run.move(run.best))
        decisions += 1
    return position.scores[0], decisions


def measure(player, game, deals, limits):
    """(scores, milliseconds a move)."""
    start = time.process_time()
    games = [play(player, game, deal, limits) for deal in deals]
    scores, decisions = (np.array(column) for column in zip(*games, strict=True))
    return scores, 1000 * (time.process_time() - start) / decisions.sum()


def interval(values):
    return f"{values.mean():+7.2f} ± {1.96 * values.std(ddof=1) / len(values) ** 0.5:.2f}"


def main(arguments=None):
    parser = Parser("tools.tuning.tune_expectimax", __doc__)
    parser.add_argument("settings", nargs="+", help="parameters as after a solver's name")
    parser.add_argument("--games", type=at_least(2), default=200)
    parser.add_argument("--first", type=at_least(0), default=10**6, help="number of the first deal")
    parser.add_argument("--nodes", type=at_least(1))
    parser.add_argument("--worlds", type=at_least(1))
    parser.add_argument("--seconds", type=positive)
    given = parser.parse_args(arguments)
    limits = {name: getattr(given, name) for name in ("nodes", "worlds", "seconds") if getattr(given, name)}
    if not limits:
        parser.error("a search needs an end: --nodes, --worlds or --seconds")
    game = kiebitz.game("qwinto", players=1)
    deals = range(given.first, given.first + given.games)
    with parser.refusing():
        players = [make_solver(f"expectimax:{settings}".rstrip(":")) for settings in given.settings]
    base = None
    for settings, player in zip(given.settings, players, strict=True):
        scores, milliseconds = measure(player, game, deals, limits)
        base = scores if base is None else base
        print(
            f"{interval(scores)}   from the first {interval(scores - base)}   {milliseconds:.2f} ms   {settings}",
            flush=True,
        )


if __name__ == "__main__":
    main()
