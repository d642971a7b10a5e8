"""The solver `static`: the learned value after one ply, without search."""

from collections.abc import Iterable
from dataclasses import dataclass

from kiebitz.core import Move, View
from kiebitz.learned import static_move, values
from kiebitz.solvers.advice import Advice
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.run import Estimate, SolverRun


class StaticRun(SolverRun):
    """The learned values of all moves."""

    def __init__(self, view: View, budget: Budget) -> None:
        super().__init__("static", view, budget)
        self.view = view
        self.stop = "only move" if self.forced else "budget"

    def search(self) -> None:
        """Computes the learned values of all moves."""
        self.margins, self.wins, self.deviation = values(self.view)
        self.meter.nodes = len(self.moves)

    def rows(self) -> Iterable[int]:
        """All legal moves."""
        return range(len(self.moves))

    def value(self, row: int) -> tuple[float, ...]:
        """The learned margin. The share of the win follows from it."""
        return (float(self.margins[row]),)

    def searched(self, row: int) -> bool:
        """Returns True: every move has a learned value of its own."""
        return True

    def estimate(self, row: int) -> Estimate:
        """The learned values of a row. The margin's interval has a confidence of 95 %."""
        margin, reach = float(self.margins[row]), 1.96 * float(self.deviation)
        return Estimate(margin, (margin - reach, margin + reach), float(self.wins[row]), (0.0, 1.0))


@dataclass(frozen=True)
class Static:
    """Plays the move after which the learned value expects the highest margin. It does not search."""

    def choose(self, view: View, seed: int) -> Move:
        """The move with the highest learned value."""
        move: Move = static_move(view)
        return move

    def advise(self, view: View, budget: Budget) -> Advice:
        """All moves with their learned values, best first."""
        return StaticRun(view, budget).advise()
