"""Search trees on several threads, over disjoint worlds, added up at the root."""

from collections.abc import Mapping
from concurrent.futures import Executor
from typing import Any

import numpy as np

from kiebitz.core import View
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.race import Moments, quantile
from kiebitz.tree import TreeSearch

BYTES_A_NODE = 44  # 32 for itself and up to 12 to find it
MARGIN, WIN, UTILITY = range(3)


class RootParallelTrees:
    """Independent trees, one a thread; tree t of T has the worlds t, t + T, ... Limits of nodes are shared evenly.

    Nodes are moves made, as in all searches: those of the descent and those of the playout. With a limit of nodes or
    worlds, the result is a function of the seed and the number of threads.

    settings: arguments of `TreeSearch`.
    memory: megabytes that the nodes may take.
    averaged: whether the trees of single worlds are averaged, so that a world counts once.
    """

    def __init__(self, view: View, budget: Budget, settings: Mapping[str, Any], memory: int, *, averaged: bool) -> None:
        self.view = view
        self.budget = budget
        self.averaged = averaged
        self.size = len(view.legal_moves())
        threads = budget.threads
        limit = self.node_limit(memory, view.game.players if settings["multi"] else 1)
        wanted = [view.move(text) for text in budget.also]
        self.trees = [
            TreeSearch(view, **settings, seed=budget.seed, first=t, stride=threads, limit=limit, wanted=wanted)
            for t in range(threads)
        ]
        self.add_up()

    def node_limit(self, memory: int, observers: int) -> int:
        """Nodes of one tree: what the memory holds, but no more than the moves made can bring."""
        threads = self.budget.threads
        most = memory * 10**6 // (BYTES_A_NODE * threads)
        if self.budget.nodes and not self.averaged:
            most = min(most, (self.budget.nodes // threads + 1000) * observers)
        return most

    def run_batch(self, pool: Executor, batch: int, worlds: int | None) -> None:
        """Up to so many nodes more in each tree, and so many worlds of all; a world may be left unfinished."""
        most = -(-self.budget.nodes // len(self.trees)) if self.budget.nodes else None

        def go_on(t: int) -> None:
            tree = self.trees[t]
            nodes = tree.nodes + batch
            left = -(-(worlds - t) // len(self.trees)) - tree.worlds if worlds else nodes
            tree.run(left, min(nodes, most) if most else nodes)

        if len(self.trees) == 1:  # here Ctrl-C arrives between batches
            go_on(0)
        else:
            list(pool.map(go_on, range(len(self.trees))))

    def close(self) -> None:
        """Counts unfinished worlds if there are no others."""
        if self.worlds == 0:
            for tree in self.trees:
                tree.close()
            self.add_up()

    def add_up(self) -> None:
        """Adds up the statistics of the trees' roots by legal move."""
        self.moments = Moments(self.size, kinds=3)
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
        """The visited rows, best first: by visits, which follow the value; averages of worlds by value."""
        rows = np.flatnonzero(self.moments.counts)
        values = self.moments.sums[UTILITY, rows] / self.moments.counts[rows]
        first = -values if self.averaged else -self.moments.counts[rows]
        order: list[int] = rows[np.lexsort((rows, -values, first))].tolist()
        return order

    def tied(self, best: int) -> set[int]:
        """The rows, best excluded, whose utility cannot be told from that of the best. One visit tells nothing."""
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
        """Number of iterations that took the move of a row."""
        return int(self.moments.counts[row])

    def margin(self, row: int) -> tuple[float, tuple[float, float]]:
        """Mean and interval of the margin, in points."""
        _, low, high, _ = self.view.outlook()
        return self.moments.bounds(row, MARGIN, self.budget.confidence, (high - low) / 3.92)

    def win(self, row: int) -> tuple[float, tuple[float, float]]:
        """Mean and interval of the share of the win, 0..1."""
        return self.moments.bounds(row, WIN, self.budget.confidence, 1.0)

    def future(self, row: int, seed: int) -> tuple[tuple[str, ...], int] | None:
        """What follows a move under greedy play; see `continuation.Futures`."""
        return self.trees[0].future(row, seed)
