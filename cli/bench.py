"""kiebitz bench: signature and speed of every game and solver, or properties of the games."""

from typing import TYPE_CHECKING, Annotated, Any

from typer import Option

from kiebitz.cli.extras import require_extra
from kiebitz.cli.interrupt import interruptible
from kiebitz.cli.options import Json, checked_seed
from kiebitz.cli.output import console, numbers_table, print_json
from kiebitz.cli.progress import reporting
from kiebitz.errors import KiebitzError

if TYPE_CHECKING:
    from rich.table import Table

SPEEDS = {
    "movegen_per_s": "positions/s, all moves listed",
    "moves_per_s": "moves/s, made and unmade",
    "playouts_per_s": "whole random games/s",
    "greedy_games_per_s": "whole greedy games/s",
}

FEWEST_DEALS, MOST_DEALS = 20, 100_000  # fewer deals give intervals that say nothing
DEALS = 200

Describe = Annotated[
    bool,
    Option("--describe", help="Measure the games instead: number of moves, length, luck, search trees, first seat."),
]
Games = Annotated[
    int | None,
    Option("--games", metavar="N", help=f"With --describe: number of deals behind each figure (default {DEALS})."),
]
Seed = Annotated[
    int | None, Option("--seed", min=0, metavar="N", help="With --describe: seed of all deals and moves (default 0).")
]


def bench(describe: Describe = False, games: Games = None, seed: Seed = None, json: Json = False) -> None:
    """Measures the speed of every game and solver.

    The output ends with a signature, which depends on results only. It changes if and only if a game or a solver plays
    differently. With --describe, properties of the games are measured instead. The same seed gives the same figures.
    benchmarks/README.md explains all figures.
    """
    if describe:
        show_description(games, seed, json)
        return
    for option, value in (("--games", games), ("--seed", seed)):
        if value is not None:
            raise KiebitzError(f"{option} belongs to --describe; speeds are measured on fixed deals")
    from kiebitz.benchmarks import speed

    with reporting() as progress:
        result = interruptible(speed.bench, progress)
    if json:
        print_json(result)
    else:
        print_speeds(result)


def show_description(games: int | None, seed: int | None, json: bool) -> None:
    """Measures and prints the properties of the games.

    games: number of deals behind each figure, 20 to 100,000; None for the default.
    seed: seed of all deals and moves; None for 0.
    json: whether to print JSON.
    """
    games = DEALS if games is None else games
    if not FEWEST_DEALS <= games <= MOST_DEALS:
        raise KiebitzError(f"--games: {games} is out of range; right would be {FEWEST_DEALS} to {MOST_DEALS}")
    seed = checked_seed("--seed", seed or 0)
    require_extra("scipy")
    from kiebitz.benchmarks.describe.games import describe

    with reporting() as progress:
        result = interruptible(describe, games, seed, progress)
    if json:
        print_json(result)
    else:
        from kiebitz.cli.description import print_description

        print_description(result)


def print_speeds(result: dict[str, Any]) -> None:
    """Prints a table of the engine's speeds, a table of the solvers' speeds, and the signature."""
    screen = console()
    screen.print(engine_table(result["games"]))
    screen.print(solver_table(result["games"]))
    print(f"signature {result['signature']}  (version {result['version']})")


def engine_table(games: dict[str, Any]) -> "Table":
    """Speeds of the engine, with a column for each game."""
    table = numbers_table("engine, one thread", *games)
    for key, label in SPEEDS.items():
        table.add_row(label, *(whole(speeds.get(key)) for speeds in games.values()))
    return table


def solver_table(games: dict[str, Any]) -> "Table":
    """Nodes and speed of each solver in each game."""
    table = numbers_table("solver", "game", "nodes", "nodes/s")
    for game, speeds in games.items():
        for solver, search in speeds.get("search", {}).items():
            table.add_row(solver, game, whole(search["nodes"]), whole(search["nodes_per_s"]))
    return table


def whole(number: float | None) -> str:
    """A rounded number, or a dash."""
    return "-" if number is None else f"{number:,.0f}"
