"""Search trees on several threads, over disjoint worlds. Their statistics are added up at the root."""

from collections.abc import Mapping
from concurrent.futures import Executor
from typing import Any

import numpy as np

from kiebitz.core import View
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.race import MARGIN, UTILITY, WIN, Moments, quantile
from kiebitz.tree import TreeSearch

BYTES_A_NODE = 44  # 32 for the node and up to 12 for its slots


class RootParallelTrees:
    """Independent trees, one for each thread. Tree t of T searches the worlds t, t + T, ...

    Nodes are moves made, in the tree and in playouts. The trees share limits of nodes evenly. With a limit of nodes or
    worlds the result depends only on the seed and the number of threads.

    view: the view to search from.
    budget: limits, seed, threads and `also`.
    settings: arguments of `TreeSearch`.
    memory: most megabytes for the nodes of all trees.
    averaged: whether trees of single worlds are averaged, so that each world is one observation.
    """

    def __init__(self, view: View, budget: Budget, settings: Mapping[str, Any], memory: int, *, averaged: bool) -> None:
        self.view = view
        self.budget = budget
        self.averaged = averaged
        self.size = len(view.candidate_moves(budget.also))
        threads = budget.threads
        limit = self.node_limit(memory, view.game.players if settings["multi"] else 1)
        wanted = [view.move(text) for text in budget.also]
        self.trees = [
            TreeSearch(view, **settings, seed=budget.seed, first=t, stride=threads, limit=limit, wanted=wanted)
            for t in range(threads)
        ]
        self.add_up()

    def node_limit(self, memory: int, observers: int) -> int:
        """Most nodes of one tree: as many as the memory holds, or as the limit of moves can make."""
        threads = self.budget.threads
        most = memory * 10**6 // (BYTES_A_NODE * threads)
        if self.budget.nodes and not self.averaged:
            most = min(most, (self.budget.nodes // threads + 1000) * observers)
        return most

    def run_batch(self, pool: Executor, batch: int, worlds: int | None) -> None:
        """Runs all trees. A world may stay unfinished.

        batch: most additional nodes of each tree.
        worlds: most worlds of all trees since the start; None: no limit.
        """
        most = -(-self.budget.nodes // len(self.trees)) if self.budget.nodes else None

        def go_on(t: int) -> None:
            tree = self.trees[t]
            nodes = tree.nodes + batch
            left = -(-(worlds - t) // len(self.trees)) - tree.worlds if worlds else nodes
            tree.run(left, min(nodes, most) if most else nodes)

        if len(self.trees) == 1:  # in the main thread Ctrl-C arrives between batches
            go_on(0)
        else:
            list(pool.map(go_on, range(len(self.trees))))

    def close(self) -> None:
        """Counts unfinished worlds if no world is finished."""
        if self.worlds == 0:
            for tree in self.trees:
                tree.close()
            self.add_up()

    def add_up(self) -> None:
        """Adds up the statistics at the roots of the trees, by legal move."""
        self.moments = Moments(self.size)
        for tree in self.trees:
            rows = np.array(tree.moves)
            visits, _, sums, squares = tree.tallies()
            self.moments.counts[rows] += visits
            self.moments.sums[:, rows] += sums
            self.moments.squares[:, rows] += squares

    @property
    def worlds(self) -> int:
        """Number of finished worlds."""
        return sum(tree.worlds for tree in self.trees)

    @property
    def nodes(self) -> int:
        """Number of moves made."""
        return sum(tree.nodes for tree in self.trees)

    def order(self) -> list[int]:
        """The visited rows, best first: by visits, then by value. Averages of worlds are sorted by value."""
        rows = np.flatnonzero(self.moments.counts)
        values = self.moments.sums[UTILITY, rows] / self.moments.counts[rows]
        first = -values if self.averaged else -self.moments.counts[rows]
        order: list[int] = rows[np.lexsort((rows, -values, first))].tolist()
        return order

    def tied(self, best: int) -> set[int]:
        """The other rows whose utility cannot be told from the best row's. A row with one visit is always tied."""
        rows = np.flatnonzero(self.moments.counts)
        counts = self.moments.counts[rows]
        means = self.moments.sums[UTILITY, rows] / counts
        fewer = np.maximum(np.minimum(counts, self.moments.counts[best]) - 1, 1)
        variances = np.maximum(self.moments.squares[UTILITY, rows] / counts - means**2, 0.0) / np.maximum(counts - 1, 1)
        place = int(np.searchsorted(rows, best))
        reach = quantile(self.budget.confidence, fewer) * np.sqrt(variances + variances[place]) + 1e-9
        once = np.minimum(counts, counts[place]) < 2
        return {int(row) for row in rows[once | (np.abs(means - means[place]) <= reach)]} - {best}

    def visits(self, row: int) -> int:
        """Number of observations of a row: iterations, or worlds if they are averaged."""
        return int(self.moments.counts[row])

    def margin(self, row: int) -> tuple[float, tuple[float, float]]:
        """Mean and interval of the margin, in points."""
        _, low, high, _ = self.view.outlook()
        return self.moments.bounds(row, MARGIN, self.budget.confidence, (high - low) / 3.92)

    def win(self, row: int) -> tuple[float, tuple[float, float]]:
        """Mean and interval of the share of the win, 0..1."""
        return self.moments.bounds(row, WIN, self.budget.confidence, 1.0)

    def future(self, row: int, seed: int) -> tuple[tuple[str, ...], int] | None:
        """The expected moves after a move; see `continuation.Futures`."""
        return self.trees[0].future(row, seed)
