"""Time and memory of a search tree as it grows: `python -m tools.growth kwatro --nodes 10000000`.

The middle of a greedy game for two, no playouts, so that almost every iteration adds a node. Times are processor time
of one thread; memory is that of the nodes and of what finds them, and the most that the whole process has had.
"""

import resource
import sys
from time import process_time

import kiebitz
from kiebitz.benchmarks.command_line import Parser, at_least
from kiebitz.benchmarks.measures import positions
from kiebitz.solvers import make_solver
from kiebitz.tree import TreeSearch

STEPS = 10
BATCH = 10_000  # iterations


def grown(game, nodes):
    """Yields (nodes, iterations, seconds, bytes of the tree, bytes of the process) in steps up to that many nodes."""
    view = positions(game, seeds=[1])[1].view()
    search = TreeSearch(view, **make_solver("mcts:plies=0").settings(view.game), seed=1, limit=nodes)
    start, full = process_time(), False
    for step in range(1, STEPS + 1):
        while search.size < step * nodes // STEPS and not full:
            try:
                search.run(BATCH)
            except MemoryError:  # the limit
                full = True
        yield search.size, search.worlds, process_time() - start, search.memory, peak()


def peak():
    """The most bytes that this process has had; macOS counts bytes, others thousands of them."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def main(arguments=None):
    parser = Parser("tools.growth", __doc__)
    parser.add_argument("game", choices=list(kiebitz.GAMES))
    parser.add_argument("--nodes", type=at_least(STEPS), default=10_000_000)
    asked = parser.parse_args(arguments)
    print("      nodes  iterations   seconds  us a node  tree MB  process MB")
    for nodes, iterations, seconds, tree, process in grown(asked.game, asked.nodes):
        pace, sizes = 1e6 * seconds / nodes, f"{tree / 1e6:8.0f} {process / 1e6:11.0f}"
        print(f"{nodes:11,} {iterations:11,} {seconds:9.1f} {pace:10.2f} {sizes}", flush=True)


if __name__ == "__main__":
    main()
