"""Expectimax over what the player knows: the solver around the engine's kernel."""

from dataclasses import dataclass, replace

import numpy as np

from kiebitz.errors import BudgetError
from kiebitz.expectimax import LEAVES, Expectations
from kiebitz.search import POLICIES, Rollouts
from kiebitz.solvers.advice import Ranked, advice_of
from kiebitz.solvers.budget import Budget, Meter
from kiebitz.solvers.explain import reasons, replies
from kiebitz.solvers.race import Race

ROUNDS = 20  # tests for dropping a run that the risk is shared by
FIRST_BATCH = 4  # worlds
MOST_AT_ONCE = 1024  # worlds
LEAST_WORLDS = 8  # of a depth before its answer counts more than that of the depth before
RACE_SHARE = 0.9  # of nodes and seconds; the rest is for the chosen run alone, in worlds that chose nobody
RACE_WORLDS = 0.75  # the same of the worlds


@dataclass(frozen=True)
class Expectimax:
    """The best of a turn's own decisions, looking some own turns ahead, by what the player knows.

    turns: own turns looked at, this one included, one more after the other; candidates: ways to take this turn that are
    looked into, the best by their static value; width: the same in later turns; outcomes: of a later node that are
    summed if there are no more; samples: of one that has more, or whose outcomes are hidden; inner: decisions of later
    turns for which all moves are tried, the others being the heuristic's; last: the same in the last turn; deeper:
    share of the budget after which no further turn is begun; leaf: static, or margin for the margin at hand; policy: of
    the others; worlds: limit when the budget names none, 0 for none; prune: without effect, accepted for scripts from
    before.
    """

    turns: int = 2
    candidates: int = 32
    width: int = 3
    samples: int = 4
    outcomes: int = 0
    deeper: float = 0.3
    leaf: str = "static"
    policy: str = "greedy"
    inner: int = 1
    last: int = 1
    worlds: int = 0
    prune: bool = False

    def __post_init__(self):
        for name, least, most in (
            ("turns", 1, 7),
            ("candidates", 1, 10**6),
            ("width", 0, 10**6),
            ("samples", 1, 10**6),
            ("outcomes", 0, 4096),
            ("deeper", 0, 1),
            ("inner", 0, 64),
            ("last", 0, 64),
            ("worlds", 0, 10**9),
        ):
            value = getattr(self, name)
            if not least <= value <= most:
                raise BudgetError(f"{name} must be in {least}..{most}, not {value}")
        for name, known in (("leaf", LEAVES), ("policy", [*POLICIES])):
            if getattr(self, name) not in known:
                raise BudgetError(f"{name} must be one of {', '.join(known)}, not {getattr(self, name)!r}")

    def advise(self, view, budget):
        search = Search(self, view, budget)
        try:
            search.run(estimate=True)
        except KeyboardInterrupt:
            search.stop = "interrupted"
        return search.advice()

    def choose(self, view, seed):
        search = Search(self, view, Budget(worlds=self.worlds or 64, seed=seed))
        search.run(estimate=False)
        return search.moves[int(search.first[search.best])]


class Search:
    """One run of the solver: static values first, then a race of the best runs for every further turn looked at.

    A row is a run of own decisions; moves are ranked by the best of the runs that begin with them.
    """

    def __init__(self, solver, view, budget):
        self.solver = solver
        self.view = view
        self.budget = budget if not solver.worlds or budget.worlds else replace(budget, worlds=solver.worlds)
        self.meter = Meter(self.budget)
        self.moves = view.legal_moves()
        self.runs = Expectations(
            view,
            solver.width,
            solver.samples,
            solver.outcomes,
            solver.leaf,
            solver.policy,
            budget.seed,
            solver.inner,
            solver.last,
        )
        self.first = self.runs.first_moves()
        self.values = self.runs.static_values()
        self.best = int(np.argmax(self.values))
        self.also = self.rows_of_also()
        self.race = None
        self.turns = 1
        self.tied = set()
        self.begun = 0  # nodes before the present depth
        self.limit = self.limits(1, 1)
        self.stop = "budget"

    def rows_of_also(self):
        """The best run of every move that is to be reported whatever it is worth."""
        if not self.budget.also:
            return []
        wanted = [i for i, text in enumerate(self.moves.texts()) if text in self.budget.also]
        return [int(max(np.flatnonzero(self.first == i), key=lambda row: self.values[row])) for i in wanted]

    def run(self, estimate):
        if len(self.runs) == 1:
            self.stop = "only move"
            return
        if estimate:
            self.limit = self.limits(RACE_SHARE, RACE_WORLDS)
        for turns in range(2, self.solver.turns + 1):
            if self.race is not None and self.meter.share() > self.solver.deeper:
                break
            if not self.compete(turns):
                break
        else:
            self.stop = "confident"
        if estimate and self.race is not None:
            self.limit = self.limits(1, 1)
            self.estimate()

    def limits(self, share, worlds):
        """(nodes, seconds, worlds) up to which the next batches may go."""
        budget = self.budget
        return (
            share * budget.nodes if budget.nodes else 1e18,
            share * budget.seconds if budget.seconds else 1e9,
            max(round(worlds * budget.worlds), 1) if budget.worlds else 10**9,
        )

    def compete(self, turns):
        """A race at one depth; false if the budget ended it."""
        race = Race(len(self.runs))
        self.begun = self.runs.nodes
        race.active = np.array(self.contestants(), dtype=np.int32)
        cycle = self.cycle(race.active)
        last = turns == self.solver.turns
        # Told outcomes are seen once each; what lies deeper is sampled, and the last depth gets all that is left.
        whole = cycle if cycle and (turns == 2 or not last) else 10**9 if last else 4 * LEAST_WORLDS
        while len(race.active) > 1 and race.worlds < whole:
            if not self.batch(race, turns, min(whole - race.worlds, max(FIRST_BATCH, race.worlds))):
                return False
            if race.worlds >= LEAST_WORLDS:
                race.drop(self.budget.confidence, ROUNDS, self.also)
            if self.race is None or race.worlds >= min(LEAST_WORLDS, whole):
                self.accept(race, turns)
        return self.race is race

    def cycle(self, rows):
        """After how many worlds all outcomes of these runs have come up equally often; 0 if there is no such number."""
        cycles = {self.runs.outcomes(int(row)) for row in rows}
        return cycles.pop() if len(cycles) == 1 else 0

    def contestants(self):
        """The best runs by what is known so far; after a race fewer, of those that were in it."""
        rows, most = np.arange(len(self.runs)), self.solver.candidates
        if self.race is not None:
            rows, most = np.flatnonzero(self.race.chosen_by.counts), max(most // 2, 2)
        best = rows[np.argsort(-self.values[rows], kind="stable")[:most]]
        return sorted({*best.tolist(), *self.also})

    def batch(self, race, turns, worlds):
        """Adds that many worlds, or as many as the budget leaves; false if it leaves none."""
        nodes, seconds, most = self.limit
        worlds = min(worlds, most - race.worlds, MOST_AT_ONCE)
        if race.worlds:
            a_world = (self.runs.nodes - self.begun) // race.worlds + 1
            worlds = min(worlds, int(nodes - self.runs.nodes) // a_world)
        elif self.budget.nodes:
            worlds = 1  # how many nodes a world takes is not known yet
        if worlds < 1:
            return False
        margins = np.empty((len(race.active), worlds))
        wins = np.empty_like(margins)
        done = self.runs.sample(race.active, turns, race.worlds, margins, wins, seconds - self.meter.seconds)
        if done:  # a world that was broken off does not count
            race.add(margins[:, :done], wins[:, :done])
            if race.products is None:
                race.keep(race.active.tolist())
        self.meter.nodes = self.runs.nodes
        self.meter.worlds = race.worlds
        self.meter.report()
        return done == worlds

    def accept(self, race, turns):
        """What this race says so far is the answer, unless a deeper one says something else."""
        self.race, self.turns = race, turns
        self.values[race.active] = race.means()[race.active]
        self.best = race.leader()
        self.tied = race.tied(self.best, self.budget.confidence)

    def estimate(self):
        """The chosen run again, in worlds that chose nobody; needless where every outcome was seen."""
        race, raced = self.race, self.race.worlds
        cycle = self.runs.outcomes(self.best)
        if self.turns == 2 and cycle and raced % cycle == 0:
            return
        self.begun = self.runs.nodes - raced * (self.runs.nodes // (raced * len(race.active) + 1))
        race.keep({self.best})
        race.estimating = True
        while race.worlds < 2 * raced and self.batch(race, self.turns, 2 * raced - race.worlds):
            pass

    # Advice

    def judged(self, row):
        """Margin and win with intervals: over the worlds of the race, or the spread around the static value."""
        deviation = self.runs.deviation()
        if self.race is not None and self.race.visits(row):
            fresh = self.race.fresh.counts[row] >= LEAST_WORLDS
            tally = self.race.fresh if fresh else self.race.chosen_by
            margin = tally.bounds(row, 0, self.budget.confidence, deviation)
            win, (low, high) = tally.bounds(row, 1, self.budget.confidence, 1.0)
            return *margin, win, (max(low, 0.0), min(high, 1.0))
        margin, reach = float(self.values[row]), 1.96 * deviation
        return margin, (margin - reach, margin + reach), self.runs.win(margin), (0.0, 1.0)

    def rows_in_order(self):
        """A row for every move: the chosen one, those tied with it, others of the race, the rest; each by its value."""
        visits = self.race.visits if self.race is not None else (lambda row: 0)

        def rank(row):
            return row != self.best, row not in self.tied, visits(row) == 0, -self.values[row], row

        found = {}
        for row in sorted(range(len(self.runs)), key=rank):
            found.setdefault(int(self.first[row]), row)
        return list(found.values())

    def ranked(self, row, place, rollouts):
        margin, margin_ci, win, win_ci = self.judged(row)
        move = self.moves[int(self.first[row])]
        why = reasons(self.view, move) if place < self.budget.explained or row in self.also else ()
        line = self.runs.texts(row)[1:] if place < self.budget.followed else ()
        if place < self.budget.followed and not line:
            line, answer = replies(rollouts, int(self.first[row]), 32, self.budget.seed)
            why += answer
        visits = self.race.visits(row) if self.race is not None else 0
        return Ranked(move, move.points, margin, margin_ci, win, win_ci, visits, row in self.tied, why, line)

    def advice(self):
        tied = {int(self.first[row]) for row in self.tied}
        if tied - {int(self.first[self.best])}:
            self.tied |= {self.best}
        else:
            self.tied = set()
        rollouts = Rollouts(self.view, 0, self.budget.seed)
        moves = [self.ranked(row, place, rollouts) for place, row in enumerate(self.rows_in_order())]
        self.meter.worlds = self.race.worlds if self.race is not None else 0  # of the depth that answers
        return advice_of(self.view, "expectimax", self.meter, moves, self.stop)
