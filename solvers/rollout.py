"""The solver `rollout`, flat Monte Carlo over sampled worlds, around the engine's kernel."""

from kiebitz.core import Move, View
from kiebitz.solvers.advice import Advice
from kiebitz.solvers.belief import History
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.parameters import documented
from kiebitz.solvers.rollout_parameters import RolloutParameters
from kiebitz.solvers.rollout_run import RolloutRun

CHOICE_WORLDS = 200  # worlds of a choice without explanation, unless the solver has a limit


@documented
class Rollout(RolloutParameters):
    """Flat Monte Carlo: plays every candidate move out in the same sampled worlds. A policy makes all later moves."""

    history: History  # observed moves of one game; it is no parameter

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "history", History(self.memory))

    def observe(self, view: View, move: Move) -> None:
        """Keeps another player's move as it was seen, with the own view from before it."""
        if self.belief:
            self.history.add(view, move)

    def advise(self, view: View, budget: Budget) -> Advice:
        """The moves with estimates from their playouts."""
        return RolloutRun(self, self.history, view, budget).advise()

    def choose(self, view: View, seed: int) -> Move:
        """The best move by playouts in a fixed number of worlds."""
        return self.choose_and_predict(view, seed)[0]

    def choose_and_predict(self, view: View, seed: int) -> tuple[Move, float]:
        """Returns (the best move, its expected share of the win). Makes no explanations, because they take time."""
        run = RolloutRun(self, self.history, view, Budget(worlds=self.worlds or CHOICE_WORLDS, seed=seed))
        run.search()
        chosen = run.chosen()
        return run.move(chosen), run.estimate(chosen).win
