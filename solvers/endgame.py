"""Endings solved to the end: the solver around the engine's endgame kernel."""

from dataclasses import dataclass
from functools import cached_property

from kiebitz import endgame
from kiebitz.core import Move, View
from kiebitz.errors import Fault, PositionError
from kiebitz.solvers.advice import Advice
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.endgame_run import EndgameRun
from kiebitz.solvers.enumerate_worlds import number_unseen
from kiebitz.solvers.parameters import check_parameters, documented, parameter
from kiebitz.solvers.pre_endgame import EnumerationRun
from kiebitz.solvers.registry import make_solver
from kiebitz.solvers.solver import Solver

MOST_UNSEEN = 10  # with two hands of four, 10 unseen cards are 151,200 worlds
NODES = 300_000  # if neither the budget nor the solver names a limit


@documented
@dataclass(frozen=True)
class Endgame:
    """Endings in which nothing is hidden are solved to the end; before them another solver plays."""

    until: str = parameter("", "The solver that plays as long as something is hidden, empty for none.")
    unseen: int = parameter(
        0,
        "Up to so many unseen cards all worlds are solved and averaged.",
        unit="cards",
        within=(0, MOST_UNSEEN),
    )
    objective: str = parameter(
        "win",
        "What is maximised: `win` for the share of the win, then the margin, or `margin`.",
        choices=tuple(endgame.OBJECTIVES),
    )
    top: int = parameter(
        10, "Number of best moves that get exact values; the others are left out.", unit="moves", within=(1, 10**4)
    )
    nodes: int = parameter(
        0,
        f"Limit if the budget names none, 0 for none. Without any limit it is {NODES:,}.",
        unit="nodes",
        within=(0, 10**15),
    )

    def __post_init__(self) -> None:
        check_parameters(self)
        if self.until:
            make_solver(self.until)  # a solver that cannot be made is refused now

    def choose(self, view: View, seed: int) -> Move:
        """The best move; before endings that of the solver `until`."""
        if endgame.settled(view):
            solution = endgame.Endgame(view.game, self.objective).solve(view.sample(), nodes=self.nodes or NODES)
            return solution.outcomes[0].move
        if self.few_unseen(view):
            run = self.enumeration(view, Budget(seed=seed))
            run.search()
            return run.move(run.order()[0])
        earlier = self.required()
        if hasattr(earlier, "choose"):
            move: Move = earlier.choose(view, seed)
            return move
        return earlier.advise(view, Budget(seconds=1.0, seed=seed)).best.move

    def advise(self, view: View, budget: Budget) -> Advice:
        """The exact answer of an ending; before endings that of the solver `until`."""
        if endgame.settled(view):
            return EndgameRun(view, budget, self.objective, self.top, self.node_limit(budget)).advise()
        if self.few_unseen(view):
            return self.enumeration(view, budget).advise()
        return self.required().advise(view, budget)

    def enumeration(self, view: View, budget: Budget) -> EnumerationRun:
        """The run for a position with few unseen cards."""
        return EnumerationRun(view, budget, self.objective, self.top, self.node_limit(budget))

    def node_limit(self, budget: Budget) -> int:
        """Nodes that an answer may take; 0 if only time limits them."""
        return budget.nodes or self.nodes or (0 if budget.seconds else NODES)

    def few_unseen(self, view: View) -> bool:
        """Whether all worlds are to be solved."""
        return 0 < number_unseen(view) <= self.unseen if self.unseen else False

    @cached_property
    def earlier(self) -> Solver:
        """The solver `until`."""
        return make_solver(self.until)

    def required(self) -> Solver:
        """The solver for a position that is no ending; PositionError if there is none."""
        if self.until:
            return self.earlier
        what = "more than an ending: something is hidden or left to chance"
        raise PositionError([Fault("position", f"is {what}; `endgame:until=greedy` lets greedy play until then")])
