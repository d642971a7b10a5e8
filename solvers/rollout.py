"""Flat Monte Carlo over sampled worlds: the solver around the engine's rollout kernel."""

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from kiebitz.learned import values
from kiebitz.search import POLICIES, Rollouts
from kiebitz.solvers.advice import Ranked, Weighing, advice_of
from kiebitz.solvers.belief import History, weighed_worlds
from kiebitz.solvers.budget import Budget, Meter
from kiebitz.solvers.explain import reasons, replies
from kiebitz.solvers.habits import horizon
from kiebitz.solvers.parameters import check_choices, check_ranges
from kiebitz.solvers.race import LEAST_FRESH, Race

PLAYOUTS_A_BATCH = 4096  # between two tests for dropping, at most
NODES_A_BATCH = 20_000  # about 20 ms: often enough for clocks and Ctrl-C
ROUNDS = 20  # tests for dropping a candidate that the risk is shared by
MOST_MOVES = 2000  # that a first look is given to
SCREEN_SHARE = 0.25  # of the time may pass with the first look
LEAST_SCREENED = 2  # worlds of it, however short the time is
RACE_SHARE = 0.75  # of the budget chooses; the rest estimates what was chosen in fresh worlds


@dataclass(frozen=True)
class Rollout:
    """Every candidate is played out in the same sampled worlds, the others answering greedily.

    candidates: how many moves go on after a first look at all of them; plies: changes of player before the margin is
    taken, 0 for whole games, -1 for what suits the game; screen: worlds of the first look; worlds: limit when the
    budget names none, 0 for none; policy: who plays on, greedy, static, heuristic or random; leaf: what a game that was
    cut counts, margin for the points at hand, round for their mean over the last round, which favours nobody for having
    moved last, static for the learned value; endings: nodes within which a playout of
    two players is solved as soon as nothing is hidden in it, 0 to play on; objective: whether the mean margin or the
    mean win chooses; order: who names the candidates, rollout for the first look, static for the learned value; belief:
    on weighs worlds by what others were seen to do; temperature: points by which a move must be better to be expected e
    times as often, 0 for what suits the game; memory: moves of each player that are remembered.
    """

    candidates: int = 40
    plies: int = -1
    screen: int = 16
    worlds: int = 0
    policy: str = "greedy"
    leaf: str = "margin"
    endings: int = 0
    objective: str = "margin"
    order: str = "rollout"
    belief: bool = False
    temperature: float = 0.0
    memory: int = 1

    def __post_init__(self):
        check_ranges(
            self,
            candidates=(1, 10**6),
            plies=(-1, 10**6),
            screen=(2, 10**6),
            worlds=(0, 10**9),
            endings=(0, 10**9),
            temperature=(0, math.inf),
            memory=(1, 16),
        )
        check_choices(
            self,
            policy=POLICIES,
            leaf=("margin", "round", "static"),
            objective=("margin", "win"),
            order=("rollout", "static"),
        )
        object.__setattr__(self, "history", History(self.memory))  # of one game; no parameter

    def observe(self, view, move):
        """Another player's move, as it was seen, and the own view from before it."""
        if self.belief:
            self.history.add(view, move)

    def advise(self, view, budget):
        search = Search(self, view, budget)
        try:
            search.run()
        except KeyboardInterrupt:
            search.stop = "interrupted"
        return search.advice()

    def choose(self, view, seed):
        return self.choose_and_predict(view, seed)[0]

    def choose_and_predict(self, view, seed):
        """(the move, the share of the win expected of it), without the reasons that take longer than a small search."""
        budget = Budget(worlds=self.worlds or 200, seed=seed)
        search = Search(self, view, budget)
        search.run()
        chosen = search.chosen()
        return search.moves[chosen], search.judged(chosen)[2]


class Search:
    """One run of the solver: screen all moves, race the best, estimate the survivors in worlds that chose nobody."""

    def __init__(self, solver, view, budget):
        self.solver = solver
        self.view = view
        self.budget = budget if not solver.worlds or budget.worlds else replace(budget, worlds=solver.worlds)
        self.meter = Meter(self.budget)
        plies = horizon(view.game) if solver.plies < 0 else solver.plies
        turns = min(view.game.players, plies) if solver.leaf == "round" and plies else 1
        self.rollouts = Rollouts(
            view, plies, budget.seed, solver.policy, solver.leaf == "static", self.endings(), turns
        )
        self.worlds = weighed_worlds(solver, view, solver.history, budget.seed)
        self.moves = self.rollouts.moves
        self.race = Race(len(self.moves), solver.objective == "win")
        self.also = [i for i, text in enumerate(self.moves.texts()) if text in budget.also] if budget.also else []
        self.race.active = np.array(sorted(self.looked_at()), dtype=np.int32)
        self.playouts = 0
        self.stop = "budget"
        self.best = None

    def endings(self):
        """Nodes for one ending: no large part of a budget that is counted."""
        return min(self.solver.endings, self.budget.nodes // 64) if self.budget.nodes else self.solver.endings

    def run(self):
        with ThreadPoolExecutor(self.budget.threads) as pool:
            self.first_look(pool)
            self.screen()
            self.compete(pool)
            self.estimate(pool)

    def first_look(self, pool):
        """Every move in the same few worlds; where only time is short, fewer of them."""
        worlds = self.screening_worlds()
        while worlds and (self.race.worlds < LEAST_SCREENED or self.meter.share() < SCREEN_SHARE):
            # Few at a time where the clock counts, or where a playout may take long.
            few = LEAST_SCREENED * self.shares()
            batch = min(few if self.budget.seconds or self.solver.endings else worlds, worlds)
            self.batch(pool, batch)
            worlds -= batch

    def shares(self):
        """Threads that a batch is made for: one where no clock counts, so that any number gives the same answer."""
        return self.budget.threads if self.budget.seconds else 1

    def screening_worlds(self):
        """At most a quarter of a small budget that is counted."""
        share = [self.solver.screen]
        if self.budget.worlds:
            share.append(self.budget.worlds // 4)
        if self.budget.nodes:
            share.append(self.budget.nodes // (32 * len(self.race.active)))
        return max(min(share), 1)

    def batch(self, pool, worlds):
        """Plays all active candidates in that many further worlds, split over the threads."""
        which = self.race.active
        first = self.race.worlds
        numbers = self.worlds.numbers(first, worlds) if self.worlds else None
        cuts = np.linspace(0, worlds, min(self.budget.threads, worlds) + 1).astype(int)

        def part(start, end):
            margins = np.empty((len(which), end - start), dtype=np.float32)
            wins = np.empty_like(margins)
            named = None if numbers is None else numbers[start:end]
            nodes = self.rollouts.run(which, first + start, margins, wins, named)
            return nodes, margins, wins

        # One thread plays here: Ctrl-C then reaches it between batches.
        parts = [part(0, worlds)] if self.budget.threads == 1 else list(pool.map(part, cuts[:-1], cuts[1:]))
        self.race.add(np.concatenate([p[1] for p in parts], axis=1), np.concatenate([p[2] for p in parts], axis=1))
        self.meter.nodes += sum(p[0] for p in parts)
        self.playouts += worlds * len(which)
        self.meter.worlds = self.race.worlds
        self.meter.report()

    def looked_at(self):
        """The moves of the first look: all, but of thousands only those of most points."""
        if self.solver.order == "static":
            margins = values(self.view)[0]
            return {*np.argsort(-margins, kind="stable")[: self.solver.candidates].tolist(), *self.also}
        if len(self.moves) <= MOST_MOVES:
            return range(len(self.moves))
        points = np.array([self.moves.points(i) for i in range(len(self.moves))])
        return {*np.argsort(-points, kind="stable")[:MOST_MOVES].tolist(), *self.also}

    def screen(self):
        means = self.race.means()[self.race.active]
        best = self.race.active[np.argsort(-means, kind="stable")[: self.solver.candidates]]
        self.race.keep({*best.tolist(), *self.also})

    def play(self, pool, share):
        """A round of worlds, in batches short enough for clocks and Ctrl-C; it ends with that share of the budget."""
        worlds = self.round_size(share)
        longest = NODES_A_BATCH * self.shares()
        while worlds > 0 and self.meter.share() < share:
            nodes = self.meter.nodes * len(self.race.active) // max(self.playouts, 1)  # a world's
            left = int(share * self.budget.nodes) - self.meter.nodes if self.budget.nodes else longest
            batch = max(1, min(worlds, min(left, longest) // max(nodes, 1)))
            self.batch(pool, batch)
            worlds -= batch

    def round_size(self, share):
        """Grows with the worlds so far, so that early rounds can drop candidates; what is left of the share cuts it."""
        size = max(16, min(self.race.worlds, PLAYOUTS_A_BATCH // len(self.race.active)))
        left = [math.ceil(share * self.budget.worlds) - self.race.worlds] if self.budget.worlds else []
        if self.budget.seconds:
            a_second = self.playouts / max(self.meter.seconds, 1e-6)
            left.append(int((share * self.budget.seconds - self.meter.seconds) * a_second) // len(self.race.active))
        return max(1, min([size, *left]))

    def race_share(self):
        """Of the budget; few worlds leave as many for the estimate as it needs to be told, if they can."""
        worlds = self.budget.worlds
        return min(RACE_SHARE, 1 - LEAST_FRESH / worlds) if worlds and worlds > 2 * LEAST_FRESH else RACE_SHARE

    def compete(self, pool):
        share = self.race_share()
        while len(self.race.active) > 1 and self.meter.share() < share:
            self.play(pool, share)
            self.race.drop(self.budget.confidence, ROUNDS, self.also)
        self.best = self.race.leader()

    def estimate(self, pool):
        self.race.estimating = True
        raced = self.race.worlds
        alone = len(self.race.active) == 1 + sum(i != self.best for i in self.also)
        while self.meter.share() < 1:
            if alone and self.race.worlds - raced >= max(raced // 3, 16):
                self.stop = "only move" if len(self.moves) == 1 else "confident"
                return
            self.play(pool, 1)

    def chosen(self):
        return self.race.leader() if self.best is None else self.best

    def judged(self, row):
        """Margin and win with their intervals."""
        confidence, spread = self.budget.confidence, self.view.outlook()[2] - self.view.outlook()[0]
        margin = self.race.bounds(row, 0, confidence, spread / 1.96)
        return *margin, *self.race.bounds(row, 1, confidence, 1.0)

    def order(self, tied, judged):
        """The chosen move, those tied with it, those still in question, those dropped; each group by what is shown."""
        chosen = self.chosen()
        active = {int(row) for row in self.race.active}
        others = [row for row in judged if row != chosen]
        decides = 2 * self.race.kind  # the margin or the win in what is judged
        return [
            chosen,
            *sorted(others, key=lambda row: (row not in tied, row not in active, -judged[row][decides], row)),
        ]

    def ranked(self, row, place, tied, judged):
        margin, margin_ci, win, win_ci = judged
        move = self.moves[row]
        line, answer = replies(self.rollouts, row, 32, self.budget.seed) if place < self.budget.followed else ((), ())
        why = reasons(self.view, move) if place < self.budget.explained or row in self.also else ()
        return Ranked(
            move, move.points, margin, margin_ci, win, win_ci, self.race.visits(row), row in tied, why + answer, line
        )

    def advice(self):
        if self.race.worlds == 0:  # interrupted before the first batch ended
            raise KeyboardInterrupt
        tied = self.race.tied(self.chosen(), self.budget.confidence)
        judged = {row: self.judged(row) for row in range(len(self.moves)) if self.race.visits(row)}
        tied |= {self.chosen()} if tied else set()
        order = self.order(tied, judged)
        moves = [self.ranked(row, place, tied, judged[row]) for place, row in enumerate(order)]
        return advice_of(self.view, "rollout", self.meter, moves, self.stop, belief=self.weighing())

    def weighing(self):
        """What is told of the weights; None if they were not asked for."""
        if not self.solver.belief:
            return None
        return Weighing(self.worlds.weighed, self.worlds.effective) if self.worlds else Weighing(0, 0.0)
