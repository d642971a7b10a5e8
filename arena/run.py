"""Plays what a file still lacks and keeps it, unit by unit."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from time import monotonic

from kiebitz.arena.json_report import json_report
from kiebitz.arena.plan import ArenaError, Plan
from kiebitz.arena.pool import LocalPool
from kiebitz.arena.results import Results
from kiebitz.arena.statistics.sequential import Sprt
from kiebitz.arena.store import Store

REPORT_EVERY = 0.5  # seconds


@dataclass
class Progress:
    """What is known while an arena runs.

    rate: units a second in this run; left: seconds to the end at this rate, None if unknown; first: mean win share of
    the first solver, alone its mean score, and the standard error; llr: of the sequential test, None without one.
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
    def share(self):
        return self.units / max(self.of, 1)


def play(plan, store, results, make_pool, report: Callable[[Progress], None] | None = None):
    """Plays the units that the store lacks until all are there or the results's test is over.

    make_pool: called with nothing, only if there is something to play; returns a LocalPool or ClusterPool.
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


def local_pool(plan, workers):
    return lambda: LocalPool(plan, workers)


class ProgressMeter:
    """Counts beside the results what a line of progress needs, without going through all units again."""

    def __init__(self, plan, results):
        self.plan = plan
        self.results = results
        self.start = monotonic()
        self.due = self.start
        self.played = self.units = self.errors = 0
        self.seen = self.total = self.squares = 0

    def add(self, record, played=False):
        self.results.add(record)
        self.played += played
        outcome = self.results.by_unit.get(record.unit)
        if outcome is None:
            return
        self.units += 1
        self.errors += sum(outcome.errors.values())
        results = outcome.margins if self.plan.players == 1 else outcome.shares
        if 0 in results:
            self.seen += 1
            self.total += results[0]
            self.squares += results[0] ** 2

    def tell(self, report):
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
    """A played arena: the document of its table, and the outcomes behind it."""

    plan: Plan
    document: dict
    results: Results


def run_arena(plan, path, games, make_pool, *, sprt=None, command="", report=None):
    """Plays `games` games of a plan, rounded up to whole units, into the file, and sums up what is in it.

    sprt: (low, high) in Elo for the first solver over the second, which ends the arena as soon as it is decided.
    """
    plan.check()
    if sprt is not None and (len(plan.solvers) != 2 or plan.players == 1):
        raise ArenaError(f"--sprt compares two solvers at one table, not {len(plan.solvers)}")
    test = None if sprt is None else Sprt(*sprt)
    with closing(Store.open(path, plan, command, sprt)) as store:
        results = Results(plan.units_for(games), test)
        play(plan, store, results, make_pool, report)
        return PlayedArena(plan, json_report(plan, results, store, command), results)
