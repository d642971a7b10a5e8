"""The solver `expectimax`, around the engine's kernel."""

from kiebitz.core import Move, View
from kiebitz.solvers.advice import Advice
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.expectimax_parameters import ExpectimaxParameters
from kiebitz.solvers.expectimax_run import ExpectimaxRun
from kiebitz.solvers.parameters import documented

CHOICE_WORLDS = 64  # worlds of a choice without explanation, unless the solver has a limit


@documented
class Expectimax(ExpectimaxParameters):
    """Expectimax: looks some own turns ahead and averages over draws and other players' moves."""

    def advise(self, view: View, budget: Budget) -> Advice:
        """All moves. The value of a move is the value of the best turn that begins with it."""
        return ExpectimaxRun(self, view, budget).advise()

    def choose(self, view: View, seed: int) -> Move:
        """The first move of the best turn in a fixed number of worlds."""
        run = ExpectimaxRun(self, view, Budget(worlds=self.worlds or CHOICE_WORLDS, seed=seed), estimates=False)
        run.search()
        return run.move(run.best)
