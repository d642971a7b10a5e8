"""One run of flat Monte Carlo: a first look at all moves, a race of the best moves, an estimate of the survivors."""

import math
from collections.abc import Iterable
from concurrent.futures import Executor, ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from kiebitz.core import View
from kiebitz.search import Rollouts
from kiebitz.solvers.advice import SampleSize
from kiebitz.solvers.belief import History, weighted_worlds
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.continuation import replies
from kiebitz.solvers.game_defaults import horizon
from kiebitz.solvers.interrupts import uninterrupted
from kiebitz.solvers.naming import by_points, named
from kiebitz.solvers.race import LEAST_FRESH, Race
from kiebitz.solvers.rollout_parameters import RolloutParameters
from kiebitz.solvers.run import Continuation, Estimate, SolverRun
from kiebitz.solvers.utility import MARGIN_ALONE, SHARE_ALONE

PLAYOUTS_A_BATCH = 4096  # most playouts between two tests for dropping
NODES_A_BATCH = 20_000  # about 20 ms: often enough for clocks and Ctrl-C
ROUNDS = 20  # tests for dropping candidates; they share the risk of a wrong drop
MOST_MOVES = 2000  # most moves in the first look
NAMING_SHARE = 0.25  # most of the time for the learned values that name candidates
RESCUED, RESCUE_SECONDS = 8, 0.05  # most moves that are played after an early Ctrl-C, and most time for them
FINALISTS = 2  # candidates that halving leaves
SCREEN_SHARE = 0.25  # share of the budget for the first look
LEAST_SCREENED = 2  # least worlds of the first look, even if time is short
RACE_SHARE = 0.75  # share of the budget that chooses; the rest estimates the chosen move in fresh worlds

OBJECTIVES = {"margin": MARGIN_ALONE, "win": SHARE_ALONE}

Floats32 = npt.NDArray[np.float32]


class RolloutRun(SolverRun):
    """Screens all moves, runs a race of the best ones, and estimates the survivors in fresh worlds."""

    def __init__(self, settings: RolloutParameters, history: History, view: View, budget: Budget) -> None:
        super().__init__("rollout", view, budget.or_worlds(settings.worlds))
        self.view = view
        self.settings = settings
        self.rollouts = self.kernel()
        self.worlds = None
        if settings.belief:
            self.worlds = weighted_worlds(history, view, settings.temperature, budget.seed)
        self.utility = OBJECTIVES.get(settings.objective, self.utility)
        self.race = Race(len(self.moves), self.utility)
        self.also = self.asked_rows()
        self.named: list[int] = []  # the moves of the first look, most promising first
        self.playouts = 0
        self.best: int | None = None

    def kernel(self) -> Rollouts:
        """The engine's playouts with the settings of this run."""
        settings, players = self.settings, self.view.game.players
        plies = horizon(self.view.game) if settings.plies < 0 else settings.plies
        turns = min(players, plies) if settings.leaf == "round" and plies else 1
        learned = settings.leaf == "static"
        return Rollouts(self.view, plies, self.budget.seed, settings.policy, learned, self.endings(), turns)

    def endings(self) -> int:
        """Most nodes for one ending. It is at most a small part of a budget of nodes."""
        most = self.settings.endings
        return min(most, self.budget.nodes // 64) if self.budget.nodes else most

    def search(self) -> None:
        """Runs the first look, the race and the estimate."""
        self.named = self.looked_at()
        with ThreadPoolExecutor(self.budget.threads) as pool:
            self.first_look(pool)
            self.screen()
            self.compete(pool)
            self.estimate_fresh(pool)

    def rescue(self) -> bool:
        """Plays a few moves once if Ctrl-C came before any world was played."""
        if self.race.worlds == 0:
            named = self.named or by_points(self.moves).tolist()
            self.first_world(named[:RESCUED], RESCUE_SECONDS)
        return True

    # First look

    def looked_at(self) -> list[int]:
        """The moves of the first look, the most promising first: all moves, or those that the settings name.

        If there are thousands, only those with the most points.
        """
        order, most = self.settings.order, self.settings.candidates
        if order in ("static", "mixed"):
            found = named(self.view, most, order == "mixed", NAMING_SHARE * (self.budget.seconds or 0))
        else:
            found = by_points(self.moves)[: most if order == "points" else MOST_MOVES].tolist()
        return list(dict.fromkeys([*self.also, *found]))

    def first_world(self, rows: list[int], seconds: float) -> None:
        """Plays moves once. If time runs out, the moves that were not played are given up.

        rows: the moves, the most promising first.
        seconds: most time, more than 0; 0: no limit. One move is always played.
        """
        which = np.array(rows, dtype=np.int32)
        margins, wins = np.empty((2, len(which), 1), dtype=np.float32)
        numbers = self.worlds.numbers(0, 1) if self.worlds else None
        self.meter.nodes += self.rollouts.run(which, 0, margins, wins, numbers, seconds)
        played = np.flatnonzero(~np.isnan(margins[:, 0]))
        order = played[np.argsort(which[played])]
        with uninterrupted():
            self.race.active = which[order]
            self.also = [row for row in self.also if row in self.race.active]
            self.race.add(margins[order], wins[order])
        self.count(1)

    def first_look(self, pool: Executor) -> None:
        """Plays every move in the same few worlds. If time is short, in fewer worlds."""
        seconds = self.budget.seconds
        self.first_world(self.named, max(SCREEN_SHARE * seconds - self.meter.seconds, 1e-9) if seconds else 0.0)
        if self.settings.order != "rollout":
            return
        worlds = self.screening_worlds() - 1
        while worlds and (self.race.worlds < LEAST_SCREENED or self.meter.share() < SCREEN_SHARE):
            # Few worlds at a time if seconds are limited or a playout may take long.
            few = LEAST_SCREENED * self.shares()
            batch = min(few if self.budget.seconds or self.settings.endings else worlds, worlds)
            self.batch(pool, batch)
            worlds -= batch

    def screening_worlds(self) -> int:
        """Number of worlds of the first look. A small budget of worlds or nodes reduces it."""
        share = [self.settings.screen]
        if self.budget.worlds:
            share.append(self.budget.worlds // 4)
        if self.budget.nodes:
            share.append(self.budget.nodes // (32 * len(self.race.active)))
        return max(min(share), 1)

    def screen(self) -> None:
        """Keeps the best candidates of the first look."""
        self.race.keep_best(self.settings.candidates, self.also)

    # Batches

    def shares(self) -> int:
        """Number of threads that decides the size of batches.

        It is 1 without a limit of seconds, so that the answer does not depend on the number of threads.
        """
        return self.budget.threads if self.budget.seconds else 1

    def batch(self, pool: Executor, worlds: int) -> None:
        """Plays all active candidates in further worlds, split over the threads."""
        which, first = self.race.active, self.race.worlds
        numbers = self.worlds.numbers(first, worlds) if self.worlds else None
        seconds = max(self.budget.seconds - self.meter.seconds, 1e-9) if self.budget.seconds else 0.0

        def part(start: int, end: int) -> tuple[int, Floats32, Floats32]:
            margins = np.empty((len(which), end - start), dtype=np.float32)
            wins = np.empty_like(margins)
            these = None if numbers is None else numbers[start:end]
            nodes = self.rollouts.run(which, first + start, margins, wins, these, seconds)
            if seconds and np.isnan(margins[-1, -1]):  # time ran out: the last world is incomplete, and further ones
                complete = ~np.isnan(margins[-1])
                margins, wins = margins[:, complete], wins[:, complete]
            return nodes, margins, wins

        # With one thread playouts run in the main thread, so Ctrl-C arrives between batches.
        if self.budget.threads == 1:
            parts = [part(0, worlds)]
        else:
            cuts = np.linspace(0, worlds, min(self.budget.threads, worlds) + 1).astype(int)
            parts = list(pool.map(part, cuts[:-1], cuts[1:]))
        nodes, margins, wins = zip(*parts, strict=True)
        joined = (np.concatenate(margins, axis=1), np.concatenate(wins, axis=1)) if len(parts) > 1 else parts[0][1:]
        self.race.add(*joined)
        self.meter.nodes += sum(nodes)
        self.count(joined[0].shape[1])

    def count(self, worlds: int) -> None:
        """Counts worlds of the active candidates, and reports the progress."""
        self.playouts += worlds * len(self.race.active)
        self.meter.worlds = self.race.worlds
        self.meter.report()

    def play(self, pool: Executor, share: float) -> None:
        """Plays a round of worlds, in batches short enough for limits of time and Ctrl-C.

        share: the round ends earlier if this share of the budget is used.
        """
        worlds = self.round_size(share)
        longest = NODES_A_BATCH * self.shares()
        while worlds > 0 and self.meter.share() < share:
            a_world = self.meter.nodes * len(self.race.active) // max(self.playouts, 1)  # in nodes
            left = int(share * self.budget.nodes) - self.meter.nodes if self.budget.nodes else longest
            batch = max(1, min(worlds, min(left, longest) // max(a_world, 1)))
            self.batch(pool, batch)
            worlds -= batch

    def round_size(self, share: float) -> int:
        """Number of worlds of the next round. Early rounds are small, so they can drop candidates early."""
        size = max(16, min(self.race.worlds, PLAYOUTS_A_BATCH // len(self.race.active)))
        if self.settings.allocation == "halving":  # a round is an equal share, and clearly worse moves soon go anyway
            size = PLAYOUTS_A_BATCH
        left = [math.ceil(share * self.budget.worlds) - self.race.worlds] if self.budget.worlds else []
        if self.budget.seconds:
            a_second = self.playouts / max(self.meter.seconds, 1e-6)
            left.append(int((share * self.budget.seconds - self.meter.seconds) * a_second) // len(self.race.active))
        return max(1, min([size, *left]))

    # Race and estimate

    def race_share(self) -> float:
        """The race's share of the budget. It leaves enough worlds for the estimate, if there are enough."""
        worlds = self.budget.worlds
        if self.settings.allocation == "equal":
            return 1.0
        return min(RACE_SHARE, 1 - LEAST_FRESH / worlds) if worlds and worlds > 2 * LEAST_FRESH else RACE_SHARE

    def compete(self, pool: Executor) -> None:
        """Drops candidates until one remains or the race's share of the budget is used."""
        share = self.race_share()
        start = self.meter.share()
        rounds = self.halvings() + 1
        for number in range(1, rounds + 1):
            self.compete_until(pool, start + (share - start) * number / rounds)
            if number < rounds:
                self.race.keep_best(max((len(self.race.active) + 1) // 2, FINALISTS), self.also)
        self.best = self.race.leader()

    def halvings(self) -> int:
        """How often the worse half of the candidates is dropped."""
        if self.settings.allocation != "halving":
            return 0
        return max(math.ceil(math.log2(len(self.race.active) / FINALISTS)), 0)

    def compete_until(self, pool: Executor, share: float) -> None:
        """Plays the candidates, and drops those that are clearly worse, until this share of the budget is used."""
        while len(self.race.active) > 1 and self.meter.share() < share:
            self.play(pool, share)
            if self.settings.allocation != "equal":
                self.race.drop(self.budget.confidence, ROUNDS, self.also)

    def estimate_fresh(self, pool: Executor) -> None:
        """Plays the survivors in fresh worlds. A single survivor needs a third of the worlds of the race."""
        self.race.estimating = True
        raced = self.race.worlds
        alone = len(self.race.active) == 1 + sum(i != self.best for i in self.also)
        while self.meter.share() < 1:
            if alone and self.race.worlds - raced >= max(raced // 3, 16):
                self.stop = "only move" if self.forced else "confident"
                return
            self.play(pool, 1)

    # Answer

    def chosen(self) -> int:
        """The row of the best move so far."""
        return self.race.leader() if self.best is None else self.best

    def estimate(self, row: int) -> Estimate:
        """Margin and share of the win with their intervals. Valid after the search."""
        now, _, high, _ = self.view.outlook()
        confidence, reach = self.budget.confidence, high - now
        margin = self.race.bounds(row, 0, confidence, reach / 1.96)
        return Estimate(*margin, *self.race.bounds(row, 1, confidence, 1.0))

    def rows(self) -> Iterable[int]:
        """The moves that were played out."""
        return [row for row in range(len(self.moves)) if self.visits(row)]

    def tied_with(self, best: int) -> set[int]:
        """The moves of the race that cannot be told from the best one."""
        return self.race.tied(best, self.budget.confidence)

    def group(self, row: int) -> int:
        """0 for a move that was never dropped, 1 for a dropped one."""
        return int(row not in self.race.active)

    def certainty(self, row: int) -> int:
        """As in other runs, but no certain win for a dropped move: the few worlds before the drop may all be lucky."""
        certainty = super().certainty(row)
        return certainty if self.certain(row) or not self.group(row) else min(certainty, 0)

    def visits(self, row: int) -> int:
        """Number of worlds in which a row was played."""
        return self.race.visits(row)

    def continuation(self, row: int) -> Continuation:
        """The likely continuation of a row under greedy play."""
        return replies(self.rollouts, row, self.budget.seed, self.may_explain)

    def belief(self) -> SampleSize | None:
        """The sample size of weighted worlds; None if the settings do not ask for weights."""
        if not self.settings.belief:
            return None
        return SampleSize(self.worlds.weighted, self.worlds.effective) if self.worlds else SampleSize(0, 0.0)
