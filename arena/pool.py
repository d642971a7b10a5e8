"""Spreads units over local worker processes."""

from collections import deque
from multiprocessing.connection import wait

from kiebitz.arena.worker import Done, Task, Worker

AIM = 0.2  # seconds of play a task: little overhead, and little lost when the arena is killed
MOST_UNITS = 500  # a task
AHEAD = 2  # tasks a worker has at once, so that it never waits for the next
POLL = 0.1  # seconds between looks at the clocks of those who are deciding


class Batches:
    """Cuts units into tasks that take about AIM seconds."""

    def __init__(self, units, workers):
        self.units = deque(units)
        self.workers = workers
        self.size = 1
        self.again = deque()  # tasks whose process died

    def __bool__(self):
        return bool(self.units or self.again)

    def next(self):
        if self.again:
            return self.again.popleft()
        # Near the end the rest is shared out, so that all workers finish together.
        size = max(1, min(self.size, len(self.units) // (2 * self.workers)))
        return Task(tuple(self.units.popleft() for _ in range(size)))

    def took(self, task, seconds):
        wanted = int(AIM * len(task.units) / max(seconds, 1e-9))
        self.size = max(1, min(wanted, 4 * self.size, MOST_UNITS))


class LocalPool:
    """Worker processes on this machine; those that die are replaced."""

    def __init__(self, plan, workers):
        self.plan = plan
        self.workers = [Worker(plan) for _ in range(workers)]

    def play(self, units):
        """Yields lists of unit records as they are finished, in any order."""
        batches = Batches(units, len(self.workers))
        while True:
            for worker in self.workers:
                while batches and len(worker.tasks) < AHEAD:
                    worker.give(batches.next())
            if not any(worker.tasks for worker in self.workers):
                return
            for outcome in self.outcomes():
                if isinstance(outcome, Done):
                    batches.took(outcome.task, outcome.seconds)
                    yield outcome.records
                else:
                    batches.again.append(outcome)

    def outcomes(self):
        """What the workers have brought: Done, or tasks to be done again."""
        ready = wait([worker.pipe for worker in self.workers], POLL)
        for place, worker in enumerate(self.workers):
            if worker.pipe in ready:
                found = worker.receive()
            elif worker.tasks and worker.late():
                found = worker.end_late()
            else:
                continue
            if worker.process.returncode is not None:
                self.workers[place] = Worker(self.plan)
            yield from found

    def close(self):
        for worker in self.workers:
            worker.close()
