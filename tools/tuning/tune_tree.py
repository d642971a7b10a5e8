"""Finds parameters of tree search by matches of variants against one opponent on the same deals.

    python -m tools.tuning.tune_tree kwatro --against static --vary c=0.05,0.1 --vary plies=0,2,4 --nodes 6000

Every combination of the values plays, in both seatings of each deal. The table shows shares of the win and margins with
95 % intervals, best margin first. With --halve the better half plays again with twice the games, until one variant is
left. Finished games are kept in --folder. The same command continues with them, and a greater number of games adds to
them.
"""

import itertools
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from typer import Option

from kiebitz.arena.errors import ArenaError
from kiebitz.arena.plan import Plan
from kiebitz.arena.run import local_pool, run_arena
from kiebitz.benchmarks.command_line import Game, Games, Nodes, Players, Seconds, Seed, Workers, run, solver_text

Solver = Annotated[
    str, Option(parser=solver_text, metavar="SOLVER", help="The solver to vary, with parameters of all variants.")
]
Opponent = Annotated[str, Option(parser=solver_text, metavar="SOLVER", help="The opponent of every variant.")]
Vary = Annotated[
    list[str] | None, Option(metavar="NAME=VALUE,...", help="Values of a parameter. May be given repeatedly.")
]
Halve = Annotated[bool, Option("--halve", help="Repeat with the better half and twice the games until one is left.")]
Folder = Annotated[Path, Option(metavar="FOLDER", help="The folder that keeps the games.")]


def variants(solver: str, varied: list[str]) -> list[str]:
    """The solver with every combination of values.

    varied: values of parameters, as texts such as `c=0.1,0.2`.
    """
    names = [text.partition("=")[0] for text in varied]
    values = [text.partition("=")[2].split(",") for text in varied]
    return [
        ":".join([solver, *(f"{name}={value}" for name, value in zip(names, chosen, strict=True))])
        for chosen in itertools.product(*values)
    ]


def played(folder: Path, plan: Plan, games: int, workers: int) -> dict[str, Any]:
    """Plays a plan, and returns the row of the arena's table for its variant.

    Raises ArenaError if no game was played to its end.
    """
    variant = plan.solvers[0]
    file = folder / re.sub(r"[^\w.=-]", "_", f"{plan.game}-{variant}-{plan.nodes}-{plan.seed}.db")
    arena = run_arena(plan, str(file), games, local_pool(plan, workers), command=" ".join(sys.argv))
    row: dict[str, Any] = next(row for row in arena.json_report["table"] if row["solver"] == variant)
    if row["margin"] is None:
        raise ArenaError(f"no game came to its end: {arena.json_report['reasons'][0]['reason']}")
    return row


def show(rows: list[dict[str, Any]]) -> None:
    """Prints the table, best margin first."""
    print(f"{'variant':55} games   win share         margin                 ms a move")
    for row in sorted(rows, key=lambda row: -row["margin"]):
        low, high = row["win_ci"]
        least, most = row["margin_ci"]
        print(
            f"{row['solver']:55} {row['games']:5}  {row['win']:.2f} ({low:.2f}..{high:.2f})"
            f"  {row['margin']:+7.2f} ({least:+.2f}..{most:+.2f})  {row['ms_per_move']:7.1f}"
            + (f"  {row['errors']} games lost by errors" if row["errors"] else ""),
            flush=True,
        )


def tune_tree(
    game: Game,
    solver: Solver = "mcts",
    against: Opponent = "static",
    vary: Vary = None,
    players: Players = 2,
    games: Games = 100,
    nodes: Nodes = None,
    seconds: Seconds = None,
    halve: Halve = False,
    seed: Seed = 1,
    workers: Workers = 1,
    folder: Folder = Path("tune"),
) -> None:
    """Which parameters of tree search are strongest?

    Every combination of the values plays against one opponent on the same deals, in both seatings of each deal. The
    table shows shares of the win and margins with 95 % intervals, best margin first. Finished games are kept in
    --folder. The same command continues with them, and a greater number of games adds to them.
    """
    folder.mkdir(parents=True, exist_ok=True)
    plans = {}
    for variant in variants(solver, vary or []):
        plans[variant] = Plan(game, (variant, against), players, {}, seed, nodes, seconds)
        plans[variant].check()
    while True:
        rows = [played(folder, plan, games, workers) for plan in plans.values()]
        show(rows)
        if not halve or len(rows) == 1:
            return
        rows.sort(key=lambda row: -row["margin"])
        plans = {row["solver"]: plans[row["solver"]] for row in rows[: (len(rows) + 1) // 2]}
        games *= 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit status."""
    return run("tools.tuning.tune_tree", tune_tree, arguments)


if __name__ == "__main__":
    sys.exit(main())
