"""One run of a tree search: batches until the budget is used, then the answer from the root."""

import time
from collections.abc import Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any

from kiebitz.core import View
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.continuation import replies
from kiebitz.solvers.interrupts import uninterrupted
from kiebitz.solvers.root_parallel import RootParallelTrees
from kiebitz.solvers.run import Continuation, Estimate, SolverRun

FIRST_BATCH = 400  # nodes for each thread
FEWEST = 8  # the same if time is limited
SECONDS_A_BATCH = 0.02  # short enough for limits of time and Ctrl-C; results do not depend on it
ONLY_MOVE = 64  # worlds if there is only one legal move


class TreeRun(SolverRun):
    """Grows trees until the budget is used. The parameters are those of `RootParallelTrees`.

    The intervals are those of the mean over a move's visits. They are not exact: the tree behind the move was still
    growing during these visits, and moves that looked good got more of them. The mean of a move with few visits is
    rather too low.
    """

    def __init__(
        self, name: str, view: View, budget: Budget, settings: Mapping[str, Any], memory: int, *, averaged: bool
    ) -> None:
        super().__init__(name, view, budget)
        self.trees = RootParallelTrees(view, budget, settings, memory, averaged=averaged)
        self.places: dict[int, int] = {}  # place of each row in the order of the trees

    def search(self) -> None:
        """Grows the trees in batches until the budget is used."""
        # With a limit of time the first batch is a test of speed: an iteration with long playouts may take 20 ms.
        batch = FEWEST if self.budget.seconds else FIRST_BATCH
        with ThreadPoolExecutor(self.budget.threads) as pool:
            while self.trees.nodes == 0 or self.meter.share() < 1:  # at least one batch, so there is always an answer
                start = time.perf_counter()
                self.grow(pool, batch)
                if self.stop != "budget":
                    break
                if time.perf_counter() - start < SECONDS_A_BATCH:
                    batch *= 2
        with uninterrupted():
            self.close()

    def grow(self, pool: Executor, batch: int) -> None:
        """Runs one batch. Sets `stop` if the search ends before the budget is used."""
        worlds = ONLY_MOVE if self.forced else self.budget.worlds
        try:
            self.trees.run_batch(pool, self.in_time(batch), worlds)
        except MemoryError:
            self.stop = "memory"
        with uninterrupted():
            self.take_in()
        self.meter.report()
        if self.forced and self.trees.worlds >= ONLY_MOVE:
            self.stop = "only move"

    def in_time(self, batch: int) -> int:
        """The size of a batch, reduced to the nodes that the remaining time allows at the speed so far."""
        if self.budget.seconds and self.trees.nodes:
            left = self.budget.seconds - self.meter.seconds
            batch = min(batch, int(left * self.trees.nodes / self.meter.seconds / self.budget.threads))
        return max(batch, 1)

    def take_in(self) -> None:
        """Adds up the trees and updates the meter."""
        self.trees.add_up()
        self.meter.worlds, self.meter.nodes = self.trees.worlds, self.trees.nodes

    def close(self) -> None:
        """Counts unfinished worlds if no world is finished."""
        if self.trees.worlds == 0:
            self.trees.close()
            self.take_in()

    def rescue(self) -> bool:
        """Adds up the trees after Ctrl-C. Returns False if there is no result yet."""
        with uninterrupted():
            self.take_in()
            self.close()
        return self.trees.worlds > 0

    def rows(self) -> list[int]:
        """The visited rows."""
        self.places = {row: place for place, row in enumerate(self.trees.order())}
        return list(self.places)

    def tied_with(self, best: int) -> set[int]:
        """The other rows that cannot be told from the best one."""
        return self.trees.tied(best)

    def group(self, row: int) -> int:
        """The place of a row in the order of the trees."""
        return self.places[row]

    def estimate(self, row: int) -> Estimate:
        """The means and intervals at the root."""
        return Estimate(*self.trees.margin(row), *self.trees.win(row))

    def visits(self, row: int) -> int:
        """Number of observations of a row."""
        return self.trees.visits(row)

    def continuation(self, row: int) -> Continuation:
        """The likely continuation of a row."""
        return replies(self.trees, row, self.budget.seed, self.may_explain)
