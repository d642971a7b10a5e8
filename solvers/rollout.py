"""Flat Monte Carlo over sampled worlds: the solver around the engine's rollout kernel."""

from kiebitz.core import Move, View
from kiebitz.solvers.advice import Advice
from kiebitz.solvers.belief import History
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.parameters import documented
from kiebitz.solvers.rollout_parameters import RolloutParameters
from kiebitz.solvers.rollout_run import RolloutRun

CHOICE_WORLDS = 200  # of a quick choice, unless the solver has a limit


@documented
class Rollout(RolloutParameters):
    """Every candidate is played out in the same sampled worlds, the others answering greedily."""

    history: History  # of one game; no parameter

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "history", History(self.memory))

    def observe(self, view: View, move: Move) -> None:
        """Remembers another player's move, as it was seen, and the own view from before it."""
        if self.belief:
            self.history.add(view, move)

    def advise(self, view: View, budget: Budget) -> Advice:
        """All moves by their playouts."""
        return RolloutRun(self, self.history, view, budget).advise()

    def choose(self, view: View, seed: int) -> Move:
        """The best move by playouts in a fixed number of worlds."""
        return self.choose_and_predict(view, seed)[0]

    def choose_and_predict(self, view: View, seed: int) -> tuple[Move, float]:
        """(the move, its expected share of the win), without explanations, which take longer than a small search."""
        run = RolloutRun(self, self.history, view, Budget(worlds=self.worlds or CHOICE_WORLDS, seed=seed))
        run.search()
        chosen = run.chosen()
        return run.move(chosen), run.judged(chosen).win
