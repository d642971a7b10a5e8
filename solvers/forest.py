"""Search trees on several threads, over disjoint worlds, added up at the root."""

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from kiebitz.solvers.budget import Meter
from kiebitz.solvers.interrupts import uninterrupted
from kiebitz.solvers.race import Tally, quantile
from kiebitz.tree import TreeSearch

BYTES_A_NODE = 44  # 32 for itself and up to 12 to find it
FIRST_BATCH = 400  # nodes a thread
SECONDS_A_BATCH = 0.02  # often enough for clocks and Ctrl-C; what is found does not depend on it
ONLY_MOVE = 64  # iterations when there is no choice
MARGIN, WIN, UTILITY = range(3)


class Forest:
    """Independent trees, one a thread; tree t of T has the worlds t, t + T, ... Limits of nodes are shared evenly.

    Nodes are moves made, as everywhere: those of the descent and those of the playout. With a limit of nodes or worlds,
    the result is a function of the seed and the number of threads.
    """

    def __init__(self, solver, view, budget):
        self.view = view
        self.budget = budget
        self.meter = Meter(budget)
        self.averaged = solver.iterations > 1  # a world counts once
        self.moves = view.legal_moves()
        self.stop = "budget"
        threads = budget.threads
        settings = solver.settings(view.game)
        wanted = [view.move(text) for text in budget.also]
        limit = self.node_limit(solver, threads)
        self.trees = [
            TreeSearch(view, **settings, seed=budget.seed, first=t, stride=threads, limit=limit, wanted=wanted)
            for t in range(threads)
        ]
        self.sum_up()

    def node_limit(self, solver, threads):
        """As many as the memory holds, but no more than the moves made can bring."""
        observers = self.view.game.players if solver.observers == "multi" else 1
        most = solver.memory * 10**6 // (BYTES_A_NODE * threads)
        if self.budget.nodes and not self.averaged:
            most = min(most, (self.budget.nodes // threads + 1000) * observers)
        return most

    def run(self):
        worlds = ONLY_MOVE if len(self.moves) == 1 else self.budget.worlds
        batch = FIRST_BATCH
        with ThreadPoolExecutor(len(self.trees)) as pool:
            while self.nodes == 0 or self.meter.share() < 1:  # however short the time, there is an answer
                start = time.perf_counter()
                try:
                    self.run_batch(pool, self.in_time(batch), worlds)
                except MemoryError:
                    self.stop = "memory"
                with uninterrupted():
                    self.take_in()
                self.meter.report()
                if len(self.moves) == 1 and self.worlds >= ONLY_MOVE:
                    self.stop = "only move"
                if self.stop != "budget":
                    break
                if time.perf_counter() - start < SECONDS_A_BATCH:
                    batch *= 2
        with uninterrupted():
            self.close()

    def in_time(self, batch):
        """No more nodes than the time left allows, by the pace so far."""
        if self.budget.seconds and self.nodes:
            left = self.budget.seconds - self.meter.seconds
            batch = min(batch, int(left * self.nodes / self.meter.seconds / len(self.trees)))
        return max(batch, 1)

    def run_batch(self, pool, batch, worlds):
        """Up to so many nodes more in each tree, and so many worlds of all; a world may be left unfinished."""
        most = -(-self.budget.nodes // len(self.trees)) if self.budget.nodes else None

        def go_on(t):
            tree = self.trees[t]
            nodes = tree.nodes + batch
            left = -(-(worlds - t) // len(self.trees)) - tree.worlds if worlds else nodes
            tree.run(left, min(nodes, most) if most else nodes)

        if len(self.trees) == 1:  # here Ctrl-C reaches it between batches
            go_on(0)
        else:
            list(pool.map(go_on, range(len(self.trees))))

    def close(self):
        """An unfinished world counts if there is no other."""
        if self.worlds == 0:
            for tree in self.trees:
                tree.close()
            self.take_in()

    def take_in(self):
        self.sum_up()
        self.meter.worlds, self.meter.nodes = self.worlds, self.nodes

    def sum_up(self):
        """The trees' root statistics by legal move."""
        self.tally = Tally(len(self.moves))
        self.tally.sums = np.zeros((3, len(self.moves)))
        self.tally.squares = np.zeros((3, len(self.moves)))
        for tree in self.trees:
            rows = np.array(tree.moves)
            visits, _, sums, squares = tree.tallies()
            self.tally.counts[rows] += visits
            self.tally.sums[:, rows] += sums
            self.tally.squares[:, rows] += squares

    @property
    def worlds(self):
        return sum(tree.worlds for tree in self.trees)

    @property
    def nodes(self):
        return sum(tree.nodes for tree in self.trees)

    def order(self):
        """The rows that were visited, best first: by visits, which follow the value; averages of worlds by value."""
        rows = np.flatnonzero(self.tally.counts)
        values = self.tally.sums[UTILITY, rows] / self.tally.counts[rows]
        first = -values if self.averaged else -self.tally.counts[rows]
        return rows[np.lexsort((rows, -values, first))].tolist()

    def tied(self, best):
        """The moves whose utility cannot be told from that of the best, and the best itself; empty if there is none.

        One visit tells nothing.
        """
        rows = np.flatnonzero(self.tally.counts)
        counts = self.tally.counts[rows]
        means = self.tally.sums[UTILITY, rows] / counts
        fewer = np.maximum(np.minimum(counts, self.tally.counts[best]) - 1, 1)
        variances = np.maximum(self.tally.squares[UTILITY, rows] / counts - means**2, 0.0) / np.maximum(counts - 1, 1)
        place = int(np.searchsorted(rows, best))
        reach = quantile(self.budget.confidence, fewer) * np.sqrt(variances + variances[place]) + 1e-9
        once = np.minimum(counts, counts[place]) < 2
        found = {int(row) for row in rows[once | (np.abs(means - means[place]) <= reach)]}
        return found if len(found) > 1 else set()

    def visits(self, row):
        return int(self.tally.counts[row])

    def margin(self, row):
        _, low, high, _ = self.view.outlook()
        return self.tally.bounds(row, MARGIN, self.budget.confidence, (high - low) / 3.92)

    def win(self, row):
        return self.tally.bounds(row, WIN, self.budget.confidence, 1.0)

    def future(self, row, seed):
        return self.trees[0].future(row, seed)
