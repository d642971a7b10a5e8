"""Players that see hidden cards: only to measure how much there is to gain from knowing them. Never for hints."""

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
    """Raises PositionError: an oracle cannot answer from a view."""
    what = f"is what one player knows, and {name} sees all cards: it plays in arenas only"
    raise PositionError([Fault("solver", f"{what}; right would be `best`, for example")])


@documented
@dataclass(frozen=True)
class Oracle:
    """Plays each move out in the one true world, the pile included; for benchmarks, not for hints."""

    solver: str = parameter(
        "", "Another solver that searches with sight of everything instead; the other parameters have no effect then."
    )
    plies: int = parameter(
        -1,
        "Length of a playout before the learned value counts, 0 for whole games, -1 for the game's own default.",
        unit="changes of player",
        within=(-1, 10**6),
    )
    policy: str = parameter(
        "static", "The policy that plays on in playouts.", choices=("greedy", "static", "heuristic")
    )
    candidates: int = parameter(
        40, "Number of moves that are played out, those of the highest learned value.", unit="moves", within=(1, 10**6)
    )
    nodes: int = parameter(
        20_000,
        "Limit of the exact search once the pile is empty, 0 for no exact search.",
        unit="nodes",
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
        """The solver that searches with sight of everything."""
        return make_solver(self.solver)

    def advise(self, view: View, budget: Budget) -> Advice:
        """Raises PositionError."""
        refuse("oracle")

    def advise_position(self, position: Position, budget: Budget) -> Advice:
        """The candidates by what comes of them in the true world."""
        if self.solver:
            return self.searcher.advise(position.open_view(pile=True), budget)
        return OracleRun(position, budget, self.plies, self.policy, self.candidates, self.nodes).advise()


@documented
@dataclass(frozen=True)
class OracleHand(Rollout):
    """Rollouts by a player who sees all hands but not the pile; for benchmarks, not for hints.

    The parameters are those of rollout.
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
        """All moves by their playouts with all hands shown."""
        return super().advise(position.open_view(), budget)
