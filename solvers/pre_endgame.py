"""Positions with few unseen cards: the mean value of each move over all possible worlds.

The mean is exact under one assumption: after the move all players know all cards and the order of the pile. Real
players know less, so this search sees no value in information that a move reveals or hides.

With two players and the aim to win, narrow windows around the margin 0 first show who wins after a move, at a tenth of
the nodes of its margin. The move that can win most is searched, in one world after the other, until no move can win
more than the best one. Then margins decide between the moves that win most. Each world is solved for its best move,
which bounds all moves in this world. The move that is best at best is solved further, until no other move can be better
than the best solved one (`world_bounds`). If the budget does not suffice, the answer rests on searches that were cut
short.
"""

from functools import cached_property
from random import Random

import numpy as np
import numpy.typing as npt

from kiebitz import endgame
from kiebitz.core import Position, View
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.endgame_run import SolveLimits, bounded, margin_interval
from kiebitz.solvers.enumerate_worlds import worlds
from kiebitz.solvers.run import Estimate, SolverRun
from kiebitz.solvers.world_bounds import FAR, MARGIN, WIN, Floats, WorldBounds, Worth

LISTING = 0.25  # share of the budget for listing all worlds
SAMPLED = 64  # worlds that are sampled if there are too many to list
# Shares of the budget for the shares of the win: with few worlds, where playouts find nothing new, and with many. With
# 30 worlds, one position in three is settled within a tenth of a second, and hardly more within a second.
WINNING, WINNING_MANY = 0.7, 0.1
FIRST_TRY = 64  # the first try of a move in a world gets one part in so many of the budget for that
SOLVING = 0.9  # share of the budget for the best moves of the worlds
# With more worlds the search gives up early if it seems that the budget does not suffice for all of them.
FEW_WORLDS = 10  # all positions with five unseen cards
SLACK = 4  # a world may then take so many times its share of the budget
# and all worlds together, by the mean of the first ones, which are the slowest: (1.25 + 4 / worlds solved)
PATIENCE, LESS_PATIENCE = 1.25, 4.0

Rows = npt.NDArray[np.int64]


class EnumerationRun(SolverRun):
    """The moves of a view with their mean values over all worlds.

    objective: see `kiebitz.endgame.Endgame`.
    top: number of best moves that get values.
    nodes: most nodes of the whole answer; 0: no limit.
    gives_up: whether the search ends as soon as the budget seems too small for all worlds.
    """

    def __init__(
        self, view: View, budget: Budget, objective: str, top: int, nodes: int, *, gives_up: bool = False
    ) -> None:
        super().__init__("endgame", view, budget)
        self.view = view
        self.top = top
        self.nodes = nodes
        self.gives_up = gives_up
        self.objective = "margin" if budget.aim == "margin" else objective
        self.engine = endgame.Endgame(view.game, self.objective)
        self.row_of = {move: row for row, move in enumerate(self.moves)}
        # Windows are for two players. With more, each world is solved for all moves.
        self.top_of_world = 1 if view.game.players == 2 else len(self.moves)
        self.all_rows = np.arange(len(self.moves))
        self.win_first = self.objective == "win" and view.game.players == 2
        self.wins_settled = False  # whether no move can win more than the best one
        self.worlds: list[Position] = []
        self.bounds = WorldBounds(len(self.moves), [1], self.objective == "win")  # of `worlds`, once they are listed
        self.complete = False  # whether these are all worlds
        self.last_chance = False  # whether nothing need be left of the budget
        self.proven: list[int] = []  # rows with values, best first

    def search(self) -> None:
        """Settles who wins, solves the worlds, then the moves that may be best, then others. Goes on where it ended."""
        if not self.worlds:
            self.prepare()
        if not self.worlds:
            return
        few = len(self.worlds) <= FEW_WORLDS and self.gives_up
        share = WINNING if len(self.worlds) <= FEW_WORLDS else WINNING_MANY
        if self.win_first and self.complete and not self.settle_wins(share) and few:
            return
        if self.solve_worlds() and self.complete and self.prove(self.all_rows):
            self.exact, self.stop = True, "exact"
            self.value_others()

    def resume(self, budget: Budget) -> None:
        """Goes on after a search that failed, with all of a budget that counts from the start."""
        self.budget, self.nodes, self.last_chance = budget, budget.nodes or 0, True
        self.search()

    def prepare(self) -> None:
        """Lists the worlds. If there are too many, random ones, or none if the search gives up."""
        listed = self.list_worlds()
        self.complete = bool(listed)
        if listed:
            self.worlds, weights = [world for world, _ in listed], [weight for _, weight in listed]
        elif not self.gives_up:
            self.worlds, weights = self.sampled(), [1] * SAMPLED
        else:
            return
        self.bounds = WorldBounds(len(self.moves), weights, self.objective == "win")

    def rescue(self) -> bool:
        """Returns whether the answer is exact, or rests on at least one world that was searched for all moves."""
        return self.exact or (self.meter.worlds > 0 and not self.gives_up)

    def list_worlds(self) -> list[tuple[Position, int]]:
        """All worlds with their weights, likely ones first. Empty if that takes too long."""
        seconds = self.budget.seconds
        found: list[tuple[Position, int]] = []
        for world in worlds(self.view):
            found.append(world)
            if (seconds and self.meter.seconds > LISTING * seconds) or (self.nodes and len(found) > self.nodes):
                return []
        Random(self.budget.seed).shuffle(found)
        return sorted(found, key=lambda pair: -pair[1])

    def sampled(self) -> list[Position]:
        """Random worlds."""
        return [self.view.sample((self.budget.seed + number) % 2**64) for number in range(SAMPLED)]

    def settle_wins(self, share: float) -> bool:
        """Finds the largest share of the win. Returns False if the share of the budget ends before.

        A search that takes long is put off: other moves may win as much. Every further try may take four times as long.
        """
        tried = np.zeros(len(self.moves), dtype=np.int64)
        points = np.array([self.moves.points(row) for row in range(len(self.moves))])
        while self.spent(share) < 1:
            row = self.bounds.likely_winner(tried, points)
            if not len(self.bounds.open_wins(row)):
                self.wins_settled = True
                return True
            world = self.bounds.hardest_world(row)
            parts = max(FIRST_TRY // 4 ** int(tried[row]), 1)
            if not self.narrow(row, world, -1, 1, self.limits(share, parts)):
                tried[row] += 1
        return False

    def solve_worlds(self) -> bool:
        """Finds the best move of each world. Returns whether all worlds were solved.

        Every world first gets an equal share of the budget. What easy worlds leave goes to the others in a second
        round.
        """
        before = self.spent(SOLVING)
        pending = np.flatnonzero(~self.bounds.finished).tolist()
        while pending and self.spent(SOLVING) < 1:
            for place, number in enumerate(pending):
                if self.hopeless(before):
                    return False
                self.solve_world(number, len(pending) - place)
            unsolved = [number for number in pending if not self.bounds.finished[number]]
            if len(unsolved) == len(pending):
                break
            pending = unsolved
        return bool(self.bounds.finished.all())

    def solve_world(self, number: int, left: int) -> None:
        """Finds the best move of a world.

        left: number of worlds among which the rest of the budget is to be shared.
        """
        parts = max(left // SLACK, 1) if self.gives_up and left > FEW_WORLDS else left
        solution = self.engine.solve(self.worlds[number], top=self.top_of_world, **self.limits(SOLVING, parts))
        self.meter.nodes += solution.nodes
        if solution.interrupted:
            raise KeyboardInterrupt
        self.bounds.add_solution(number, [self.row_of[outcome.move] for outcome in solution.outcomes], solution)
        self.meter.worlds = int((~np.isnan(self.bounds.guess[MARGIN, 0])).sum())
        self.meter.report()

    def hopeless(self, before: float) -> bool:
        """Whether there are so many worlds, and the first ones took so long, that all worlds are out of reach.

        before: the share of the budget that was spent before the first world.
        """
        done, number = int(self.bounds.finished.sum()), len(self.worlds)
        if not self.gives_up or number <= FEW_WORLDS or not self.meter.worlds:
            return False
        if done < self.meter.worlds:
            return True
        patience = PATIENCE + LESS_PATIENCE / done
        spent = self.spent(SOLVING)
        return spent + (spent - before) * (number - done) / done / patience > 1

    # Limits

    def spent(self, share: float) -> float:
        """The used share of a share of the budget."""
        share = 1.0 if self.last_chance else share
        limits = ((self.meter.nodes, self.nodes), (self.meter.seconds, self.budget.seconds or 0))
        return max(used / (share * limit) if limit else 0.0 for used, limit in limits)

    def limits(self, share: float = 1.0, parts: int = 1) -> SolveLimits:
        """The limits of the next search: one of the equal parts of what is left of a share of the budget.

        They are never 0, because 0 would mean no limit.
        """
        seconds, nodes = self.budget.seconds, self.nodes
        share = 1.0 if self.last_chance else share
        return {
            "nodes": max((int(share * nodes) - self.meter.nodes) // parts, 1) if nodes else 0,
            "seconds": max((share * seconds - self.meter.seconds) / parts, 1e-6) if seconds else 0,
        }

    def prove(self, rows: Rows) -> bool:
        """Finds the best of these rows and appends it to `proven`. Returns False if the budget ends before."""
        while True:
            row = self.bounds.most_promising(rows)
            if self.bounds.solved(row):
                self.proven.append(row)
                return True
            solved = rows[self.bounds.open[rows] == 0]
            rival = self.bounds.at_best(self.bounds.most_promising(solved)) if len(solved) else None
            if not self.compare(row, self.bounds.unsolved_world(row), rival):
                return False

    def compare(self, row: int, world: int, rival: Worth | None) -> bool:
        """Searches a move in a world, as far as the comparison with a rival needs it. Returns False without budget."""
        low, high = (int(limit[MARGIN, row, world]) for limit in (self.bounds.low, self.bounds.high))
        least = -FAR if rival is None else self.bounds.hopeless(row, world, rival)
        return self.narrow(row, world, max(low - 1, int(least)), high, self.limits())

    def narrow(self, row: int, world: int, low: int, high: int, limits: SolveLimits) -> bool:
        """Searches the margin of a move in a world within a window. Returns whether the limits sufficed."""
        found = self.engine.move_value(self.worlds[world], self.moves[row], low, high, **limits)
        self.meter.nodes += found.nodes
        if found.interrupted:
            raise KeyboardInterrupt
        if found.exact:
            most = self.bounds.high[MARGIN, row, world]
            least = found.margin if found.margin > low else -FAR
            self.bounds.narrow(row, world, least, found.margin if found.margin < high else most)
            self.meter.report()
        return found.exact

    def value_others(self) -> None:
        """Finds the next best moves, as long as the budget lasts: `top` moves, and all that are equal to the best."""
        best, rows = self.bounds.at_best(self.proven[0]), self.all_rows
        while len(self.proven) < len(self.moves):
            rows = rows[rows != self.proven[-1]]
            if len(self.proven) >= self.top and best.exceeds(self.bounds.at_best(self.bounds.most_promising(rows))):
                break
            if not self.prove(rows):
                break
        for row in self.asked_rows():
            while not self.bounds.solved(row) and self.compare(row, self.bounds.unsolved_world(row), None):
                pass

    # Answer

    def rows(self) -> list[int]:
        """The rows with values and the moves of `budget.also`. If no value is known, all moves."""
        if not self.proven:
            return self.all_rows.tolist()
        return self.proven + [row for row in self.asked_rows() if row not in self.proven]

    def group(self, row: int) -> int:
        """0 for rows with values, 1 for those with bounds."""
        return int(self.exact and not self.bounds.solved(row))

    def value(self, row: int) -> tuple[float, ...]:
        """The means, the share of the win first. Margins decide if the aim is the margin, or if a search was cut short.

        The shares of the win of a search that was cut short tell little.
        """
        estimate = self.estimates[row]
        first = self.exact and self.objective == "win"
        return (estimate.win, estimate.margin) if first else (estimate.margin, estimate.win)

    def tied_with(self, best: int) -> set[int]:
        """The other rows whose exact means equal the best row's."""
        if not self.certain(best):
            return set()
        value = self.bounds.at_best(best)
        return {row for row in self.proven if not value.exceeds(self.bounds.at_best(row))} - {best}

    def certain(self, row: int) -> bool:
        """Whether the mean of a row is exact."""
        return self.exact and self.bounds.solved(row)

    def searched(self, row: int) -> bool:
        """Whether the search looked at a row. In each world it looks at all moves."""
        return True

    @cached_property
    def guesses(self) -> tuple[Floats, Floats]:
        """The means (margins, shares of the win) of all moves so far."""
        return self.bounds.guesses()

    def estimate(self, row: int) -> Estimate:
        """The exact means of a row, or the means so far with wide intervals."""
        if self.certain(row):
            low, _ = self.bounds.means(row)
            margin, win = float(low[MARGIN]), float(low[WIN])
            return Estimate(margin, (margin, margin), win, (win, win))
        if self.exact:
            _, high = self.bounds.means(row)
            return bounded(self.deviation, float(high[MARGIN]), float(high[WIN]))
        margins, wins = self.guesses
        return Estimate(
            float(margins[row]), margin_interval(self.view, float(margins[row])), float(wins[row]), (0.0, 1.0)
        )

    def explains(self, row: int, place: int) -> bool:
        """Whether the row at this place of the answer gets reasons."""
        return place < min(self.top, self.budget.explained) or self.is_asked(row)

    def why(self, row: int) -> tuple[str, ...]:
        """Sentences that explain the points of a row, and the assumption of the search."""
        return *super().why(row), f"average of {self.meter.worlds} worlds, in which everybody then knows all cards"
