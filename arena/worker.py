"""Worker processes that play units. A solver that hangs or crashes ends its worker, but never the arena."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from kiebitz.arena.heartbeat import Deciding, Heartbeat
from kiebitz.arena.match import Sentence, overrun, play_units
from kiebitz.arena.plan import ArenaError, Plan
from kiebitz.arena.record import UnitRecord

GRACE = 1.0  # seconds beyond the move limit after which the arena ends a worker that does not answer
ORPHAN_CHECK = 0.2  # seconds between two checks whether the arena still runs
MOST_DEATHS = 3  # workers that may die over one task before the arena gives up
# A worker imports from the same path as the arena. Else a folder named kiebitz in the current folder would come first.
START = """
import sys
sys.path[:] = sys.argv[3:]
from kiebitz.arena.worker import serve
serve(*map(int, sys.argv[1:3]))
"""


class Task(NamedTuple):
    """Units to play.

    units: their numbers.
    sentences: known ends of games, by unit and number of the game.
    deaths: number of workers that died over the task.
    suspect: unit, game and seat of the decision during which the last worker died; empty if there was none.
    """

    units: tuple[int, ...]
    sentences: Mapping[tuple[int, int], Sentence] = {}
    deaths: int = 0
    suspect: tuple[int, ...] = ()


class FinishedTask(NamedTuple):
    """A finished task.

    task: the task.
    records: the records of its units.
    seconds: the time that it took.
    """

    task: Task
    records: list[UnitRecord]
    seconds: float


class Worker:
    """The arena's side of a worker process. The process ends when it is killed or when its pipe closes."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tasks: deque[Task] = deque()
        self.heartbeat = Heartbeat.new()
        ours, theirs = socket.socketpair()
        with ours, theirs:
            descriptors = (theirs.fileno(), self.heartbeat.descriptor)
            self.process = subprocess.Popen(
                [sys.executable, "-c", START, *map(str, descriptors), *sys.path],
                pass_fds=descriptors,
                stdin=subprocess.DEVNULL,
                stdout=2,  # the output of a solver must not mix with the arena's own answer
                start_new_session=True,  # Ctrl-C must reach only the arena, which then ends its workers
            )
            self.pipe: Connection[Any, Any] = Connection(os.dup(ours.fileno()))
        self.send(plan)

    def give(self, task: Task) -> None:
        """Gives the worker one more task."""
        self.tasks.append(task)
        self.send(task[:2])

    def send(self, message: object) -> None:
        """Sends a message. A dead worker is noticed later, when the arena waits for its answer."""
        with suppress(OSError):
            self.pipe.send(message)

    def receive(self) -> list[FinishedTask | Task]:
        """The answer to the oldest task: a FinishedTask, or all unfinished tasks if the worker died."""
        try:
            records, seconds = self.pipe.recv()
        except (EOFError, OSError):
            return self.died()
        return [FinishedTask(self.tasks.popleft(), records, seconds)]

    def late(self) -> bool:
        """Whether the present decision is so far over its limit that the worker must be ended."""
        deciding = self.heartbeat.read()
        return deciding is not None and deciding.seconds > self.plan.move_limit + GRACE

    def end_late(self) -> list[FinishedTask | Task]:
        """Ends the worker. Returns its unfinished tasks; the first one has the sentence for the late seat."""
        deciding = self.heartbeat.read()
        self.close()
        task, *others = self.tasks
        if deciding is None:  # the solver has answered in the meantime, so no seat is at fault
            return [task, *others]
        return [sentenced(task, deciding, overrun(self.plan, deciding.seconds)), *others]

    def died(self) -> list[FinishedTask | Task]:
        """The unfinished tasks of a dead worker; the first one names the suspect.

        If two workers die at the same seat of the same game, the solver of that seat loses the game.
        """
        status = self.process.wait()
        deciding = self.heartbeat.read()
        self.close()
        if not self.tasks:
            return []
        task, *others = self.tasks
        suspect = deciding[:3] if deciding is not None else ()
        if deciding is not None and suspect == task.suspect:
            return [sentenced(task, deciding, f"its process died {cause(status)}"), *others]
        if task.deaths + 1 >= MOST_DEATHS:
            first, last = task.units[0], task.units[-1]
            raise ArenaError(f"{MOST_DEATHS} worker processes died {cause(status)} over units {first} to {last}")
        return [task._replace(deaths=task.deaths + 1, suspect=suspect), *others]

    def close(self) -> None:
        """Ends the process."""
        if self.pipe.closed:
            return
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.pipe.close()
        self.heartbeat.close()


def sentenced(task: Task, deciding: Deciding, reason: str) -> Task:
    """The task with a known end of the present game: the deciding seat loses it."""
    sentence = Sentence(deciding.seat, deciding.decision, reason)
    sentences = {**task.sentences, (deciding.unit, deciding.number): sentence}
    return task._replace(sentences=sentences, deaths=0, suspect=())


def cause(status: int) -> str:
    """How a process ended, in words."""
    return f"by signal {-status}" if status < 0 else f"with status {status}"


def serve(pipe_descriptor: int, heartbeat_descriptor: int) -> None:
    """The main function of a worker process: it plays the tasks from the pipe until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pipe: Connection[Any, Any] = Connection(pipe_descriptor)
    threading.Thread(target=end_with_the_parent, args=(os.getppid(),), daemon=True).start()
    try:
        plan = pipe.recv()
        heartbeat = Heartbeat(heartbeat_descriptor)
        game = plan.make_game()
        while True:
            units, sentences = pipe.recv()
            start = time.perf_counter()
            records = play_units(plan, game, units, sentences, heartbeat)
            pipe.send((records, time.perf_counter() - start))
    except (EOFError, OSError):
        return  # the arena has ended


def end_with_the_parent(parent: int) -> None:
    """Ends the process as soon as the arena has ended, even if a solver hangs in it."""
    while os.getppid() == parent:
        time.sleep(ORPHAN_CHECK)
    os._exit(0)
