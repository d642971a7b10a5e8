"""Solvers that do not look ahead: random, greedy and heuristic."""

import random as python_random
from collections.abc import Callable
from dataclasses import dataclass

from kiebitz.core import Move, View
from kiebitz.solvers.advice import Advice
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.parameters import check_parameters, documented, parameter
from kiebitz.solvers.run import Estimate, SolverRun


class BaselineRun(SolverRun):
    """A run that lists a chosen move first, then other moves. A row is an index of the listed moves.

    choose: function that chooses a move from a view and a seed.
    every: whether all legal moves are listed; else only the chosen one and those of `budget.also`.
    """

    def __init__(
        self, name: str, view: View, budget: Budget, choose: Callable[[View, int], Move], *, every: bool = True
    ) -> None:
        super().__init__(name, view, budget)
        self.view = view
        self.choose = choose
        self.every = every
        self.listed: list[Move] = []
        self.stop = "only move" if self.forced else "budget"

    def search(self) -> None:
        """Chooses a move and lists the others."""
        chosen = self.choose(self.view, self.budget.seed)
        self.listed = list(dict.fromkeys([chosen, *self.others()]))
        self.meter.nodes = len(self.listed)

    def others(self) -> list[Move]:
        """The other moves: all of them, most points first, or those of `budget.also` in their order."""
        if not self.every:
            return [self.view.move(text) for text in self.budget.also]
        return sorted(self.moves, key=lambda move: (-move.points, move.text))

    def rows(self) -> list[int]:
        """The rows as they are listed."""
        return list(range(len(self.listed)))

    def order(self) -> list[int]:
        """The rows as they are listed: these solvers compare points only."""
        self.estimates = {row: self.estimate(row) for row in self.rows()}
        return self.rows()

    def move(self, row: int) -> Move:
        """The listed move of a row."""
        return self.listed[row]

    def estimate(self, row: int) -> Estimate:
        """The estimate if only the points of the move were still to come. The interval is that of the margin model."""
        margin, low, high, win = self.view.outlook(self.listed[row].points)
        return Estimate(margin, (low, high), win, (0.0, 1.0))


@dataclass(frozen=True)
class Random:
    """Plays any legal move, each with the same chance."""

    def choose(self, view: View, seed: int) -> Move:
        """A random legal move. The same seed gives the same move."""
        moves = view.candidate_moves()
        if not moves.complete:
            return view.random_move(seed)
        return moves[python_random.Random(seed).randrange(len(moves))]

    def advise(self, view: View, budget: Budget) -> Advice:
        """The chosen move, and the moves of `budget.also`."""
        return BaselineRun("random", view, budget, self.choose, every=False).advise()


@documented
@dataclass(frozen=True)
class Greedy:
    """Plays the move with the most immediate points this turn. Points after a swap in the same turn count too."""

    ties: str = parameter(
        "heuristic",
        "How ties between moves with the most points are broken. `heuristic` uses the heuristic of the game. `random`"
        " takes a random one of them and counts a swap as 0 points, like published programs.",
        choices=("heuristic", "random"),
    )

    def __post_init__(self) -> None:
        check_parameters(self)

    def choose(self, view: View, seed: int) -> Move:
        """A move with the most points."""
        if self.ties == "heuristic":
            return view.greedy_move()
        moves = view.candidate_moves()  # a selection has moves with the most points too
        most = max(move.points for move in moves)
        return python_random.Random(seed).choice([move for move in moves if move.points == most])

    def advise(self, view: View, budget: Budget) -> Advice:
        """The chosen move, then all others by their points."""
        return BaselineRun("greedy", view, budget, self.choose).advise()


@dataclass(frozen=True)
class Heuristic:
    """Plays by the hand-written policy of the game. In a game without a better one it is greedy."""

    def choose(self, view: View, seed: int) -> Move:
        """The move of the policy."""
        return view.heuristic_move()

    def advise(self, view: View, budget: Budget) -> Advice:
        """The chosen move, then all others by their points."""
        return BaselineRun("heuristic", view, budget, self.choose).advise()
