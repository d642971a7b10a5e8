"""One run of expectimax: static values first, then a race of the best sequences for each number of turns ahead."""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from kiebitz.core import Move, View
from kiebitz.expectimax import ExpectimaxSearch
from kiebitz.search import Rollouts
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.continuation import replies
from kiebitz.solvers.expectimax_parameters import ExpectimaxParameters
from kiebitz.solvers.race import MARGIN, Race
from kiebitz.solvers.run import Continuation, Estimate, SolverRun

ROUNDS = 20  # tests for dropping rows; they share the risk of a wrong drop
FIRST_BATCH = 4  # worlds
MOST_AT_ONCE = 1024  # worlds
LEAST_WORLDS = 8  # a deeper answer replaces the one before only after so many worlds
RACE_SHARE = 0.9  # share of nodes and seconds for the races; the rest estimates the chosen row in fresh worlds
RACE_WORLDS = 0.75  # the same share of the worlds
UNLIMITED = 10**9  # worlds


class BatchLimits(NamedTuple):
    """Limits of the next batches, counted from the start of the run."""

    nodes: float
    seconds: float
    worlds: int


class ExpectimaxRun(SolverRun):
    """A run of expectimax. A row is a sequence of own decisions. The value of a move is that of its best row.

    estimates: whether the chosen row is estimated in fresh worlds. A choice without explanation needs no estimate.
    """

    def __init__(self, settings: ExpectimaxParameters, view: View, budget: Budget, *, estimates: bool = True) -> None:
        super().__init__("expectimax", view, budget.or_worlds(settings.worlds))
        self.view = view
        self.settings = settings
        self.judges = estimates
        self.kernel = ExpectimaxSearch(
            view,
            settings.width,
            settings.samples,
            settings.outcomes,
            settings.leaf,
            settings.policy,
            budget.seed,
            settings.inner,
            settings.last,
        )
        self.first = self.kernel.first_moves()
        self.values = self.kernel.static_values()
        self.best = int(np.argmax(self.values))
        self.also = [self.best_of(move) for move in self.asked_rows()]
        self.ties: set[int] = set()  # other rows that cannot be told from the best one
        self.race: Race | None = None  # the race whose results are the answer
        self.turns = 1
        self.begun = 0  # nodes before the present depth
        self.limit = self.limits(1, 1)

    def best_of(self, move: int) -> int:
        """The row with the best static value among the rows that begin with a move."""
        return int(max(np.flatnonzero(self.first == move), key=lambda row: self.values[row]))

    def search(self) -> None:
        """Runs a race for each number of turns ahead, then estimates the chosen row in fresh worlds."""
        if len(self.kernel) == 1:
            self.stop = "only move"
            return
        if self.judges:
            self.limit = self.limits(RACE_SHARE, RACE_WORLDS)
        for turns in range(2, self.settings.turns + 1):
            if self.race is not None and self.meter.share() > self.settings.deeper:
                break
            if not self.compete(turns):
                break
        else:
            self.stop = "confident"
        if self.judges and self.race is not None:
            self.limit = self.limits(1, 1)
            self.estimate_fresh(self.race)

    def limits(self, share: float, worlds: float) -> BatchLimits:
        """The limits of a part of the budget: a share of nodes and seconds, and a share of the worlds."""
        budget = self.budget
        return BatchLimits(
            share * budget.nodes if budget.nodes else 1e18,
            share * budget.seconds if budget.seconds else 1e9,
            max(round(worlds * budget.worlds), 1) if budget.worlds else UNLIMITED,
        )

    def rescue(self) -> bool:
        """Returns True: static values are always an answer."""
        return True  # static values are an answer

    # Races

    def compete(self, turns: int) -> bool:
        """Runs a race at one depth. Returns False if the budget ended it."""
        race = Race(len(self.kernel), self.utility)
        self.begun = self.kernel.nodes
        race.active = np.array(self.contestants(), dtype=np.int32)
        cycle = self.cycle(race.active.tolist())
        last = turns == self.settings.turns
        # With two turns each listed outcome is seen once. Deeper races are sampled. The last depth gets the rest of the
        # budget.
        whole = cycle if cycle and (turns == 2 or not last) else UNLIMITED if last else 4 * LEAST_WORLDS
        while len(race.active) > 1 and race.worlds < whole:
            if not self.batch(race, turns, min(whole - race.worlds, max(FIRST_BATCH, race.worlds))):
                return False
            if race.worlds >= LEAST_WORLDS:
                race.drop(self.budget.confidence, ROUNDS, self.also)
            if self.race is None or race.worlds >= min(LEAST_WORLDS, whole):
                self.accept(race, turns)
        return self.race is race

    def cycle(self, rows: list[int]) -> int:
        """Number of worlds in which each outcome of these rows comes up once; 0 if rows differ or are sampled."""
        cycles = {self.kernel.outcomes(row) for row in rows}
        return cycles.pop() if len(cycles) == 1 else 0

    def contestants(self) -> list[int]:
        """The best rows so far. After a race these are fewer rows, all from that race."""
        rows, most = np.arange(len(self.kernel)), self.settings.candidates
        if self.race is not None:
            rows, most = np.flatnonzero(self.race.chosen_by.counts), max(most // 2, 2)
        best = rows[np.argsort(-self.values[rows], kind="stable")[:most]]
        return sorted({*best.tolist(), *self.also})

    def batch(self, race: Race, turns: int, worlds: int) -> bool:
        """Adds at most `worlds` worlds, fewer if the budget ends. Returns False if the budget is used up."""
        worlds = self.affordable(race, worlds)
        if worlds < 1:
            return False
        margins = np.empty((len(race.active), worlds))
        wins = np.empty_like(margins)
        seconds = self.limit.seconds - self.meter.seconds
        done = self.kernel.sample(race.active, turns, race.worlds, margins, wins, seconds)
        if done:  # an unfinished world does not count
            race.add(margins[:, :done], wins[:, :done])
            if race.common is None:
                race.keep(race.active.tolist())
        self.meter.nodes = self.kernel.nodes
        self.meter.worlds = race.worlds
        self.meter.report()
        return done == worlds

    def affordable(self, race: Race, worlds: int) -> int:
        """The number of these worlds that the limits allow. It assumes the mean nodes of the worlds so far."""
        worlds = min(worlds, self.limit.worlds - race.worlds, MOST_AT_ONCE)
        if race.worlds:
            a_world = (self.kernel.nodes - self.begun) // race.worlds + 1
            return min(worlds, int(self.limit.nodes - self.kernel.nodes) // a_world)
        return 1 if self.budget.nodes else worlds  # the nodes of a world are not known yet

    def accept(self, race: Race, turns: int) -> None:
        """Takes the results of the race as the answer. A deeper race may replace it."""
        self.race, self.turns = race, turns
        self.values[race.active] = race.means(MARGIN)[race.active]
        self.best = race.leader()
        self.ties = race.tied(self.best, self.budget.confidence)

    def estimate_fresh(self, race: Race) -> None:
        """Plays the chosen row in fresh worlds, unless every outcome was seen."""
        raced, cycle = race.worlds, self.kernel.outcomes(self.best)
        if self.turns == 2 and cycle and raced % cycle == 0:
            return
        self.begun = self.kernel.nodes - raced * (self.kernel.nodes // (raced * len(race.active) + 1))
        race.keep({self.best})
        race.estimating = True
        while race.worlds < 2 * raced and self.batch(race, self.turns, 2 * raced - race.worlds):
            pass

    # Answer

    def chosen(self) -> int:
        """The chosen row."""
        return self.best

    def rows(self) -> list[int]:
        """One row for every move: the chosen row, a tied row, a row of the race, or the one with the best value."""
        self.meter.worlds = self.race.worlds if self.race is not None else 0  # worlds of the depth that answers

        def rank(row: int) -> tuple[bool, bool, bool, float, int]:
            return row != self.best, row not in self.ties, self.visits(row) == 0, -self.values[row], row

        found: dict[int, int] = {}
        for row in sorted(range(len(self.kernel)), key=rank):
            found.setdefault(int(self.first[row]), row)
        return list(found.values())

    def tied_with(self, best: int) -> set[int]:
        """The rows of other moves that cannot be told from the best row."""
        return {row for row in self.estimates if row in self.ties and row != best}

    def group(self, row: int) -> int:
        """0 for a row of the race, 1 for a row that was not searched."""
        return int(self.visits(row) == 0)

    def move(self, row: int) -> Move:
        """The first move of a row's sequence."""
        return self.moves[int(self.first[row])]

    def visits(self, row: int) -> int:
        """Number of worlds in which a row was played."""
        return self.race.visits(row) if self.race is not None else 0

    def estimate(self, row: int) -> Estimate:
        """The estimate from the worlds of the race. Without a race the static value and its standard deviation."""
        deviation = self.kernel.deviation()
        if self.race is not None and self.race.visits(row):
            fresh = self.race.fresh.counts[row] >= LEAST_WORLDS
            moments = self.race.fresh if fresh else self.race.chosen_by
            confidence = self.budget.confidence
            return Estimate(*moments.bounds(row, 0, confidence, deviation), *moments.bounds(row, 1, confidence, 1.0))
        margin, reach = float(self.values[row]), 1.96 * deviation
        return Estimate(margin, (margin - reach, margin + reach), self.kernel.win(margin), (0.0, 1.0))

    def continuation(self, row: int) -> Continuation:
        """The rest of the turn. If the turn has one decision only, the likely reply."""
        line = self.kernel.texts(row)[1:]
        return (line, ()) if line else replies(self.rollouts, int(self.first[row]), self.budget.seed)

    @cached_property
    def rollouts(self) -> Rollouts:
        """Greedy play, for continuations."""
        return Rollouts(self.view, 0, self.budget.seed)
