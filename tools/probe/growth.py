"""Time and memory of a growing search tree."""

import resource
import sys
from collections.abc import Iterator
from time import process_time
from typing import Annotated, Any, NamedTuple

from typer import Option

from kiebitz.benchmarks.command_line import Game
from kiebitz.benchmarks.workloads import positions
from kiebitz.solvers import make_solver
from kiebitz.tree import TreeSearch

STEPS = 10
BATCH = 10_000  # iterations between two looks at the size

TreeNodes = Annotated[int, Option(min=STEPS, metavar="N", help="Number of nodes of the full tree.")]


class Size(NamedTuple):
    """A tree after a step.

    nodes: number of nodes.
    iterations: number of iterations.
    seconds: processor time since the start.
    tree_bytes: memory of the tree.
    process_bytes: the most memory that the process has had.
    """

    nodes: int
    iterations: int
    seconds: float
    tree_bytes: int
    process_bytes: int


def growth(game: Game, nodes: TreeNodes = 10_000_000) -> None:
    """How do time and memory of a search tree grow?

    The search starts in the middle of a greedy game for two. It makes no playouts, so almost every iteration adds a
    node. Times are processor time of one thread. The table shows the memory of the nodes with their index, and the
    most memory that the whole process has had.
    """
    print("      nodes  iterations   seconds  us a node  tree MB  process MB")
    for size in grown(game, nodes):
        us = 1e6 * size.seconds / size.nodes
        megabytes = f"{size.tree_bytes / 1e6:8.0f} {size.process_bytes / 1e6:11.0f}"
        print(f"{size.nodes:11,} {size.iterations:11,} {size.seconds:9.1f} {us:10.2f} {megabytes}", flush=True)


def grown(game: str, nodes: int) -> Iterator[Size]:
    """The size of a tree after each of STEPS steps up to `nodes` nodes."""
    view = positions(game, seeds=[1])[1].view()
    solver: Any = make_solver("mcts:plies=0")
    search = TreeSearch(view, **solver.settings(view.game), seed=1, limit=nodes)
    start, full = process_time(), False
    for step in range(1, STEPS + 1):
        while search.size < step * nodes // STEPS and not full:
            try:
                search.run(BATCH)
            except MemoryError:  # the tree has reached its limit
                full = True
        yield Size(search.size, search.worlds, process_time() - start, search.memory, peak_bytes())


def peak_bytes() -> int:
    """The most memory that this process has had, in bytes. macOS counts it in bytes, other systems in kibibytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
