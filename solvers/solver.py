"""What a solver is: the one method that every solver has, and the methods that it may have besides.

Any object with these methods will do; a solver need not inherit from the classes here.
"""

from typing import Protocol

from kiebitz.core import Move, Position, View
from kiebitz.solvers.advice import Advice
from kiebitz.solvers.budget import Budget


class Solver(Protocol):
    """Answers with advice. One object plays one game, since it may remember what it observed."""

    def advise(self, view: View, budget: Budget) -> Advice:
        """Ranks the moves of the player to move within the budget. The same seed gives the same answer."""


class Chooser(Solver, Protocol):
    """A solver that can also choose without explaining. Arenas prefer that if they name no budget."""

    def choose(self, view: View, seed: int) -> Move:
        """The chosen move, within the solver's own limits."""


class Predictor(Chooser, Protocol):
    """A chooser that says what it expects, so that arenas can compare that with the results."""

    def choose_and_predict(self, view: View, seed: int) -> tuple[Move, float]:
        """The chosen move and the expected share of the win, 0..1."""


class Observer(Solver, Protocol):
    """A solver that learns from the moves of others. Arenas tell it of each such move."""

    def observe(self, view: View, move: Move) -> None:
        """Another player's move.

        view: the solver's own view from before the move.
        move: the move without what it hides.
        """


class AllSeeing(Solver, Protocol):
    """A solver that sees everything, for benchmarks. Arenas show it the whole position, hints refuse it."""

    def advise_position(self, position: Position, budget: Budget) -> Advice:
        """Ranks the moves of the player to move with sight of all hidden cards."""
