"""How fast the arena is beside the bare engine, its file included: both play greedy games, in turn, by the clock.

Run as `python -m tools.overhead kwatro --workers 2`.
"""

import statistics
import tempfile
import time
from pathlib import Path

from kiebitz import GAMES
from kiebitz.arena.plan import Plan
from kiebitz.arena.run import local_pool, run_arena
from kiebitz.benchmarks.command_line import Parser, at_least
from kiebitz.search import Playouts


def engine_rate(game, games):
    """Greedy games a second of one thread that keeps nothing."""
    playouts = Playouts(game)
    start = time.perf_counter()
    playouts.run(0, games)
    return games / (time.perf_counter() - start)


def arena_rate(plan, games, workers):
    """Games a second from an arena's start to its table; its file is new, and its processes start within."""
    played = plan.units_for(games) * plan.games_a_unit
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        run_arena(plan, Path(folder) / "arena.db", games, local_pool(plan, workers))
        return played / (time.perf_counter() - start)


def measured(name, games, workers, rounds):
    """Rows of (engine, arena), games a second, each pair one after the other, every other one backwards."""
    plan = Plan(name, ("greedy", "greedy"))
    game = plan.make_game()
    rows = []
    for number in range(rounds):
        if number % 2:
            arena = arena_rate(plan, games, workers)
            rows.append((engine_rate(game, games), arena))
        else:
            rows.append((engine_rate(game, games), arena_rate(plan, games, workers)))
    return rows


def main(arguments=None):
    parser = Parser("tools.overhead", __doc__)
    parser.add_argument("game", nargs="?", default="kwatro", choices=list(GAMES))
    parser.add_argument("--games", type=at_least(1), default=20_000, help="games of each measurement")
    parser.add_argument("--workers", type=at_least(1), default=2)
    parser.add_argument("--rounds", type=at_least(1), default=5)
    asked = parser.parse_args(arguments)
    rows = measured(asked.game, asked.games, asked.workers, asked.rounds)
    engine, arena = (statistics.median(column) for column in zip(*rows, strict=True))
    ratios = sorted(row[1] / row[0] for row in rows)
    print(f"engine, one thread  {engine:10,.0f} games/s")
    print(f"arena, workers: {asked.workers:<3d} {arena:10,.0f} games/s")
    print(f"arena / engine      {statistics.median(ratios):10.2f}  by round {ratios[0]:.2f} .. {ratios[-1]:.2f}")


if __name__ == "__main__":
    main()
