"""Flat Monte Carlo over sampled worlds: the solver around the engine's rollout kernel."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from kiebitz.errors import BudgetError
from kiebitz.search import Rollouts
from kiebitz.solvers.advice import Advice, Ranked
from kiebitz.solvers.budget import Budget, Meter
from kiebitz.solvers.explain import reasons, replies
from kiebitz.solvers.race import Race

PLAYOUTS_A_BATCH = 4096  # about 20 ms: often enough for clocks and Ctrl-C
ROUNDS = 20  # tests for dropping a candidate that the risk is shared by
EXPLAINED = 12  # moves at the head of an answer
RACE_SHARE = 0.75  # of the budget chooses; the rest estimates what was chosen in fresh worlds


# Whole rounds of the table, so that every player gets as many turns; 0 for whole games. By matches against greedy (see
# benchmarks/README.md): Qwinto's points come at the end, Quanto's greedy policy misleads in the long run.
ROUNDS_PLAYED = {"kwatro": 2, "quanto": 3, "qwinto": 0}


def horizon(game):
    """Changes of player after a move before its margin is taken."""
    rounds = ROUNDS_PLAYED.get(game.name, 2)
    return rounds * game.players - 1 if rounds else 0


@dataclass(frozen=True)
class Rollout:
    """Every candidate is played out in the same sampled worlds, the others answering greedily.

    candidates: how many moves go on after a first look at all of them; plies: changes of player before the margin is
    taken, 0 for whole games, -1 for what suits the game; screen: worlds of the first look; worlds: limit when the
    budget names none, 0 for none.
    """

    candidates: int = 40
    plies: int = -1
    screen: int = 16
    worlds: int = 0

    def __post_init__(self):
        for name, least, most in (
            ("candidates", 1, 10**6),
            ("plies", -1, 10**6),
            ("screen", 2, 10**6),
            ("worlds", 0, 10**9),
        ):
            value = getattr(self, name)
            if not least <= value <= most:
                raise BudgetError(f"{name} must be in {least}..{most}, not {value}")

    def advise(self, view, budget):
        search = Search(self, view, budget)
        try:
            search.run()
        except KeyboardInterrupt:
            search.stop = "interrupted"
        return search.advice()

    def choose(self, view, seed):
        budget = Budget(worlds=self.worlds or 200, seed=seed)
        search = Search(self, view, budget)
        search.run()
        return search.moves[search.chosen()]


class Search:
    """One run of the solver: screen all moves, race the best, estimate the survivors in worlds that chose nobody."""

    def __init__(self, solver, view, budget):
        self.solver = solver
        self.view = view
        self.budget = budget if not solver.worlds or budget.worlds else replace(budget, worlds=solver.worlds)
        self.meter = Meter(self.budget)
        plies = horizon(view.game) if solver.plies < 0 else solver.plies
        self.rollouts = Rollouts(view, plies, budget.seed)
        self.moves = self.rollouts.moves
        self.race = Race(len(self.moves))
        self.fresh = 0  # the first world that only estimates
        self.also = [i for i, text in enumerate(self.moves.texts()) if text in budget.also] if budget.also else []
        self.stop = "budget"
        self.best = None

    def run(self):
        with ThreadPoolExecutor(self.budget.threads) as pool:
            self.batch(pool, self.screening_worlds())
            self.screen()
            self.compete(pool)
            self.estimate(pool)

    def screening_worlds(self):
        """The first look takes at most a quarter of a small budget."""
        share = [self.solver.screen]
        if self.budget.worlds:
            share.append(self.budget.worlds // 4)
        if self.budget.nodes:
            share.append(self.budget.nodes // (32 * len(self.moves)))
        return max(min(share), 2)

    def batch(self, pool, worlds):
        """Plays all active candidates in that many further worlds, split over the threads."""
        which = self.race.active
        first = self.race.worlds
        cuts = np.linspace(0, worlds, min(self.budget.threads, worlds) + 1).astype(int)

        def part(start, end):
            margins = np.empty((len(which), end - start), dtype=np.float32)
            wins = np.empty_like(margins)
            nodes = self.rollouts.run(which, first + start, margins, wins)
            return nodes, margins, wins

        # One thread plays here: Ctrl-C then reaches it between batches.
        parts = [part(0, worlds)] if self.budget.threads == 1 else list(pool.map(part, cuts[:-1], cuts[1:]))
        self.race.add(np.concatenate([p[1] for p in parts], axis=1), np.concatenate([p[2] for p in parts], axis=1))
        self.meter.nodes += sum(p[0] for p in parts)
        self.meter.worlds = self.race.worlds
        self.meter.report()

    def screen(self):
        means = self.race.means()
        best = np.argsort(-means, kind="stable")[: self.solver.candidates]
        self.race.keep({*best.tolist(), *self.also})

    def batch_size(self):
        """Grows with the worlds so far, so that early batches can drop candidates; never depends on the clock."""
        size = max(16, min(self.race.worlds, PLAYOUTS_A_BATCH // len(self.race.active)))
        left = [self.budget.worlds - self.race.worlds] if self.budget.worlds else []
        return max(1, min([size, *left]))

    def compete(self, pool):
        while len(self.race.active) > 1 and self.meter.share() < RACE_SHARE:
            self.batch(pool, self.batch_size())
            self.race.drop(self.budget.confidence, ROUNDS)
            self.race.keep({*self.race.active.tolist(), *self.also})
        self.best = self.race.leader()
        self.fresh = self.race.worlds

    def estimate(self, pool):
        enough = max(self.race.worlds // 3, 16)
        while self.meter.share() < 1:
            alone = len(self.race.active) == 1 + sum(i != self.best for i in self.also)
            if alone and self.race.worlds - self.fresh >= enough:
                self.stop = "only move" if len(self.moves) == 1 else "confident"
                return
            self.batch(pool, self.batch_size())

    def chosen(self):
        return self.race.leader() if self.best is None else self.best

    def tied(self, row):
        return self.race.tied(row, self.chosen(), self.budget.confidence)

    def order(self):
        """The chosen move, those tied with it, then the others, each by what chose it; dropped candidates last."""
        first = self.fresh or self.race.worlds
        means = np.array([self.race.margins[i, : min(n, first)].mean() for i, n in enumerate(self.race.counts)])
        apart = np.array([not self.tied(row) for row in range(len(means))])
        rank = np.lexsort((-means, apart, self.race.counts < self.race.worlds))
        return [self.chosen(), *(int(i) for i in rank if i != self.chosen())]

    def ranked(self, row, place):
        first = self.fresh if self.race.counts[row] > self.fresh else 0
        margin, margin_ci = self.race.bounds(row, first, self.budget.confidence, self.race.margins)
        win, win_ci = self.race.bounds(row, first, self.budget.confidence, self.race.wins)
        move = self.moves[row]
        line, answer = replies(self.rollouts, row, 32, self.budget.seed) if place < 3 else ((), ())
        return Ranked(
            move,
            move.points,
            margin,
            margin_ci,
            win,
            (max(win_ci[0], 0.0), min(win_ci[1], 1.0)),
            visits=int(self.race.counts[row]),
            tied=self.tied(row),
            # Explaining takes longer than a small search: only what somebody may look at.
            why=(reasons(self.view, move) if place < EXPLAINED or row in self.also else ()) + answer,
            line=line,
        )

    def advice(self):
        if self.race.worlds == 0:  # interrupted before the first batch ended
            raise KeyboardInterrupt
        moves = tuple(self.ranked(row, place) for place, row in enumerate(self.order()))
        view = self.view
        return Advice(
            view.game.name,
            view.names[view.to_move],
            "rollout",
            False,
            self.stop,
            self.meter.nodes,
            self.meter.worlds,
            self.meter.seconds,
            self.budget.seed,
            moves,
        )
