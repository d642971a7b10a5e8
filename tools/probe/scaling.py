"""The number of workers at which an arena stops scaling.

workers   play tasks in parallel ----> the arena's own process receives a task, keeps it and gives out the next
                                       one task at a time; with many workers this is the limit
"""

import heapq
import tempfile
import time
from pathlib import Path
from typing import Annotated, NamedTuple

from typer import Argument

from kiebitz.arena.heartbeat import Unwatched
from kiebitz.arena.match import play_units
from kiebitz.arena.plan import Plan
from kiebitz.arena.pool import AHEAD, AIM, MOST_UNITS, LocalPool
from kiebitz.arena.results import Results
from kiebitz.arena.run import ProgressMeter
from kiebitz.arena.store import Store
from kiebitz.benchmarks.command_line import game_name

WORKERS = (1, 2, 4, 8, 16, 32, 64)

Solvers = Annotated[str, Argument(metavar="A,B", help="The two solvers.")]
GameOrKwatro = Annotated[str, Argument(metavar="GAME", parser=game_name)]
Units = Annotated[int, Argument(min=10, metavar="UNITS", help="Number of units to measure. A unit is a deal.")]


class Costs(NamedTuple):
    """Processor seconds of one unit.

    play: time in a worker, which plays the unit.
    keep: time in the arena's own process, which keeps it.
    """

    play: float
    keep: float


def scaling(solvers: Solvers = "greedy,greedy", game: GameOrKwatro = "kwatro", units: Units = 2000) -> None:
    """How would an arena scale to 64 workers?

    The program measures what a unit costs on this machine and simulates 1 to 64 workers with these costs.
    """
    plan = Plan(game, tuple(solvers.split(",")))
    plan.check()
    costs = measured(plan, units)
    print(f"{solvers}: a unit takes {1e6 * costs.play:.0f} us to play and {1e6 * costs.keep:.0f} us to keep")
    alone = simulated(costs, 1)
    for workers in WORKERS:
        rate = simulated(costs, workers)
        print(f"{workers:3} workers {rate:12,.0f} units/s {rate / alone:6.1f} times one")


def measured(plan: Plan, units: int) -> Costs:
    """The costs of a unit. A run with one worker measures the keeping, units played in this process the playing."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(Path(folder) / "arena.db", plan)
        pool = LocalPool(plan, 1)
        meter = ProgressMeter(plan, Results(units))
        try:
            start = time.process_time()
            for records in pool.play(range(units)):
                store.add(plan, records)
                for record in records:
                    meter.add(record, played=True)
            kept = time.process_time() - start
        finally:
            pool.close()
            store.close()
    start = time.process_time()
    play_units(plan, plan.make_game(), range(units // 10), {}, Unwatched())
    return Costs((time.process_time() - start) / (units // 10), kept / units)


def simulated(costs: Costs, workers: int, units: int = 20_000) -> float:
    """Units per second with some number of workers, each on a processor of its own.

    Every worker has AHEAD tasks and plays them one after the other. The arena receives finished tasks in the order in
    which they are finished.
    """
    size = max(1, min(int(AIM / costs.play), MOST_UNITS, units // (4 * workers)))
    free = [0.0] * workers  # the time at which each worker has played all its tasks
    finished: list[tuple[float, int]] = []
    given = taken = 0
    keeper = 0.0
    for worker in list(range(workers)) * AHEAD:
        free[worker] += size * costs.play
        heapq.heappush(finished, (free[worker], worker))
        given += size
    while finished:
        at, worker = heapq.heappop(finished)
        keeper = max(keeper, at) + size * costs.keep
        taken += size
        if given < units:
            free[worker] = max(free[worker], keeper) + size * costs.play
            heapq.heappush(finished, (free[worker], worker))
            given += size
    return taken / keeper
