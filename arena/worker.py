"""Worker processes that play units: a solver that hangs or crashes takes its worker along, never the arena."""

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

GRACE = 1.0  # seconds beyond the move limit after which the arena ends a worker that does not report itself
ORPHAN_CHECK = 0.2  # seconds
MOST_DEATHS = 3  # of one task, before the arena is given up
# The arena's own path comes first: a folder named kiebitz where the arena is started must not take its place.
START = """
import sys
sys.path[:] = sys.argv[3:]
from kiebitz.arena.worker import serve
serve(*map(int, sys.argv[1:3]))
"""


class Task(NamedTuple):
    """Units to play.

    sentences: known ends of games.
    deaths: number of workers that died over it.
    suspect: unit, game and seat of the decision at hand when the last worker died; empty if there was none.
    """

    units: tuple[int, ...]
    sentences: Mapping[tuple[int, int], Sentence] = {}
    deaths: int = 0
    suspect: tuple[int, ...] = ()


class Done(NamedTuple):
    """A finished task: its records and the seconds it took."""

    task: Task
    records: list[UnitRecord]
    seconds: float


class Worker:
    """The arena's end of a worker process, which ends when it is killed or its pipe closes."""

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
                stdout=2,  # what a solver prints must not get among the arena's own answer
                start_new_session=True,  # Ctrl-C is for the arena, which ends its workers
            )
            self.pipe: Connection[Any, Any] = Connection(os.dup(ours.fileno()))
        self.send(plan)

    def give(self, task: Task) -> None:
        """Gives the worker one more task."""
        self.tasks.append(task)
        self.send(task[:2])

    def send(self, message: object) -> None:
        """Sends a message; a worker that has died is noticed when its answer is awaited."""
        with suppress(OSError):
            self.pipe.send(message)

    def receive(self) -> list[Done | Task]:
        """The answer to the oldest task: one Done, or all tasks left if the worker died."""
        try:
            records, seconds = self.pipe.recv()
        except (EOFError, OSError):
            return self.died()
        return [Done(self.tasks.popleft(), records, seconds)]

    def late(self) -> bool:
        """Whether the decision at hand is so far over its limit that the worker must be ended."""
        deciding = self.heartbeat.read()
        return deciding is not None and deciding.seconds > self.plan.move_limit + GRACE

    def end_late(self) -> list[Done | Task]:
        """Ends the worker; returns the tasks left, the first with the sentence for the late seat."""
        deciding = self.heartbeat.read()
        self.close()
        task, *others = self.tasks
        if deciding is None:  # it has answered meanwhile, and the task is played again
            return [task, *others]
        return [sentenced(task, deciding, overrun(self.plan, deciding.seconds)), *others]

    def died(self) -> list[Done | Task]:
        """The tasks left, the first with its suspect; the second death at one seat of a game is that solver's fault."""
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
    """The task with the known end of the game at hand."""
    sentence = Sentence(deciding.seat, deciding.decision, reason)
    sentences = {**task.sentences, (deciding.unit, deciding.number): sentence}
    return task._replace(sentences=sentences, deaths=0, suspect=())


def cause(status: int) -> str:
    """How a process ended, in words."""
    return f"by signal {-status}" if status < 0 else f"with status {status}"


def serve(pipe_descriptor: int, heartbeat_descriptor: int) -> None:
    """The worker's main function: plays the tasks that come through the pipe until it closes."""
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
        return  # the arena is gone


def end_with_the_parent(parent: int) -> None:
    """Ends the process as soon as the arena is gone, even if a solver hangs in it."""
    while os.getppid() == parent:
        time.sleep(ORPHAN_CHECK)
    os._exit(0)
