"""Positions with few unseen cards: the mean value of each move over all possible worlds.

The mean is exact under one assumption: after the move all players know all cards and the order of the pile. Real
players know less, so this search sees no value in information that a move reveals or hides. If the budget does not
suffice for all worlds, a random choice of worlds is solved.
"""

from collections.abc import Iterable
from itertools import count
from random import Random

from kiebitz import endgame
from kiebitz.core import Position, View
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.endgame_run import SolveLimits, margin_interval
from kiebitz.solvers.enumerate_worlds import worlds
from kiebitz.solvers.run import Estimate, SolverRun

LISTING = 0.25  # share of the time for listing all worlds
LEAST_SAMPLED = 16  # a sampled world gets one part in so many of the remaining budget


class EnumerationRun(SolverRun):
    """The moves of a view with their mean values over all worlds.

    objective: see `kiebitz.endgame.Endgame`.
    top: number of best moves that get explanations.
    nodes: most nodes of the whole answer; 0: no limit.
    """

    def __init__(self, view: View, budget: Budget, objective: str, top: int, nodes: int) -> None:
        super().__init__("endgame", view, budget)
        self.view = view
        self.objective = "margin" if budget.aim == "margin" else objective
        self.top = top
        self.nodes = nodes
        self.engine = endgame.Endgame(view.game, self.objective)
        self.row_of = {move: row for row, move in enumerate(self.moves)}
        self.margins = [0.0] * len(self.moves)  # sums of weighted margins
        self.wins = [0.0] * len(self.moves)
        self.weight = 0
        self.exact = True
        self.stop = "exact"

    def search(self) -> None:
        """Solves all worlds, or random ones if there are too many."""
        listed = self.listed()
        if listed is None:
            self.exact = False
            seed = self.budget.seed
            self.solve((self.view.sample((seed + number) % 2**64), 1) for number in count())
        else:
            self.solve(listed, len(listed))

    def listed(self) -> list[tuple[Position, int]] | None:
        """All worlds in random order. None if that takes too long, or if there are more worlds than nodes."""
        seconds = self.budget.seconds
        found: list[tuple[Position, int]] = []
        for world in worlds(self.view):
            found.append(world)
            if (seconds and self.meter.seconds > LISTING * seconds) or (self.nodes and len(found) > self.nodes):
                return None
        Random(self.budget.seed).shuffle(found)
        return found

    def solve(self, weighted: Iterable[tuple[Position, int]], number: int | None = None) -> None:
        """Solves worlds until the budget is used up.

        weighted: pairs of a world and its weight.
        number: number of worlds; None if it is unknown.
        """
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
        """Adds the solution of one world to the sums."""
        self.meter.nodes += solution.nodes
        self.meter.worlds += 1
        self.exact &= solution.exact
        self.weight += weight
        for outcome in solution.outcomes:
            row = self.row_of[outcome.move]
            self.margins[row] += weight * outcome.margin
            self.wins[row] += weight * outcome.win

    def spent(self) -> bool:
        """Whether the budget is used up."""
        seconds = self.budget.seconds
        return bool(self.nodes and self.meter.nodes >= self.nodes) or bool(seconds and self.meter.seconds >= seconds)

    def share(self, worlds_left: int) -> SolveLimits:
        """The limits of the next world: an equal share of the remaining budget."""
        seconds = max(self.budget.seconds - self.meter.seconds, 1e-6) if self.budget.seconds else 0
        return {
            "nodes": max((self.nodes - self.meter.nodes) // worlds_left, 1) if self.nodes else 0,
            "seconds": seconds / worlds_left,
        }

    def interrupt(self) -> None:
        """Ends the search with the mean of the worlds so far. Raises KeyboardInterrupt if there is none."""
        if self.weight == 0:
            raise KeyboardInterrupt
        self.exact, self.stop = False, "interrupted"

    def means(self, row: int) -> tuple[float, float]:
        """Returns the means (margin, share of the win) of a row."""
        return self.margins[row] / self.weight, self.wins[row] / self.weight

    def rows(self) -> Iterable[int]:
        """All legal moves."""
        return range(len(self.moves))

    def value(self, row: int) -> tuple[float, ...]:
        """The means, the share of the win first. Margins decide if the aim is the margin, or if a search was cut short.

        The shares of the win of a search that was cut short tell little.
        """
        margin, win = self.means(row)
        return (win, margin) if self.exact and self.objective == "win" else (margin, win)

    def tied_with(self, best: int) -> set[int]:
        """The other rows whose exact means equal the best row's."""
        return {row for row in self.rows() if self.exact and self.value(row) == self.value(best)} - {best}

    def estimate(self, row: int) -> Estimate:
        """The mean values of a row; with wide intervals if a search was cut short."""
        margin, win = self.means(row)
        if self.exact:
            return Estimate(margin, (margin, margin), win, (win, win))
        return Estimate(margin, margin_interval(self.view, margin), win, (0.0, 1.0))

    def explains(self, row: int, place: int) -> bool:
        """Whether the row at this place of the answer gets reasons."""
        return place < min(self.top, self.budget.explained) or self.is_asked(row)

    def why(self, row: int) -> tuple[str, ...]:
        """Sentences that explain the points of a row, and the assumption of the search."""
        return *super().why(row), f"average of {self.meter.worlds} worlds, in which everybody then knows all cards"
