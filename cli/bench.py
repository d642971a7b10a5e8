"""kiebitz bench: node signature and speed of every game and solver."""

from kiebitz.cli.interrupt import interruptible
from kiebitz.cli.output import console, print_json
from kiebitz.cli.position import Json
from kiebitz.cli.progress import reporting

SPEEDS = {
    "movegen_per_s": "positions/s, all moves listed",
    "moves_per_s": "moves/s, made and unmade",
    "playouts_per_s": "whole random games/s",
    "greedy_games_per_s": "whole greedy games/s",
}


def bench(json: Json = False) -> None:
    """Node signature and speed of every game and solver.

    The signature depends on results only: it changes if and only if some game or solver plays differently.
    """
    from kiebitz.benchmarks import speed

    with reporting() as progress:
        result = interruptible(speed.bench, progress)
    if json:
        print_json(result)
    else:
        print_speeds(result)


def print_speeds(result):
    """Two tables: the engine's speeds by game, the solvers' by game."""
    screen = console()
    screen.print(engine_table(result["games"]))
    screen.print(solver_table(result["games"]))
    print(f"signature {result['signature']}  (version {result['version']})")


def engine_table(games):
    table = numbers_table("engine, one thread", *games)
    for key, label in SPEEDS.items():
        table.add_row(label, *(whole(speeds.get(key)) for speeds in games.values()))
    return table


def solver_table(games):
    table = numbers_table("solver", "game", "nodes", "nodes/s")
    for game, speeds in games.items():
        for solver, search in speeds.get("search", {}).items():
            table.add_row(solver, game, whole(search["nodes"]), whole(search["nodes_per_s"]))
    return table


def numbers_table(first, *columns):
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(first)
    for column in columns:
        table.add_column(column, justify="left" if column == "game" else "right")
    return table


def whole(number):
    return "-" if number is None else f"{number:,.0f}"
