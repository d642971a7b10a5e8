"""Local worker processes that play units."""

import time
from collections import deque
from collections.abc import Iterable, Iterator

from kiebitz.arena.plan import Plan
from kiebitz.arena.record import UnitRecord
from kiebitz.arena.worker import FinishedTask, Outcome, Task, Worker

AIM = 0.2  # seconds of play in a task: overhead is small, and little is lost when the arena is killed
MOST_UNITS = 500  # units of a task
AHEAD = 2  # tasks that a worker has at once, so that it never waits for the next
POLL = 0.01  # seconds between two looks for answers; each worker has a second task meanwhile


class Batches:
    """Cuts units into tasks that take about AIM seconds each."""

    def __init__(self, units: Iterable[int], workers: int) -> None:
        self.units = deque(units)
        self.workers = workers
        self.size = 1
        self.again: deque[Task] = deque()  # tasks whose process died

    def __bool__(self) -> bool:
        return bool(self.units or self.again)

    def next(self) -> Task:
        """The next task."""
        if self.again:
            return self.again.popleft()
        # Near the end tasks get smaller, so that all workers finish together.
        size = max(1, min(self.size, len(self.units) // (2 * self.workers)))
        return Task(tuple(self.units.popleft() for _ in range(size)))

    def took(self, units: int, seconds: float) -> None:
        """Adapts the size of the next tasks to the seconds that some units took."""
        wanted = int(AIM * units / max(seconds, 1e-9))
        self.size = max(1, min(wanted, 4 * self.size, MOST_UNITS))


class LocalPool:
    """Worker processes on this machine. A process that ends is replaced."""

    def __init__(self, plan: Plan, workers: int) -> None:
        self.plan = plan
        plan.check()
        self.workers = [Worker(plan) for _ in range(workers)]

    def play(self, units: Iterable[int]) -> Iterator[list[UnitRecord]]:
        """Yields lists of finished units, in any order.

        Raises ArenaError if a worker cannot make a solver, or if workers keep dying without a solver at fault.
        """
        batches = Batches(units, len(self.workers))
        while True:
            for worker in self.workers:
                while batches and len(worker.tasks) < AHEAD:
                    worker.give(batches.next())
            if not any(worker.tasks for worker in self.workers):
                return
            for outcome in self.outcomes():
                if isinstance(outcome, FinishedTask):
                    batches.took(len(outcome.records), outcome.seconds)
                    yield outcome.records
                else:
                    batches.again.append(outcome)

    def outcomes(self) -> list[Outcome]:
        """Finished tasks, and tasks that must be played by another worker. It waits a moment if there are none."""
        found: list[Outcome] = []
        for place, worker in enumerate(self.workers):
            found += worker.outcomes()
            if worker.closed:
                self.workers[place] = Worker(self.plan)
        if not found:
            time.sleep(POLL)
        return found

    def close(self) -> None:
        """Ends all workers."""
        for worker in self.workers:
            worker.close()
