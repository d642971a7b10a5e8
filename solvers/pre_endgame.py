"""A few unseen cards: each move in every possible world, averaged.

Assumption: after the move everybody knows all cards and the order of the pile. The expectation is exact under this
assumption. A real player knows less, so that what a move reveals is worth nothing here. If the budget does not allow
for every world, a random choice of worlds is solved.
"""

from collections.abc import Iterable
from itertools import count
from random import Random

from kiebitz import endgame
from kiebitz.core import Position, View
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.endgame_run import SolveLimits, with_spread
from kiebitz.solvers.enumerate_worlds import worlds
from kiebitz.solvers.run import Estimate, SolverRun, with_best

LISTING = 0.25  # share of the time in which all worlds must be found
LEAST_SAMPLED = 16  # worlds that share the rest of the budget if their number is not known


class EnumerationRun(SolverRun):
    """The moves of a view, averaged over all its worlds.

    objective: see `kiebitz.endgame.Endgame`.
    top: number of best moves that are explained.
    nodes: limit of the whole answer, 0 for none.
    """

    def __init__(self, view: View, budget: Budget, objective: str, top: int, nodes: int) -> None:
        super().__init__("endgame", view, budget)
        self.view = view
        self.objective = objective
        self.top = top
        self.nodes = nodes
        self.engine = endgame.Endgame(view.game, objective)
        self.rows = {move: row for row, move in enumerate(self.moves)}
        self.margins = [0.0] * len(self.moves)  # sums of weighted margins
        self.wins = [0.0] * len(self.moves)
        self.weight = 0
        self.exact = True
        self.stop = "exact"

    def search(self) -> None:
        listed = self.listed()
        if listed is None:
            self.exact = False
            seed = self.budget.seed
            self.solve((self.view.sample((seed + number) % 2**64), 1) for number in count())
        else:
            self.solve(listed, len(listed))

    def listed(self) -> list[tuple[Position, int]] | None:
        """All worlds in random order; None if that takes too long, or if they are more than there are nodes."""
        seconds = self.budget.seconds
        found: list[tuple[Position, int]] = []
        for world in worlds(self.view):
            found.append(world)
            if (seconds and self.meter.seconds > LISTING * seconds) or (self.nodes and len(found) > self.nodes):
                return None
        Random(self.budget.seed).shuffle(found)
        return found

    def solve(self, weighted: Iterable[tuple[Position, int]], number: int | None = None) -> None:
        """Solves these worlds. number: how many they are; None for as many as there is time for."""
        for done, (world, weight) in enumerate(weighted):
            left = LEAST_SAMPLED if number is None else number - done
            solution = self.engine.solve(world, top=len(self.moves), **self.share(left))
            if solution.interrupted:
                self.interrupt()
                return
            self.add(solution, weight)
            self.meter.report()
            if self.spent():
                self.exact &= done + 1 == number
                break
        if not self.exact:
            self.stop = "budget"

    def add(self, solution: endgame.Solution, weight: int) -> None:
        """Takes the solution of one world."""
        self.meter.nodes += solution.nodes
        self.meter.worlds += 1
        self.exact &= solution.exact
        self.weight += weight
        for outcome in solution.outcomes:
            row = self.rows[outcome.move]
            self.margins[row] += weight * outcome.margin
            self.wins[row] += weight * outcome.win

    def spent(self) -> bool:
        """Whether the budget is used up."""
        seconds = self.budget.seconds
        return bool(self.nodes and self.meter.nodes >= self.nodes) or bool(seconds and self.meter.seconds >= seconds)

    def share(self, worlds_left: int) -> SolveLimits:
        """SolveLimits of the next world: an equal share of what remains."""
        seconds = max(self.budget.seconds - self.meter.seconds, 1e-6) if self.budget.seconds else 0
        return {
            "nodes": max((self.nodes - self.meter.nodes) // worlds_left, 1) if self.nodes else 0,
            "seconds": seconds / worlds_left,
        }

    def interrupt(self) -> None:
        """Ends the search with an average of the worlds so far; KeyboardInterrupt if there is none."""
        if self.weight == 0:
            raise KeyboardInterrupt
        self.exact, self.stop = False, "interrupted"

    def means(self, row: int) -> tuple[float, float]:
        """(margin, share of the win)."""
        return self.margins[row] / self.weight, self.wins[row] / self.weight

    def order(self) -> list[int]:
        """Wins of searches that were cut short say little, so that margins choose then."""
        win_first = self.exact and self.objective == "win"
        means = [self.means(row) for row in range(len(self.moves))]

        def rank(row: int) -> tuple[float, float]:
            margin, win = means[row]
            return (-win, -margin) if win_first else (-margin, -win)

        order = sorted(range(len(self.moves)), key=rank)
        if self.exact:
            best = order[0]
            self.tied = with_best(best, {row for row in order if means[row] == means[best]} - {best})
        return order

    def estimate(self, row: int) -> Estimate:
        margin, win = self.means(row)
        if self.exact:
            return Estimate(margin, (margin, margin), win, (win, win))
        return Estimate(margin, with_spread(self.view, margin), win, (0.0, 1.0))

    def explains(self, row: int, place: int) -> bool:
        return place < min(self.top, self.budget.explained) or self.is_asked(row)

    def why(self, row: int) -> tuple[str, ...]:
        return *super().why(row), f"average of {self.meter.worlds} worlds, in which everybody then knows all cards"
