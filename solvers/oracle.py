"""Solvers that see hidden cards. They measure how much this knowledge is worth. Hints never use them."""

from dataclasses import dataclass
from functools import cached_property
from typing import NoReturn

from kiebitz.core import Move, Position, View
from kiebitz.errors import Fault, PositionError, SolverError
from kiebitz.solvers.advice import Advice
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.oracle_run import OracleRun
from kiebitz.solvers.parameters import check_parameters, documented, parameter
from kiebitz.solvers.registry import make_solver
from kiebitz.solvers.rollout import Rollout
from kiebitz.solvers.solver import Solver


def refuse(name: str) -> NoReturn:
    """Raises PositionError, because an oracle cannot answer from a view."""
    what = f"is what one player knows, and {name} sees all cards: it plays in arenas only"
    raise PositionError([Fault("solver", f"{what}; right would be `best`, for example")])


@documented
@dataclass(frozen=True)
class Oracle:
    """Sees all cards, including the pile, and plays each move out in the true world. For benchmarks, not for hints."""

    solver: str = parameter(
        "", "Another solver that searches instead and sees all cards. Then the other parameters have no effect."
    )
    plies: int = parameter(
        -1,
        "Length of a playout, after which the learned value counts. 0: whole games. -1: the default of the game.",
        unit="changes of player",
        within=(-1, 10**6),
    )
    policy: str = parameter(
        "static", "The policy of all players in playouts.", choices=("greedy", "static", "heuristic")
    )
    candidates: int = parameter(
        40, "Number of moves that are played out: those with the highest learned values.", within=(1, 10**6)
    )
    nodes: int = parameter(
        20_000,
        "Most decisions of the exact search, which begins when the pile is empty. 0: no exact search.",
        within=(0, 10**12),
    )

    def __post_init__(self) -> None:
        if self.solver.startswith("oracle"):
            raise SolverError(f"solver must be one that plays by what it is shown, not {self.solver!r}")
        if self.solver:
            make_solver(self.solver)  # a solver that cannot be made is refused now
        check_parameters(self)

    @cached_property
    def searcher(self) -> Solver:
        """The solver that searches and sees all cards."""
        return make_solver(self.solver)

    def advise(self, view: View, budget: Budget) -> Advice:
        """Raises PositionError."""
        refuse("oracle")

    def advise_position(self, position: Position, budget: Budget) -> Advice:
        """The candidates with their results in the true world, best first."""
        if self.solver:
            return self.searcher.advise(position.open_view(pile=True), budget)
        return OracleRun(position, budget, self.plies, self.policy, self.candidates, self.nodes).advise()


@documented
@dataclass(frozen=True)
class OracleHand(Rollout):
    """Rollouts by a player who sees all hands, but not the pile. For benchmarks, not for hints.

    The parameters are those of `rollout`.
    """

    def advise(self, view: View, budget: Budget) -> Advice:
        """Raises PositionError."""
        refuse("oracle-hand")

    def choose(self, view: View, seed: int) -> Move:
        """Raises PositionError."""
        refuse("oracle-hand")

    def choose_and_predict(self, view: View, seed: int) -> tuple[Move, float]:
        """Raises PositionError."""
        refuse("oracle-hand")

    def advise_position(self, position: Position, budget: Budget) -> Advice:
        """All moves with their estimates from playouts, if all hands are known."""
        return super().advise(position.open_view(), budget)
