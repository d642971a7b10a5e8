"""Measures whether intervals, win chances and "sure of the best move" mean what they say, by phase of the game.

    python -m tools.coverage kwatro --positions 300 --keep kwatro.jsonl

The program asks a solver at random decisions of games. Then it plays the first and the second move of each answer on to
the end in sampled worlds, with all seats by `best`. The mean of these results is the truth, but for its own standard
error. So a 95 % interval counts as right if the truth lies inside it after both errors are added in squares.

    error        mean of estimate minus truth
    rms          root mean square of the estimate's own error: what the noise of the truth does not explain
    width        mean half width of the interval
    inside       share of the intervals that hold the truth

"Sure" is right if the second move is not better by more than two standard errors of the paired results.
"""

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from typer import Option

from kiebitz.benchmarks.command_line import Game, Players, Workers, run, show_progress, solver_text
from tools.coverage.cases import Case, CaseFile, Settings, case

Numbers = NDArray[np.float64]
PHASES = ("early", "middle", "late")

Positions = Annotated[int, Option(min=3, metavar="N", help="Number of decisions.")]
Playouts = Annotated[int, Option(min=2, metavar="N", help="Number of worlds in which a move is played on.")]
SolverText = Annotated[str, Option(parser=solver_text, metavar="SOLVER", help="The solver whose answers are measured.")]
Nodes = Annotated[int, Option(min=1, metavar="N", help="Limit of nodes of an answer.")]
Player = Annotated[str, Option(parser=solver_text, metavar="SOLVER", help="The solver that plays on.")]
PlayingNodes = Annotated[int, Option(min=1, metavar="N", help="Limit of nodes of a decision while playing on.")]
Keep = Annotated[Path, Option(metavar="FILE", help="File that keeps the cases. The same command continues with it.")]


def coverage(
    game: Game,
    keep: Keep,
    positions: Positions = 300,
    players: Players = 2,
    solver: SolverText = "best",
    nodes: Nodes = 50_000,
    player: Player = "best",
    playing_nodes: PlayingNodes = 4_000,
    playouts: Playouts = 8,
    workers: Workers = 1,
) -> None:
    """Do the intervals of hints mean what they say?

    Prints errors and coverage by phase of the game, and how often "sure of the best move" is right.
    """
    settings = Settings(game, players, solver, nodes, player, playing_nodes, playouts)
    kept = CaseFile(keep, settings)
    with ProcessPoolExecutor(workers) as pool:
        missing = range(len(kept.cases), positions)
        for count, found in enumerate(pool.map(partial(case, settings), missing), 1):
            kept.add(found)
            show_progress(count / len(missing), "the decisions")
    report(kept.cases[:positions])


def report(cases: list[Case]) -> None:
    """Prints a row for each phase. Phases have the same number of cases, by cards left to draw."""
    order = sorted((c for c in cases if not c.exact), key=lambda c: -c.deviation)
    print(f"{len(cases)} decisions, {len(cases) - len(order)} of them answered exactly")
    print("              sd             margin: error    rms  width  inside      win %: error   rms  width  inside")
    for phase, part in zip(PHASES, np.array_split(np.array(order, dtype=object), len(PHASES)), strict=True):
        if len(part):
            spread = f"{part[0].deviation:5.0f} to {part[-1].deviation:3.0f}"
            margins = "{:7.1f}  {:5.1f}  {:5.1f}   {:4.0%}".format(*measured(part, 0))
            error, rms, width, inside = measured(part, 1)
            wins = f"{100 * error:7.1f} {100 * rms:5.1f}  {100 * width:5.1f}   {inside:4.0%}"
            print(f"{phase:8s} {spread}   {margins}      {wins}")
    report_exact([c for c in cases if c.exact])
    report_sure([c for c in cases if c.sure and c.others])


def measured(cases: Any, kind: int) -> tuple[float, float, float, float]:
    """Returns (error, rms, width, inside) of margins (kind 0) or shares of the win (kind 1)."""
    guesses = np.array([(c.margin, c.win)[kind] for c in cases])
    bounds = np.array([(c.margin_ci, c.win_ci)[kind] for c in cases])
    truths, noises = truth(cases, kind)
    errors = guesses - truths
    reach = np.where(errors > 0, guesses - bounds[:, 0], bounds[:, 1] - guesses)  # of the side where the truth lies
    inside = np.abs(errors) <= np.sqrt(reach**2 + (1.96 * noises) ** 2) + 1e-9
    rms = max(float(np.mean(errors**2 - noises**2)), 0.0) ** 0.5
    return float(errors.mean()), rms, float((bounds[:, 1] - bounds[:, 0]).mean() / 2), float(inside.mean())


def truth(cases: Any, kind: int) -> tuple[Numbers, Numbers]:
    """Means of the results and their standard errors, both of shape (cases,).

    The variance of one result is that of the whole phase, because a few results do not tell the own one.
    """
    results = np.array([c.results for c in cases])[:, :, kind]
    noise = np.sqrt(results.var(axis=1, ddof=1).mean() / results.shape[1])
    return results.mean(axis=1), np.full(len(cases), noise)


def report_exact(cases: list[Case]) -> None:
    """Prints how far results differ from exact answers, in standard errors."""
    if len(cases) < 2:
        return
    results = np.array([c.results for c in cases])
    errors = np.array([(c.margin, c.win) for c in cases]) - results.mean(axis=1)
    for name, column in zip(("margin", "win"), errors.T, strict=True):
        print(f"exact {name}: {column.mean():+.3f} +- {1.96 * column.std() / len(column) ** 0.5:.3f} above the results")


def report_sure(cases: list[Case]) -> None:
    """Prints how often the second move was clearly better although the answer was sure."""
    if not cases:
        print("no answer was sure")
        return
    leads = np.array([np.array(c.results) - np.array(c.others) for c in cases])[:, :, 0]
    errors = leads.std(axis=1, ddof=1) / leads.shape[1] ** 0.5
    wrong = leads.mean(axis=1) < -2 * errors - 1e-9
    lead = f"mean lead {leads.mean():+.1f} points, estimated {np.mean([c.lead for c in cases]):+.1f}"
    print(f"sure in {len(cases)} decisions, the second move clearly better in {wrong.sum()}; {lead}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit status."""
    return run("tools.coverage", coverage, arguments)


if __name__ == "__main__":
    sys.exit(main())
