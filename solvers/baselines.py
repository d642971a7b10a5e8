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
    """A chosen move and others. A row is a place among the listed moves.

    choose: the choice from a view and a seed.
    every: whether all legal moves are listed, else only those that the budget asks for.
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
        chosen = self.choose(self.view, self.budget.seed)
        self.listed = list(dict.fromkeys([chosen, *self.others()]))
        self.meter.nodes = len(self.listed)

    def others(self) -> list[Move]:
        """The other moves, those of most points first; asked ones in the order of the budget."""
        if not self.every:
            return [self.view.move(text) for text in self.budget.also]
        return sorted(self.moves, key=lambda move: (-move.points, move.text))

    def order(self) -> list[int]:
        return list(range(len(self.listed)))

    def move(self, row: int) -> Move:
        return self.listed[row]

    def estimate(self, row: int) -> Estimate:
        """The value if only the points of the move were still to come, with the spread of the game."""
        margin, low, high, win = self.view.outlook(self.listed[row].points)
        return Estimate(margin, (low, high), win, (0.0, 1.0))


@dataclass(frozen=True)
class Random:
    """Any legal move, each with the same chance."""

    def choose(self, view: View, seed: int) -> Move:
        """A legal move; the same seed gives the same one."""
        moves = view.legal_moves()
        return moves[python_random.Random(seed).randrange(len(moves))]

    def advise(self, view: View, budget: Budget) -> Advice:
        """The chosen move, and those that the budget asks for."""
        return BaselineRun("random", view, budget, self.choose, every=False).advise()


@documented
@dataclass(frozen=True)
class Greedy:
    """The most immediate points this turn, a swap first included; ties by the game's heuristic."""

    ties: str = parameter(
        "heuristic",
        "How moves of most points are told apart. `random` takes any of them and counts a swap as a move of no points,"
        " like published programs.",
        choices=("heuristic", "random"),
    )

    def __post_init__(self) -> None:
        check_parameters(self)

    def choose(self, view: View, seed: int) -> Move:
        """A move of most points."""
        if self.ties == "heuristic":
            return view.greedy_move()
        moves = view.legal_moves()
        most = max(move.points for move in moves)
        return python_random.Random(seed).choice([move for move in moves if move.points == most])

    def advise(self, view: View, budget: Budget) -> Advice:
        """The chosen move, then all others by their points."""
        return BaselineRun("greedy", view, budget, self.choose).advise()


@dataclass(frozen=True)
class Heuristic:
    """The game's hand-written policy, which also plays the playouts; greedy where none is better."""

    def choose(self, view: View, seed: int) -> Move:
        """The move of the policy."""
        return view.heuristic_move()

    def advise(self, view: View, budget: Budget) -> Advice:
        """The chosen move, then all others by their points."""
        return BaselineRun("heuristic", view, budget, self.choose).advise()
