"""Speed of the arena relative to the engine alone."""

import statistics
import tempfile
import time
from pathlib import Path
from typing import Annotated, NamedTuple

from typer import Argument, Option

from kiebitz import Game
from kiebitz.arena.plan import Plan
from kiebitz.arena.run import local_pool, run_arena
from kiebitz.benchmarks.command_line import Rounds, Workers, game_name
from kiebitz.search import Playouts

GameOrKwatro = Annotated[str, Argument(metavar="GAME", parser=game_name)]
RoundGames = Annotated[int, Option(min=1, metavar="N", help="Number of games of each measurement.")]


class Rates(NamedTuple):
    """Games per second of engine and arena in one round."""

    engine: float
    arena: float


def overhead(
    game: GameOrKwatro = "kwatro", games: RoundGames = 20_000, workers: Workers = 2, rounds: Rounds = 5
) -> None:
    """How fast is the arena relative to the engine alone?

    Both play greedy games in turn. The arena's time includes its file and the start of its processes. Times are
    wall-clock times.
    """
    rows = measured(game, games, workers, rounds)
    ratios = sorted(row.arena / row.engine for row in rows)
    print(f"engine, one thread  {statistics.median(row.engine for row in rows):10,.0f} games/s")
    print(f"arena, workers: {workers:<3d} {statistics.median(row.arena for row in rows):10,.0f} games/s")
    print(f"arena / engine      {statistics.median(ratios):10.2f}  by round {ratios[0]:.2f} .. {ratios[-1]:.2f}")


def measured(name: str, games: int, workers: int, rounds: int) -> list[Rates]:
    """The rates of every round. Every second round measures the arena first."""
    plan = Plan(name, ("greedy", "greedy"))
    game = plan.make_game()
    rows = []
    for number in range(rounds):
        if number % 2:
            arena = arena_rate(plan, games, workers)
            rows.append(Rates(engine_rate(game, games), arena))
        else:
            rows.append(Rates(engine_rate(game, games), arena_rate(plan, games, workers)))
    return rows


def engine_rate(game: Game, games: int) -> float:
    """Greedy games per second of one thread that keeps no records."""
    playouts = Playouts(game)
    start = time.perf_counter()
    playouts.run(0, games)
    return games / (time.perf_counter() - start)


def arena_rate(plan: Plan, games: int, workers: int) -> float:
    """Games per second from the start of an arena to its table, with a new file and new processes."""
    played = plan.units_for(games) * plan.games_a_unit
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        run_arena(plan, Path(folder) / "arena.db", games, local_pool(plan, workers))
        return played / (time.perf_counter() - start)
