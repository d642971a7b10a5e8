"""Compares parameters of expectimax in Qwinto played alone, on the same deals.

    python -m tools.tuning.tune_expectimax --games 200 --nodes 3000 turns=2:last=0 turns=2:last=1 turns=3

It prints the mean score, the difference from the first setting, and the processor time of a move. A limit of nodes
makes the scores independent of other load on the machine.
"""

import sys
import time
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from typer import Argument, BadParameter, Option

import kiebitz
from kiebitz.benchmarks.command_line import LARGEST_SEED, Nodes, Seconds, Worlds, run
from kiebitz.solvers import make_solver
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.expectimax_run import ExpectimaxRun

BudgetLimits = dict[str, Any]  # arguments of a Budget

Settings = Annotated[
    list[str], Argument(metavar="SETTINGS...", help="Parameters, written as after a solver's name.", show_default=False)
]
SomeGames = Annotated[int, Option(min=2, metavar="N", help="Number of games of each setting.")]
First = Annotated[int, Option(min=0, max=LARGEST_SEED, metavar="N", help="Number of the first deal.")]


def play(player: Any, game: kiebitz.Game, deal: int, limits: BudgetLimits) -> tuple[int, int]:
    """The score and the number of decisions of one game played alone.

    deal: seed of the deal.
    limits: the budget of a decision.
    """
    position, decisions = game.deal(deal), 0
    while not position.over:
        budget = Budget(seed=1000 * deal + decisions, **limits)
        run = ExpectimaxRun(player, position.view(), budget, estimates=False)
        run.search()
        position.play(run.move(run.best))
        decisions += 1
    return position.scores[0], decisions


def measure(
    player: Any, game: kiebitz.Game, deals: Iterable[int], limits: BudgetLimits
) -> tuple[NDArray[np.int64], float]:
    """The scores of games, shape (deals,), and the mean processor time of a move in milliseconds."""
    start = time.process_time()
    games = [play(player, game, deal, limits) for deal in deals]
    scores, decisions = (np.array(column) for column in zip(*games, strict=True))
    return scores, 1000 * (time.process_time() - start) / decisions.sum()


def interval(values: NDArray[np.int64]) -> str:
    """The mean with its 95 % interval, as text."""
    return f"{values.mean():+7.2f} ± {1.96 * values.std(ddof=1) / len(values) ** 0.5:.2f}"


def tune_expectimax(
    settings: Settings,
    games: SomeGames = 200,
    first: First = 10**6,
    nodes: Nodes = None,
    worlds: Worlds = None,
    seconds: Seconds = None,
) -> None:
    """Which parameters of expectimax score most in Qwinto played alone?

    All settings play the same deals. A limit of nodes makes the scores independent of other load on the machine. Times
    are processor times.
    """
    limits = {"nodes": nodes, "worlds": worlds, "seconds": seconds}
    limits = {name: limit for name, limit in limits.items() if limit is not None}
    if not limits:
        raise BadParameter("a search needs an end: --nodes, --worlds or --seconds")
    game = kiebitz.game("qwinto", players=1)
    players = [make_solver(f"expectimax:{text}".rstrip(":")) for text in settings]
    base = None
    for text, player in zip(settings, players, strict=True):
        scores, milliseconds = measure(player, game, range(first, first + games), limits)
        base = scores if base is None else base
        print(
            f"{interval(scores)}   from the first {interval(scores - base)}   {milliseconds:.2f} ms   {text}",
            flush=True,
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit status."""
    return run("tools.tuning.tune_expectimax", tune_expectimax, arguments)


if __name__ == "__main__":
    sys.exit(main())
