"""Where an arena stops scaling: measured costs of a unit, played through with 1 to 64 workers.

    worker   plays a task ------> the arena's own process takes it in, keeps it, hands out the next
             in parallel          one at a time: in the end this is the limit

Run as `python -m tools.scaling greedy,greedy`; every number printed comes from this machine.
"""

import heapq
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from kiebitz import GAMES
from kiebitz.arena.match import Watch, play_units
from kiebitz.arena.plan import Plan
from kiebitz.arena.pool import AHEAD, AIM, MOST_UNITS, LocalPool
from kiebitz.arena.run import Meter
from kiebitz.arena.store import Store
from kiebitz.arena.tally import Tally
from kiebitz.benchmarks.command_line import Parser, at_least

WORKERS = (1, 2, 4, 8, 16, 32, 64)


class Costs(NamedTuple):
    """Processor seconds of one unit: in a worker, and in the arena's own process, which keeps it."""

    play: float
    keep: float


def measured(plan, units):
    """The costs of a unit: of keeping it from a run with one worker, of playing it from some played here."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(Path(folder) / "arena.db", plan)
        pool = LocalPool(plan, 1)
        meter = Meter(plan, Tally(units))
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
    play_units(plan, plan.make_game(), range(units // 10), {}, Watch())
    return Costs((time.process_time() - start) / (units // 10), kept / units)


def simulated(costs, workers, units=20_000):
    """Units a second with that many workers, each on a processor of its own.

    Every worker has AHEAD tasks; it plays them in turn, and the arena takes in finished ones in the order they come.
    """
    size = max(1, min(int(AIM / costs.play), MOST_UNITS, units // (4 * workers)))
    free = [0.0] * workers  # when a worker has played all it was given
    finished = []
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


def main(arguments=None):
    """Prints the costs and the table."""
    parser = Parser("tools.scaling", __doc__)
    parser.add_argument("solvers", nargs="?", default="greedy,greedy", metavar="A,B")
    parser.add_argument("game", nargs="?", default="kwatro", choices=list(GAMES))
    parser.add_argument("units", nargs="?", type=at_least(10), default=2000, help="of which each is a deal")
    asked = parser.parse_args(arguments)
    with parser.refusing():
        plan = Plan(asked.game, tuple(asked.solvers.split(",")))
        plan.check()
    costs = measured(plan, asked.units)
    print(f"{asked.solvers}: a unit takes {1e6 * costs.play:.0f} us to play and {1e6 * costs.keep:.0f} us to keep")
    alone = simulated(costs, 1)
    for workers in WORKERS:
        rate = simulated(costs, workers)
        print(f"{workers:3} workers {rate:12,.0f} units/s {rate / alone:6.1f} times one")


if __name__ == "__main__":
    main()
