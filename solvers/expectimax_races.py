"""The search of expectimax: static values first, then a race of the best sequences for each number of turns ahead."""

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kiebitz.core import View
from kiebitz.expectimax import ExpectimaxSearch
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.expectimax_parameters import ExpectimaxParameters
from kiebitz.solvers.last_decisions import LastDecisions
from kiebitz.solvers.race import MARGIN, WIN, Floats, Race
from kiebitz.solvers.run import SolverRun

ROUNDS = 20  # tests for dropping rows; they share the risk of a wrong drop
FIRST_BATCH = 4  # worlds
MOST_AT_ONCE = 1024  # worlds
LEAST_ROWS = 4  # a small budget leaves so many rows in a race
LEAST_WORLDS = 8  # a deeper answer replaces the one before only after so many worlds
SHALLOW_WORLDS = 128  # most worlds of a race of two turns that a deeper race starts from
FINALISTS = 2  # rows that halving leaves
LEAST_ESTIMATES = 64  # fresh worlds for the chosen row, if the budget suffices
RACE_SHARE = 0.9  # share of nodes and seconds for the races; the rest estimates the chosen row in fresh worlds
RACE_WORLDS = 0.75  # the same share of the worlds
LISTING_SHARE = 0.25  # share of the nodes for the list of all sequences
LISTED_PER_SECOND = 100_000  # nodes of that list; a node takes 1 to 10 microseconds
UNLIMITED = 10**9  # worlds

Ints = npt.NDArray[np.int32]


class BatchLimits(NamedTuple):
    """Limits of the next batches, counted from the start of the run."""

    nodes: int
    seconds: float
    worlds: int


class TurnRaces(SolverRun):
    """Races of sequences. A row is a sequence of own decisions. The value of a move is that of its best row.

    estimates: whether the chosen row is estimated in fresh worlds. A choice without explanation needs no estimate.
    """

    def __init__(self, settings: ExpectimaxParameters, view: View, budget: Budget, *, estimates: bool = True) -> None:
        super().__init__("expectimax", view, budget.or_worlds(settings.worlds))
        self.view = view
        self.settings = settings
        self.judges = estimates
        self.ties: set[int] = set()  # other rows that cannot be told from the best one
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
            points=self.utility.points,
            wins=self.utility.wins,
            most_nodes=listed_nodes(budget),
        )
        self.meter.nodes = self.kernel.nodes
        self.first = self.kernel.first_moves()
        self.static_margins, self.static_wins = self.kernel.static_values()
        self.values = self.utility.of(self.static_margins, self.static_wins)
        self.last = LastDecisions(self.kernel.ends(), by_win=self.utility.wins > 0)
        self.best = self.leader(np.arange(len(self.kernel)))
        self.also = [self.best_of(move) for move in self.asked_rows()]
        self.race: Race | None = None  # the race whose results are the answer
        self.shallow: Race | None = None  # the race of two turns, if it is complete
        self.turns = 1
        self.limit = self.limits(1, 1)

    def best_of(self, move: int) -> int:
        """The best row by static values among the rows that begin with a move."""
        return self.leader(np.flatnonzero(self.first == move))

    def leader(self, rows: npt.NDArray[Any]) -> int:
        """The row with the best value; a certain win comes before all others, and a certain loss after them."""
        return int(rows[np.lexsort((-self.values[rows], -self.last.classes[rows]))[0]])

    def search(self) -> None:
        """Runs a race for each number of turns ahead, then estimates the chosen row in fresh worlds."""
        if len(self.kernel) == 1:
            self.stop = "only move"
            return
        if all(map(self.last.exact, range(len(self.kernel)))):
            self.exact, self.stop = True, "exact"
            return
        if self.judges:
            self.limit = self.limits(RACE_SHARE, RACE_WORLDS)
        for turns in self.depths():
            if self.race is not None and self.meter.share() > self.settings.deeper:
                break
            if not self.compete(turns):
                break
        else:
            self.stop = "confident"
        if self.judges and self.race is not None:
            self.limit = self.limits(1, 1)
            self.estimate_fresh(self.race)
        if self.last.classes[self.best] > 0:
            self.stop = "confident"

    def depths(self) -> Iterable[int]:
        """The numbers of turns ahead, rising. Playouts skip depths, because a turn costs little."""
        return (2, self.settings.turns) if self.plays_out else range(2, self.settings.turns + 1)

    @property
    def plays_out(self) -> bool:
        """Whether later turns are played by the learned value alone, so that a look ahead is a playout."""
        return self.settings.width == 1 and self.settings.turns > 2

    def limits(self, share: float, worlds: float) -> BatchLimits:
        """The limits of a part of the budget: a share of nodes and seconds, and a share of the worlds."""
        budget = self.budget
        return BatchLimits(
            max(int(share * budget.nodes), 1) if budget.nodes else 0,
            share * budget.seconds if budget.seconds else 1e9,
            max(round(worlds * budget.worlds), 1) if budget.worlds else UNLIMITED,
        )

    def rescue(self) -> bool:
        """Returns True: static values are always an answer."""
        return True

    # Races

    def compete(self, turns: int) -> bool:
        """Runs a race at one depth. Returns False if the budget ended it."""
        race = Race(len(self.kernel), self.utility)
        if not self.first_world(race, turns):
            return False
        whole, halvings = self.whole(race, turns), self.halvings(race, turns)
        while len(race.active) > 1 and race.worlds < whole:
            if race.worlds >= LEAST_WORLDS and not self.needs_all(turns):
                race.drop(self.budget.confidence, ROUNDS, self.spared())
            if self.race is None or race.worlds >= min(LEAST_WORLDS, whole):
                self.accept(race, turns)
            while halvings and self.meter.share() >= halvings[0]:
                race.keep_best(max((len(race.active) + 1) // 2, FINALISTS), self.spared())
                halvings.pop(0)
            size = max(race.worlds // 4, 1) if halvings else max(FIRST_BATCH, race.worlds)
            if not self.batch(race, turns, min(whole - race.worlds, size)):
                if self.race is race or self.race is None or race.worlds >= LEAST_WORLDS:
                    self.accept(race, turns)
                return False
        self.accept(race, turns)
        if self.needs_all(turns):
            self.shallow = race
        return True

    def halvings(self, race: Race, turns: int) -> list[float]:
        """The used shares of the budget at which playouts drop the worse half of the rows; between them equal parts."""
        if not (self.plays_out and turns == self.settings.turns):
            return []
        start, parts = self.meter.share(), math.ceil(math.log2(max(len(race.active) / FINALISTS, 1))) + 1
        return [start + (RACE_SHARE - start) * part / parts for part in range(1, parts)]

    def whole(self, race: Race, turns: int) -> int:
        """The number of worlds after which a race ends.

        With two turns each listed outcome is seen once. Deeper races are sampled. The last depth gets the rest of the
        budget, unless a certain win leaves nothing to decide.
        """
        cycle = self.cycle(race.active.tolist()) if turns == 2 else 0
        if self.last.classes[self.best] > 0:
            return min(cycle or UNLIMITED, SHALLOW_WORLDS)
        if turns < self.settings.turns:
            few = LEAST_WORLDS if self.plays_out else 4 * LEAST_WORLDS
            return min(cycle or UNLIMITED, SHALLOW_WORLDS if self.needs_all(turns) else few)
        return cycle or UNLIMITED

    def needs_all(self, turns: int) -> bool:
        """Whether a deeper race follows that starts from the means of this one. So all rows need the same worlds.

        The own draw alone follows a turn of a single player, so two turns have few outcomes and their means are exact.
        """
        return turns == 2 < self.settings.turns and self.view.game.players == 1

    def cycle(self, rows: list[int]) -> int:
        """Number of worlds in which each outcome of these rows comes up once; 0 if rows differ or are sampled."""
        cycles = {self.kernel.outcomes(row) for row in rows}
        return cycles.pop() if len(cycles) == 1 else 0

    def contestants(self) -> list[int]:
        """The best rows so far, best first, then rows that are asked for. After a race only rows from that race.

        A certain loss takes part only if it is asked for, or if all rows are certain losses.
        """
        rows, most = np.arange(len(self.kernel)), self.settings.candidates
        if self.race is not None:
            rows, most = np.flatnonzero(self.race.chosen_by.counts), max(most // 2, 2)
        classes = self.last.classes[rows]
        rows = rows[classes >= min(classes.max(), 0)]
        best = rows[np.lexsort((-self.values[rows], -self.last.classes[rows]))[:most]].tolist()
        return list(dict.fromkeys([*best[:1], *self.also, *best]))

    def first_world(self, race: Race, turns: int) -> bool:
        """Plays the contestants in the first world. Fewer rows take part if the budget is small.

        At least the least number of worlds should fit into the budget. Returns False if it is too small for two rows.
        """
        rows = np.array(self.contestants(), dtype=np.int32)
        margins, wins = np.empty((2, len(rows), 1))
        nodes, seconds = self.kernel.nodes, self.meter.seconds
        done = self.sample(rows, turns, race, margins, wins)
        if done < min(2, len(rows)):
            return False
        share = max(
            (self.kernel.nodes - nodes) / (self.limit.nodes - nodes) if self.limit.nodes else 0,
            (self.meter.seconds - seconds) / (self.limit.seconds - seconds),
        )
        least = max(LEAST_ROWS, 1 + len(self.also))
        kept = min(done, max(int(done / (share * LEAST_WORLDS + 1e-9)), least))
        order = np.argsort(rows[:kept])
        race.active = rows[:kept][order]
        race.add(margins[order], wins[order])
        race.keep(race.active.tolist())
        self.meter.worlds = race.worlds
        return True

    def sample(self, rows: Ints, turns: int, race: Race, margins: Floats, wins: Floats) -> int:
        """Plays rows in the next worlds of a race, within the limits. Returns the number of values."""
        if self.limit.nodes and self.kernel.nodes >= self.limit.nodes:
            return 0
        seconds = self.limit.seconds - self.meter.seconds
        done = self.kernel.sample(rows, turns, race.worlds, margins, wins, seconds, self.limit.nodes)
        if turns > 2 and self.shallow is not None:
            done = min(done, self.control(self.shallow, rows, race.worlds, margins, wins))
        self.meter.nodes = self.kernel.nodes
        self.meter.report()
        return done

    def control(self, shallow: Race, rows: Ints, first: int, margins: Floats, wins: Floats) -> int:
        """Replaces values by what the deeper look adds to those of the race of two turns, plus the means of that race.

        Both looks meet the same outcomes, so most luck cancels: the shallow values are a control variate. Returns the
        number of values.
        """
        before, chances = np.empty((2, *margins.shape))
        seconds = self.limit.seconds - self.meter.seconds
        done = self.kernel.sample(rows, 2, first, before, chances, seconds, self.limit.nodes)
        margins += shallow.means(MARGIN)[rows, None] - before
        wins += shallow.means(WIN)[rows, None] - chances
        np.clip(wins, 0, 1, out=wins)
        return done

    def batch(self, race: Race, turns: int, worlds: int) -> bool:
        """Adds at most `worlds` worlds, fewer if the budget ends. Returns False if the budget is used up."""
        worlds = min(worlds, self.limit.worlds - race.worlds, MOST_AT_ONCE)
        if worlds < 1:
            return False
        margins, wins = np.empty((2, len(race.active), worlds))
        done = self.sample(race.active, turns, race, margins, wins) // len(race.active)
        if done:  # an unfinished world does not count
            race.add(margins[:, :done], wins[:, :done])
        self.meter.worlds = race.worlds
        return done == worlds

    def spared(self) -> list[int]:
        """Rows that no race drops: those that are asked for, and the best row if it wins for certain."""
        return [*self.also, self.best] if self.last.classes[self.best] > 0 else self.also

    def accept(self, race: Race, turns: int) -> None:
        """Takes the results of the race as the answer. A deeper race may replace it."""
        self.race, self.turns = race, turns
        self.values[race.active] = race.means()[race.active]
        self.best = max(race.best_first(), key=self.last.classes.__getitem__)  # of equal classes the first one
        self.ties = {row for row in race.tied(self.best, self.budget.confidence) if self.alike(row)}

    def alike(self, row: int) -> bool:
        """Whether a row is as certain as the best row."""
        return bool(self.last.classes[row] == self.last.classes[self.best])

    def estimate_fresh(self, race: Race) -> None:
        """Plays the chosen row in fresh worlds, unless every outcome was seen or its value is exact."""
        raced, cycle = race.worlds, self.kernel.outcomes(self.best)
        if (self.turns == 2 and cycle and raced % cycle == 0) or self.last.exact(self.best):
            return
        race.keep({self.best})
        race.estimating = True
        wanted = raced + max(raced, LEAST_ESTIMATES)
        while race.worlds < wanted and self.batch(race, self.turns, min(wanted - race.worlds, race.worlds)):
            pass


def listed_nodes(budget: Budget) -> int:
    """The limit of nodes for the list of all sequences; 0: no limit."""
    limits = [int(budget.nodes * LISTING_SHARE)] if budget.nodes else []
    if budget.seconds:
        limits.append(int(budget.seconds * LISTED_PER_SECOND))
    return max(min(limits), 1) if limits else 0
