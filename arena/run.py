"""A run of an arena: it plays the units that a file lacks, and keeps them in the file."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from time import monotonic
from typing import Any, Protocol

from kiebitz.arena.errors import ArenaError
from kiebitz.arena.json_report import json_report
from kiebitz.arena.plan import Plan
from kiebitz.arena.pool import LocalPool
from kiebitz.arena.record import UnitRecord
from kiebitz.arena.results import Results
from kiebitz.arena.statistics.sequential import Sprt
from kiebitz.arena.store import Store

REPORT_EVERY = 0.5  # seconds between two calls with the progress


class Pool(Protocol):
    """Processes that play units: a LocalPool or a ClusterPool."""

    def play(self, units: Iterable[int], /) -> Iterator[list[UnitRecord]]:
        """Yields lists of finished units, in any order."""

    def close(self) -> None:
        """Ends the processes."""


@dataclass
class Progress:
    """The state of a running arena.

    units: number of finished units.
    of: number of all units.
    games: number of finished games.
    errors: number of games that ended in a forfeit.
    rate: units finished in a second of this run.
    left: seconds to the end at this rate; None if unknown.
    first: the first solver's mean share of the win, or its mean score if it plays alone, and the standard error.
    llr: log likelihood ratio of the sequential test; None without a test.
    """

    units: int
    of: int
    games: int
    errors: int
    rate: float
    left: float | None
    first: tuple[float, float]
    llr: float | None

    @property
    def share(self) -> float:
        """The finished part of the units, 0..1."""
        return self.units / max(self.of, 1)


OnProgress = Callable[[Progress], None]


def play(
    plan: Plan, store: Store, results: Results, make_pool: Callable[[], Pool], report: OnProgress | None = None
) -> None:
    """Plays the units that the store lacks, until all are there, the sequential test is over or a solver keeps failing.

    results: gets every unit, also the units that the store already has.
    make_pool: function that makes the processes. It is called only if there is a unit to play.
    report: function that gets the progress, at most every half second.
    """
    meter = ProgressMeter(plan, results)
    for record in store.units():
        meter.add(record)
    finished = store.finished()
    missing = [unit for unit in range(results.units) if unit not in finished]
    if not missing or results.over:
        return
    with closing(make_pool()) as pool:
        for records in pool.play(missing):
            store.add(plan, records)
            for record in records:
                meter.add(record, played=True)
            if report is not None:
                meter.tell(report)
            if results.over:
                return


def local_pool(plan: Plan, workers: int) -> Callable[[], LocalPool]:
    """A function that makes a pool of local processes."""
    return lambda: LocalPool(plan, workers)


class ProgressMeter:
    """Adds up the figures of the progress while units arrive."""

    def __init__(self, plan: Plan, results: Results) -> None:
        self.plan = plan
        self.results = results
        self.start = monotonic()
        self.due = self.start
        self.played = self.units = self.errors = self.seen = 0
        self.total = self.squares = 0.0

    def add(self, record: UnitRecord, played: bool = False) -> None:
        """Adds a finished unit.

        played: whether this run has played it.
        """
        self.results.add(record)
        self.played += played
        found = self.results.by_unit.get(record.unit)
        if found is None:
            return
        self.units += 1
        self.errors += sum(found.errors.values())
        values = found.margins if self.plan.players == 1 else found.shares
        if 0 in values:
            self.seen += 1
            self.total += values[0]
            self.squares += values[0] ** 2

    def tell(self, report: OnProgress) -> None:
        """Calls `report` with the progress, unless it was called in the last half second."""
        now = monotonic()
        if now < self.due:
            return
        self.due = now + REPORT_EVERY
        rate = self.played / max(now - self.start, 1e-9)
        left = (self.results.units - self.units) / rate if rate else None
        mean = self.total / max(self.seen, 1)
        error = (max(self.squares / max(self.seen, 1) - mean**2, 0) / max(self.seen, 1)) ** 0.5
        games = self.units * self.plan.games_a_unit
        llr = None if self.results.test is None else self.results.test.llr
        report(Progress(self.units, self.results.units, games, self.errors, rate, left, (mean, error), llr))


@dataclass(frozen=True)
class PlayedArena:
    """A played arena.

    plan: the plan of the arena.
    document: the JSON report.
    results: the results of the units.
    """

    plan: Plan
    json_report: dict[str, Any]
    results: Results


def run_arena(
    plan: Plan,
    path: str | os.PathLike[str],
    games: int,
    make_pool: Callable[[], Pool],
    *,
    sprt: tuple[float, float] | None = None,
    command: str = "",
    report: OnProgress | None = None,
    notice: Callable[[str], None] | None = None,
) -> PlayedArena:
    """Plays games into a file, and returns the results of all games in it that count.

    path: the file. A file that already has units of this plan is continued.
    games: number of all games, rounded up to whole units.
    make_pool: function that makes the processes that play.
    sprt: low and high bound of a sequential test, in Elo of the first solver over the second. The arena ends as soon as
        the test is decided. None for no test.
    command: the command line, kept in the file and in the report.
    report: function that gets the progress, at most every half second.
    notice: function that gets a line about each damaged unit of the file, before it is played again.

    Raises KiebitzError if the game or a solver cannot be made, ArenaError if the file cannot be used for this plan.
    """
    plan.check()
    if sprt is not None and (len(plan.solvers) != 2 or plan.players == 1):
        raise ArenaError(f"--sprt compares two solvers at one table, not {len(plan.solvers)}")
    test = None if sprt is None else Sprt(*sprt)
    with closing(Store.open(path, plan, command, sprt)) as store:
        if notice is not None:
            for unit, fault in store.damaged.items():
                notice(
                    f"{path}: unit {unit} is damaged and does not count ({fault}); it is played again if it is needed"
                )
        results = Results(plan.units_for(games), test)
        play(plan, store, results, make_pool, report)
        return PlayedArena(plan, json_report(plan, results, store, command), results)
