"""Measures how much margin solvers lose by each decision, judged by rollouts to the end (in backgammon: error rate).

    python -m tools.error_rate kwatro best static greedy --positions 200 --keep kwatro.jsonl

A match tells how strong a solver is, but the luck of whole games hides small differences. Here all solvers face the
same decisions, one from each of many games. Each of their moves is played out to the end in the same sampled worlds.
A quick policy (static) plays on, so a move has the value that it has among players of this kind. Matches have the last
word.

The loss of a move is the mean margin of the best move minus its own. The best move is one of the moves with the highest
learned value, the best moves of a short look-ahead, and the moves that the solvers chose. The highest of several means
is too high. So one half of the worlds chooses the best move and the other half gives its value, and vice versa. The
loss of one decision can therefore be negative, but the mean loss is not too large.
"""

import signal
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from typer import Argument, BadParameter, Exit, Option

import kiebitz
from kiebitz.arena.statistics.units import interval
from kiebitz.benchmarks.command_line import (
    PROCESSORS,
    Game,
    Nodes,
    Players,
    Seconds,
    Seed,
    Workers,
    Worlds,
    policy_name,
    run,
    show_progress,
    solver_text,
)
from kiebitz.errors import KiebitzError
from kiebitz.solvers import Budget, make_solver
from tools.error_rate.judgement_file import JudgementFile
from tools.error_rate.judging import BudgetLimits, Judge, judged, reference

Numbers = NDArray[Any]

Solvers = Annotated[
    list[str], Argument(metavar="SOLVER...", parser=solver_text, help="The solvers to judge.", show_default=False)
]
Positions = Annotated[int, Option(min=1, metavar="N", help="Number of games; each gives one decision.")]
JudgingWorlds = Annotated[int, Option(min=2, metavar="N", help="Number of worlds in which every move is played out.")]
Policy = Annotated[str, Option(parser=policy_name, metavar="NAME", help="The policy that plays on in playouts.")]
Endings = Annotated[
    int, Option(min=0, metavar="N", help="Limit of nodes to solve the ending of a playout of two players; 0 for none.")
]
Pile = Annotated[
    tuple[int, int], Option(metavar="LEAST MOST", help="Judge only decisions with LEAST to MOST cards left to draw.")
]
Player = Annotated[str, Option(parser=solver_text, metavar="SOLVER", help="The solver that plays the games.")]
Keep = Annotated[
    Path | None, Option(metavar="FILE", help="File that keeps judged moves. The same command continues with it.")
]


def report(solvers: list[str], losses: Numbers, seconds: Numbers) -> None:
    """Prints a row for each solver: its loss at a decision, the difference to the first solver, and its time.

    losses, seconds: shape (decisions, solvers).
    """
    width = max(len(text) for text in (*solvers, "solver"))
    print(f"{'solver':{width}s}  {'loss':>7s}  {'(95 %)':>18s}  {'v first':>7s}  {'(95 %)':>20s}  {'ms':>7s}")
    for i, text in enumerate(solvers):
        line = "{:7.2f}  {:8.2f} ..{:8.2f}".format(*interval(losses[:, i]))
        more = "  {:+7.2f}  {:+9.2f} ..{:+9.2f}".format(*interval(losses[:, i] - losses[:, 0])) if i else " " * 31
        print(f"{text:{width}s}  {line}{more}  {1000 * seconds[:, i].mean():7.2f}")


def report_by_pile(solvers: list[str], losses: Numbers, piles: Numbers) -> None:
    """Prints mean losses with 95 % intervals by cards left to draw, in four groups of equal size.

    losses: shape (decisions, solvers).
    piles: cards left to draw at each decision, shape (decisions,).
    """
    if len(piles) < 8:
        return
    print("\ncards left, decisions, loss of each solver")
    for group in np.array_split(np.argsort(-piles, kind="stable"), 4):
        means = (interval(losses[group, i]) for i in range(len(solvers)))
        told = "  ".join(f"{mean:6.2f} +- {mean - low:.2f}" for mean, low, _ in means)
        print(f"{piles[group].max():3d} to {piles[group].min():2d}  {len(group):4d}  {told}")


def judged_losses(
    judge: Judge, solvers: list[str], limits: BudgetLimits, positions: int, keep: Path | None, workers: int
) -> tuple[Numbers, Numbers, Numbers]:
    """Judges the decisions that the file lacks, and asks the solvers at all decisions.

    limits: the budget of a solver's decision.
    positions: number of games.
    keep: the file of judged moves; None for none.
    workers: number of processes.

    Returns losses and seconds, both of shape (decisions, solvers), and the cards left to draw, shape (decisions,).
    Raises KiebitzError if no game had such a decision.
    """
    kept = JudgementFile(keep, judge)
    with ProcessPoolExecutor(workers, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_DFL)) as pool:
        missing = range(len(kept.records), positions)
        for count, record in enumerate(pool.map(partial(reference, judge), missing), 1):
            kept.add(record)
            show_progress(count / len(missing), "the decisions judged")
        records = [record for record in kept.records[:positions] if record["line"]]
        rows = []
        for row in pool.map(partial(judged, judge, solvers, limits), records):
            rows.append(row)
            show_progress(len(rows) / len(records), "the decisions put to the solvers")
    if not rows:
        raise KiebitzError("no game had such a decision; right would be a wider --pile, or more --positions")
    losses, seconds = (np.array(column) for column in zip(*rows, strict=True))
    return losses, seconds, np.array([record["pile"] for record in records])


def error_rate(
    game: Game,
    solvers: Solvers,
    players: Players = 2,
    positions: Positions = 100,
    seed: Seed = 1,
    judging: JudgingWorlds = 600,
    policy: Policy = "static",
    endings: Endings = 0,
    pile: Pile = (0, 1000),
    player: Player = "best",
    keep: Keep = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    worlds: Worlds = None,
    workers: Workers = PROCESSORS,
) -> None:
    """How much margin do solvers lose by each decision?

    All solvers face the same decisions, one from each of many games. Each of their moves is played out to the end in
    the same sampled worlds. The loss of a move is the mean margin of the best move minus its own.
    """
    if not 0 <= pile[0] <= pile[1]:
        raise BadParameter("--pile: the least comes first, then the most, both from 0 on")
    given = {"seconds": seconds, "nodes": nodes, "worlds": worlds}
    limits = {key: value for key, value in given.items() if value is not None} or {"worlds": 100}
    judge = Judge(game, players, seed, judging, policy, player, endings, pile)
    start = kiebitz.game(game, players).deal(0).view()
    for text in (*solvers, player):
        make_solver(text).advise(start, Budget(nodes=1, explained=0))  # a solver that cannot play fails now
    try:
        losses, times, piles = judged_losses(judge, solvers, limits, positions, keep, workers)
    except (KeyboardInterrupt, BrokenProcessPool):  # Ctrl-C also ends the workers, which may be noticed first
        print("\nstopped; with --keep the same command continues", file=sys.stderr)
        raise Exit(1) from None
    report(solvers, losses, times)
    report_by_pile(solvers, losses, piles)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit status."""
    return run("tools.error_rate", error_rate, arguments)


if __name__ == "__main__":
    sys.exit(main())
