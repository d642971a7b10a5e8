"""Worker processes that play units. A solver that hangs or crashes ends its worker, but never the arena."""

import time
from collections import deque
from collections.abc import Mapping
from typing import NamedTuple

from kiebitz.arena.errors import ArenaError
from kiebitz.arena.heartbeat import Deciding
from kiebitz.arena.match import Sentence, overrun
from kiebitz.arena.plan import Plan
from kiebitz.arena.process import SolverProcess
from kiebitz.arena.programs import MAKE_LIMIT, MAKING, not_made
from kiebitz.arena.record import GameRecord, UnitRecord
from kiebitz.solvers.registry import is_built_in

GRACE = 1.0  # seconds beyond the move limit after which the arena ends a worker that does not answer
# Seconds without any decision after which a worker stands still: a solver's thread or signal handler has stopped it.
# The longest work of the arena itself is the luck of a game, about 20 s with the most replays.
STANDSTILL = 120.0
MOST_DEATHS = 3  # workers that may die over one task before somebody is at fault


class Task(NamedTuple):
    """Units to play.

    units: their numbers.
    sentences: known ends of games, by unit and number of the game.
    begun: games of the first unit that are already played.
    deaths: number of workers that died over the task.
    suspect: unit, game and seat of the decision during which the last worker died; empty if there was none.
    """

    units: tuple[int, ...]
    sentences: Mapping[tuple[int, int], Sentence] = {}
    begun: tuple[GameRecord, ...] = ()
    deaths: int = 0
    suspect: tuple[int, ...] = ()


class Answer(NamedTuple):
    """A worker's answer to a task.

    records: the units that are finished, the first ones of the task.
    begun: finished games of the next unit.
    seconds: the time that they took.
    spent: whether a solver has just lost a game by error. Its threads and processes may still run, so the worker ends.
    """

    records: list[UnitRecord]
    begun: tuple[GameRecord, ...]
    seconds: float
    spent: bool


class FinishedTask(NamedTuple):
    """A finished task.

    records: the records of its units, at least one.
    seconds: the time that it took.
    """

    records: list[UnitRecord]
    seconds: float


Outcome = FinishedTask | Task  # a task must be played by another worker


class Worker(SolverProcess):
    """The arena's side of a worker process."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.plan = plan
        self.start = time.monotonic()
        self.prepared = False
        self.tasks: deque[Task] = deque()

    def give(self, task: Task) -> None:
        """Gives the worker one more task."""
        self.tasks.append(task)
        self.outgoing.put(task[:3])

    def outcomes(self) -> list[Outcome]:
        """Finished tasks, and tasks that another worker must play because this one has ended.

        Raises ArenaError if the worker cannot make a solver, or if workers keep dying without a solver at fault.
        """
        dead = self.died()  # before the answers are read, since the last answer may come right before the death
        if (answer := self.take()) is not None:
            return self.answered(answer)
        if dead:
            return self.ended(f"its process died {cause(self.process.returncode)}")
        if not self.late():
            return []
        deciding = self.heartbeat.read()
        if not self.prepared or deciding is None:
            raise not_made(self, self.plan.solvers)
        if not deciding.thinking:
            return self.ended("its process stood still")
        task, *others = self.remaining()
        return [sentenced(task, deciding, overrun(self.plan, deciding.seconds)), *others]

    def answered(self, answer: Answer | str) -> list[Outcome]:
        """The outcomes of an answer. The first answer is a text: why a solver cannot be made, or nothing."""
        if isinstance(answer, str):
            if answer:
                raise ArenaError(answer)
            self.prepared = True
            return []
        task = self.tasks.popleft()
        found: list[Outcome] = [FinishedTask(answer.records, answer.seconds)] if answer.records else []
        if answer.spent:
            rest = task._replace(units=task.units[len(answer.records) :], begun=answer.begun)
            found += [*([rest] if rest.units else []), *self.remaining()]
        return found

    def late(self) -> bool:
        """Whether the worker must be ended because it takes too long."""
        deciding = self.heartbeat.read()
        if not self.prepared:
            return time.monotonic() - self.start > MAKE_LIMIT
        if deciding is None or not self.tasks:
            return False
        return deciding.seconds > (self.plan.move_limit + GRACE if deciding.thinking else STANDSTILL)

    def remaining(self) -> list[Task]:
        """Ends the worker. Returns its tasks."""
        self.close()
        return list(self.tasks)

    def ended(self, reason: str) -> list[Outcome]:
        """The tasks of a worker that died; the first one names the suspect.

        The suspect loses the game if two workers die at the same seat of the same game, or if MOST_DEATHS workers die
        over one task.
        """
        deciding = self.suspect()
        tasks = self.remaining()
        if not tasks:
            return []
        task, *others = tasks
        suspect = deciding[:3] if deciding is not None else ()
        last = task.deaths + 1 >= MOST_DEATHS
        if deciding is not None and suspect[:2] in task.sentences:
            return [*lost_unit(self.plan, task, at_fault(self.plan, deciding), reason), *others]
        if deciding is not None and (suspect == task.suspect or last):
            if deciding.unit == MAKING:
                raise ArenaError(f"solver {self.plan.solvers[deciding.seat]}: {reason} while it was made")
            return [sentenced(task, at_fault(self.plan, deciding), reason), *others]
        if last:
            first, final = task.units[0], task.units[-1]
            raise ArenaError(f"{MOST_DEATHS} workers ended over units {first} to {final}; of the last one: {reason}")
        return [task._replace(deaths=task.deaths + 1, suspect=suspect), *others]

    def suspect(self) -> Deciding | None:
        """The decision during which the worker died, or the last one before; None if no solver can be at fault."""
        deciding = self.heartbeat.read()
        if deciding is None or not self.tasks:
            return None
        known = deciding.thinking if deciding.unit == MAKING else deciding.unit in self.tasks[0].units
        return deciding if known else None


def at_fault(plan: Plan, deciding: Deciding) -> Deciding:
    """The decision with the seat at fault: the only foreign solver at the table, if the seat's own is built in.

    A thread or process of a foreign solver may end the worker while another solver thinks.
    """
    seats = plan.seatings_of(deciding.unit)[deciding.number]
    foreign = [seat for seat, entry in enumerate(seats) if not is_built_in(plan.solvers[entry])]
    return deciding._replace(seat=foreign[0]) if len(foreign) == 1 else deciding


def sentenced(task: Task, deciding: Deciding, reason: str) -> Task:
    """The task with a known end of the present game: the deciding seat loses it."""
    sentence = Sentence(deciding.seat, deciding.decision, reason)
    sentences = {**task.sentences, (deciding.unit, deciding.number): sentence}
    return task._replace(sentences=sentences, deaths=0, suspect=())


def lost_unit(plan: Plan, task: Task, deciding: Deciding, reason: str) -> list[Task]:
    """The task in which a solver loses all games of a unit before its first decision.

    A worker has died again although the present game has a known end. So an earlier decision has broken its process. If
    the solver loses the whole unit already, another unit is to blame. Then each unit becomes a task of its own.
    Raises ArenaError if the solver does not even play any more.
    """
    seatings = plan.seatings_of(deciding.unit)
    entry = seatings[deciding.number][deciding.seat]
    ends = {
        (deciding.unit, number): Sentence(seats.index(entry), 0, reason)
        for number, seats in enumerate(seatings)
        if entry in seats
    }
    if len(task.units) > 1 and ends.items() <= task.sentences.items():
        first, *rest = task.units
        return [task._replace(units=(first,)), *(Task((unit,), task.sentences) for unit in rest)]
    if ends.items() <= task.sentences.items():
        raise ArenaError(f"workers keep ending over unit {deciding.unit}; of the last one: {reason}")
    return [task._replace(sentences={**task.sentences, **ends}, deaths=0, suspect=())]


def cause(status: int) -> str:
    """How a process ended, in words."""
    return f"by signal {-status}" if status < 0 else f"with status {status}"
