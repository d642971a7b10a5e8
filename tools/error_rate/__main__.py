"""How much margin solvers give away at a decision, judged by rollouts to the end: the error rate of backgammon.

    python -m tools.error_rate kwatro best static greedy --positions 200 --keep kwatro.jsonl

A match tells how strong a solver is, but the luck of whole games hides small differences. Here all solvers stand before
the same decisions, one of each of many games, and each of their moves is played out to the end in the same
sampled worlds. The playouts are by a quick policy (static), so that what a move is worth is what it is worth
among players of that kind: matches have the last word.

The loss of a move is the mean margin of the best move minus its own. The best move is looked for among those of
highest learned value, those of a short look ahead, and those that the solvers chose. The highest of several means is
too high, so it is chosen by one half of the worlds and valued by the other, both ways round. A loss of one decision can
therefore come out negative; their mean is not too large.
"""

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path

import numpy as np

import kiebitz
from kiebitz.arena.statistics.units import interval
from kiebitz.benchmarks.command_line import Parser, at_least, positive, show_progress, solver
from kiebitz.errors import KiebitzError
from kiebitz.search import POLICIES
from kiebitz.solvers import Budget, make_solver
from tools.error_rate.judging import Judge, judged, reference
from tools.error_rate.kept import Kept


def report(solvers, losses, seconds):
    """A row a solver: loss a decision, that of the first solver subtracted, and time."""
    width = max(len(text) for text in (*solvers, "solver"))
    print(f"{'solver':{width}s}  {'loss':>7s}  {'(95 %)':>18s}  {'v first':>7s}  {'(95 %)':>20s}  {'ms':>7s}")
    for i, text in enumerate(solvers):
        line = "{:7.2f}  {:8.2f} ..{:8.2f}".format(*interval(losses[:, i]))
        more = "  {:+7.2f}  {:+9.2f} ..{:+9.2f}".format(*interval(losses[:, i] - losses[:, 0])) if i else " " * 31
        print(f"{text:{width}s}  {line}{more}  {1000 * seconds[:, i].mean():7.2f}")


def report_by_pile(solvers, losses, piles):
    """Mean losses with 95 % by cards left to draw, in four groups of equal size."""
    if len(piles) < 8:
        return
    print("\ncards left, decisions, loss of each solver")
    for group in np.array_split(np.argsort(-piles, kind="stable"), 4):
        means = (interval(losses[group, i]) for i in range(len(solvers)))
        told = "  ".join(f"{mean:6.2f} +- {mean - low:.2f}" for mean, low, _ in means)
        print(f"{piles[group].max():3d} to {piles[group].min():2d}  {len(group):4d}  {told}")


def run(asked, judge, limits):
    """Judges what is missing in the file, asks the solvers, and prints."""
    kept = Kept(asked.keep, judge)
    with ProcessPoolExecutor(
        asked.workers, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_DFL)
    ) as pool:
        missing = range(len(kept.records), asked.positions)
        for count, record in enumerate(pool.map(partial(reference, judge), missing), 1):
            kept.add(record)
            show_progress(count / len(missing), "the decisions judged")
        records = [record for record in kept.records[: asked.positions] if record["line"]]
        rows = []
        for row in pool.map(partial(judged, judge, asked.solvers, limits), records):
            rows.append(row)
            show_progress(len(rows) / len(records), "the decisions put to the solvers")
    if not rows:
        raise KiebitzError("no game had such a decision; right would be a wider --pile, or more --positions")
    losses, seconds = (np.array(column) for column in zip(*rows, strict=True))
    report(asked.solvers, losses, seconds)
    report_by_pile(asked.solvers, losses, np.array([record["pile"] for record in records]))


def options():
    parser = Parser("tools.error_rate", __doc__)
    parser.add_argument("game", choices=list(kiebitz.GAMES))
    parser.add_argument("solvers", nargs="+", type=solver)
    parser.add_argument("--players", type=at_least(1), default=2)
    parser.add_argument("--positions", type=at_least(1), default=100)
    parser.add_argument("--seed", type=at_least(0), default=1)
    parser.add_argument("--judging", type=at_least(2), default=600, help="worlds in which every move is played out")
    parser.add_argument(
        "--policy", default="static", choices=sorted(set(POLICIES) - {"random"}), help="of the playouts"
    )
    parser.add_argument(
        "--endings", type=at_least(0), default=0, help="two players: nodes to solve a playout's ending, 0 for none"
    )
    parser.add_argument(
        "--pile", type=at_least(0), nargs=2, default=(0, 1000), help="least and most cards left to draw"
    )
    parser.add_argument("--player", type=solver, default="best", help="who plays the games that the decisions are from")
    parser.add_argument("--keep", type=Path, help="file for the judged moves; goes on where it ends")
    parser.add_argument("--seconds", type=positive)
    parser.add_argument("--nodes", type=at_least(1))
    parser.add_argument("--worlds", type=at_least(1))
    parser.add_argument("--workers", type=at_least(1), default=os.cpu_count() or 1)
    return parser


def main(arguments=None):
    parser = options()
    asked = parser.parse_args(arguments)
    if asked.pile[0] > asked.pile[1]:
        parser.error("argument --pile: the least comes first, then the most")
    given = {key: getattr(asked, key) for key in ("seconds", "nodes", "worlds")}
    limits = {key: value for key, value in given.items() if value is not None} or {"worlds": 100}
    judge = Judge(
        asked.game,
        asked.players,
        asked.seed,
        asked.judging,
        asked.policy,
        asked.player,
        asked.endings,
        tuple(asked.pile),
    )
    try:
        with parser.refusing():
            start = kiebitz.game(asked.game, asked.players).deal(0).view()
            for text in (*asked.solvers, asked.player):
                make_solver(text).advise(start, Budget(nodes=1, explained=0))  # who cannot play at all says so now
            run(asked, judge, limits)
    except (KeyboardInterrupt, BrokenProcessPool):  # Ctrl-C also ends the workers, and either may be heard first
        raise SystemExit("\nstopped; with --keep the same command goes on from there") from None


if __name__ == "__main__":
    main()
