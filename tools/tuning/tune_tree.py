"""Finds parameters of tree search by matches of their variants against one opponent on the same deals.

python -m tools.tuning.tune_tree kwatro --against static --vary c=0.05,0.1 --vary plies=0,2,4 --nodes 6000

plays every combination of the values, in both seatings of each deal, and prints win shares and margins with 95 %
intervals, best margin first. With --halve the better half goes on with twice the games until one is left. Finished
games are kept in --folder: the same command goes on where it was ended, and more games add to those there are.
"""

import itertools
import re
import sys
from pathlib import Path

from kiebitz import GAMES
from kiebitz.arena.plan import ArenaError, Plan
from kiebitz.arena.run import local_pool, run_arena
from kiebitz.benchmarks.command_line import Parser, at_least, positive, solver


def variants(solver, varied):
    """The solver with every combination of values; varied: texts such as `c=0.1,0.2`."""
    names = [text.partition("=")[0] for text in varied]
    values = [text.partition("=")[2].split(",") for text in varied]
    return [
        ":".join([solver, *(f"{name}={value}" for name, value in zip(names, chosen, strict=True))])
        for chosen in itertools.product(*values)
    ]


def plan_of(asked, variant):
    """The checked plan of a variant's match."""
    plan = Plan(asked.game, (variant, asked.against), asked.players, {}, asked.seed, asked.nodes, asked.seconds)
    plan.check()
    return plan


def played(asked, plan, games):
    """The row of the arena's table for the variant of a plan."""
    variant = plan.solvers[0]
    file = Path(asked.folder, re.sub(r"[^\w.=-]", "_", f"{asked.game}-{variant}-{asked.nodes}-{asked.seed}.db"))
    result = run_arena(plan, str(file), games, local_pool(plan, asked.workers), command=" ".join(sys.argv))
    row = next(row for row in result.document["table"] if row["solver"] == variant)
    if row["margin"] is None:
        raise ArenaError(f"no game came to its end: {result.document['reasons'][0]['reason']}")
    return row


def show(rows):
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


def tune(asked):
    asked.folder.mkdir(parents=True, exist_ok=True)
    plans = {variant: plan_of(asked, variant) for variant in variants(asked.solver, asked.vary)}
    games = asked.games
    while True:
        rows = [played(asked, plan, games) for plan in plans.values()]
        show(rows)
        if not asked.halve or len(rows) == 1:
            return
        rows.sort(key=lambda row: -row["margin"])
        plans = {row["solver"]: plans[row["solver"]] for row in rows[: (len(rows) + 1) // 2]}
        games *= 2


def main(arguments=None):
    parser = Parser("tools.tuning.tune_tree", __doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--solver", type=solver, default="mcts", help="with the parameters that all variants share")
    parser.add_argument("--against", type=solver, default="static")
    parser.add_argument("--vary", action="append", default=[], metavar="NAME=VALUE,...")
    parser.add_argument("--players", type=at_least(1), default=2)
    parser.add_argument("--games", type=at_least(1), default=100)
    parser.add_argument("--nodes", type=at_least(1), help="moves made a decision")
    parser.add_argument("--seconds", type=positive, help="instead of nodes: time a decision")
    parser.add_argument("--halve", action="store_true")
    parser.add_argument("--seed", type=at_least(0), default=1)
    parser.add_argument("--workers", type=at_least(1), default=1)
    parser.add_argument("--folder", type=Path, default=Path("tune"), help="of the files that keep the games")
    asked = parser.parse_args(arguments)
    with parser.refusing():
        tune(asked)


if __name__ == "__main__":
    main()
