"""What a solver is: the one method that every solver has, and the optional methods.

Every object with these methods is a solver. It need not inherit from the classes here. `isinstance` tells whether
an object has the methods of a class.
"""

from typing import Protocol, runtime_checkable

from kiebitz.core import Move, Position, View
from kiebitz.solvers.advice import Advice
from kiebitz.solvers.budget import Budget


class Solver(Protocol):
    """Answers with advice. One object plays one game, because it may remember observed moves."""

    def advise(self, view: View, budget: Budget) -> Advice:
        """Ranks the moves of the player to move within the budget. The same seed gives the same answer."""


@runtime_checkable
class Chooser(Solver, Protocol):
    """A solver that can also choose without explaining. Arenas without a budget call `choose`."""

    def choose(self, view: View, seed: int) -> Move:
        """The chosen move, within the solver's own limits."""


@runtime_checkable
class Predictor(Chooser, Protocol):
    """A chooser that also says its expectation. Arenas compare expectations with results."""

    def choose_and_predict(self, view: View, seed: int) -> tuple[Move, float]:
        """The chosen move and the expected share of the win, 0..1."""


@runtime_checkable
class Observer(Solver, Protocol):
    """A solver that observes the moves of other players. Arenas report each such move to it."""

    def observe(self, view: View, move: Move) -> None:
        """Receives a move of another player.

        view: the solver's own view from before the move.
        move: the move as the solver sees it.
        """


@runtime_checkable
class AllSeeing(Solver, Protocol):
    """A solver that sees all cards, for benchmarks. Arenas show it the whole position. Hints refuse it."""

    def advise_position(self, position: Position, budget: Budget) -> Advice:
        """Ranks the moves of the player to move. The solver may use all cards."""
