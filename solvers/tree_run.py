"""One run of a tree search: batches until the budget is used, and the answer at the root."""

import time
from collections.abc import Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any

from kiebitz.core import View
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.continuation import replies
from kiebitz.solvers.interrupts import uninterrupted
from kiebitz.solvers.root_parallel import RootParallelTrees
from kiebitz.solvers.run import Continuation, Estimate, SolverRun, with_best

FIRST_BATCH = 400  # nodes a thread
SECONDS_A_BATCH = 0.02  # often enough for clocks and Ctrl-C; results do not depend on it
ONLY_MOVE = 64  # iterations when there is no choice


class TreeRun(SolverRun):
    """Grows trees until the budget is used. Parameters as for `RootParallelTrees`.

    Intervals are those of the mean over a move's visits. The tree below was still growing in them, and they were given
    to the move because it looked good so far: of moves with few visits the mean is rather too low.
    """

    def __init__(
        self, name: str, view: View, budget: Budget, settings: Mapping[str, Any], memory: int, *, averaged: bool
    ) -> None:
        super().__init__(name, view, budget)
        self.trees = RootParallelTrees(view, budget, settings, memory, averaged=averaged)

    def search(self) -> None:
        batch = FIRST_BATCH
        with ThreadPoolExecutor(self.budget.threads) as pool:
            while self.trees.nodes == 0 or self.meter.share() < 1:  # however short the time, there is an answer
                start = time.perf_counter()
                self.grow(pool, batch)
                if self.stop != "budget":
                    break
                if time.perf_counter() - start < SECONDS_A_BATCH:
                    batch *= 2
        with uninterrupted():
            self.close()

    def grow(self, pool: Executor, batch: int) -> None:
        """One batch; sets `stop` if the search is over before the budget is used."""
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
        """No more nodes than the rest of the time allows, by the pace so far."""
        if self.budget.seconds and self.trees.nodes:
            left = self.budget.seconds - self.meter.seconds
            batch = min(batch, int(left * self.trees.nodes / self.meter.seconds / self.budget.threads))
        return max(batch, 1)

    def take_in(self) -> None:
        """Adds up the trees and counts what they used."""
        self.trees.add_up()
        self.meter.worlds, self.meter.nodes = self.trees.worlds, self.trees.nodes

    def close(self) -> None:
        """Counts unfinished worlds if there are no others."""
        if self.trees.worlds == 0:
            self.trees.close()
            self.take_in()

    def rescue(self) -> bool:
        with uninterrupted():
            self.take_in()
            self.close()
        return self.trees.worlds > 0

    def order(self) -> list[int]:
        order = self.trees.order()
        best = order[0]
        self.tied = with_best(best, self.trees.tied(best))
        places = {row: place for place, row in enumerate(order)}
        return self.best_first(best, order, places.__getitem__)

    def estimate(self, row: int) -> Estimate:
        return Estimate(*self.trees.margin(row), *self.trees.win(row))

    def visits(self, row: int) -> int:
        return self.trees.visits(row)

    def continuation(self, row: int) -> Continuation:
        return replies(self.trees, row, self.budget.seed)
