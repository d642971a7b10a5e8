"""A process of its own that plays units, so that a solver may hang or crash without taking the arena along."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import NamedTuple

from kiebitz.arena.heartbeat import Heartbeat
from kiebitz.arena.match import Sentence, overrun, play_units
from kiebitz.arena.plan import ArenaError

GRACE = 1.0  # seconds beyond the move limit before a process is ended that cannot say itself how late it is
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
    """Units to play; sentences: known ends of games, by (unit, game); deaths: how many processes it has cost."""

    units: tuple[int, ...]
    sentences: dict = {}  # noqa: RUF012 - never changed, only replaced
    deaths: int = 0
    suspect: tuple = ()  # who was deciding when the last process died


class Done(NamedTuple):
    """A finished task: its records and the seconds it took."""

    task: Task
    records: list
    seconds: float


class Worker:
    """The arena's end of such a process. It is never told to stop: it is killed, or sees its pipe close."""

    def __init__(self, plan):
        self.plan = plan
        self.tasks = deque()
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
            self.pipe = Connection(os.dup(ours.fileno()))
        self.send(plan)

    def give(self, task):
        self.tasks.append(task)
        self.send(task[:2])

    def send(self, message):
        with suppress(OSError):  # it has died; whoever waits for its answer will find out
            self.pipe.send(message)

    def receive(self):
        """The answer to the oldest task: a list with one Done, or, if the process died over it, with the tasks left."""
        try:
            records, seconds = self.pipe.recv()
        except (EOFError, OSError):
            return self.died()
        return [Done(self.tasks.popleft(), records, seconds)]

    def late(self):
        """Whether the present decision is so far over its limit that the process must be ended."""
        deciding = self.heartbeat.read()
        return deciding is not None and deciding.seconds > self.plan.move_limit + GRACE

    def end_late(self):
        """Ends the process; the tasks left, the first with the sentence for who was late."""
        deciding = self.heartbeat.read()
        self.close()
        task, *others = self.tasks
        return [sentenced(task, deciding, overrun(self.plan, deciding.seconds)), *others]

    def died(self):
        """The tasks left, the first one with its suspect; the second death over one game is that solver's fault."""
        status = self.process.wait()
        deciding = self.heartbeat.read()
        self.close()
        if not self.tasks:
            return []
        task, *others = self.tasks
        suspect = deciding[:3] if deciding is not None else ()
        if suspect and suspect == task.suspect:
            return [sentenced(task, deciding, f"its process died {cause(status)}"), *others]
        if task.deaths + 1 >= MOST_DEATHS:
            first, last = task.units[0], task.units[-1]
            raise ArenaError(f"{MOST_DEATHS} worker processes died {cause(status)} over units {first} to {last}")
        return [task._replace(deaths=task.deaths + 1, suspect=suspect), *others]

    def close(self):
        if self.pipe.closed:
            return
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.pipe.close()
        self.heartbeat.close()


def sentenced(task, deciding, reason):
    """The task again, with the end of that game known."""
    sentence = Sentence(deciding.seat, deciding.decision, reason)
    sentences = {**task.sentences, (deciding.unit, deciding.number): sentence}
    return task._replace(sentences=sentences, deaths=0, suspect=())


def cause(status):
    return f"by signal {-status}" if status < 0 else f"with status {status}"


def serve(pipe_descriptor, heartbeat_descriptor):
    """The worker's own main function: plays what comes through the pipe until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pipe = Connection(pipe_descriptor)
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


def end_with_the_parent(parent):
    """A killed arena must leave no process behind, even if a solver hangs in it."""
    while os.getppid() == parent:
        time.sleep(ORPHAN_CHECK)
    os._exit(0)
