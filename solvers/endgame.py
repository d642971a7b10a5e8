"""The solver of endings, around the engine's endgame kernel."""

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
from kiebitz.solvers.solver import Chooser, Solver

MOST_UNSEEN = 10  # with two hands of four, 10 unseen cards are 151,200 worlds
NODES = 300_000  # limit if neither the budget nor the solver has one


@documented
@dataclass(frozen=True)
class Endgame:
    """Solves endings with perfect information exactly. Before them another solver plays."""

    until: str = parameter("", "The solver before the ending. Empty: positions before the ending are refused.")
    unseen: int = parameter(
        0,
        "If at most so many cards are unseen, all possible worlds are solved and averaged. 0: never.",
        within=(0, MOST_UNSEEN),
    )
    objective: str = parameter(
        "win",
        "The objective of each player: `win` is the share of the win, then the margin. `margin` is the margin alone.",
        choices=tuple(endgame.OBJECTIVES),
    )
    top: int = parameter(
        10, "Number of best moves that get exact values. The answer leaves out the others.", within=(1, 10**4)
    )
    nodes: int = parameter(
        0,
        f"Most decisions searched, if no other limit of nodes is given. 0: {NODES:,}, or no limit if time is limited.",
        within=(0, 10**15),
    )

    def __post_init__(self) -> None:
        check_parameters(self)
        if self.until:
            make_solver(self.until)  # a solver that cannot be made is refused now

    def choose(self, view: View, seed: int) -> Move:
        """The best move. Before endings the solver `until` chooses."""
        if endgame.perfect_information(view):
            solution = endgame.Endgame(view.game, self.objective).solve(view.sample(), nodes=self.nodes or NODES)
            return solution.outcomes[0].move
        if self.few_unseen(view):
            run = self.enumeration(view, Budget(seed=seed))
            run.search()
            return run.move(run.order()[0])
        earlier = self.required()
        if isinstance(earlier, Chooser):
            return earlier.choose(view, seed)
        return earlier.advise(view, Budget(seconds=1.0, seed=seed)).best.move

    def advise(self, view: View, budget: Budget) -> Advice:
        """The exact answer to an ending. Before endings the solver `until` answers."""
        if endgame.perfect_information(view) or view.scores_final:
            return EndgameRun(view, budget, self.objective, self.top, self.node_limit(budget)).advise()
        if self.few_unseen(view):
            return self.enumeration(view, budget).advise()
        return self.required().advise(view, budget)

    def enumeration(self, view: View, budget: Budget) -> EnumerationRun:
        """The run for a position with few unseen cards."""
        return EnumerationRun(view, budget, self.objective, self.top, self.node_limit(budget))

    def node_limit(self, budget: Budget) -> int:
        """Most nodes of an answer; 0 if only time is limited."""
        return budget.nodes or self.nodes or (0 if budget.seconds else NODES)

    def few_unseen(self, view: View) -> bool:
        """Whether so few cards are unseen that all worlds are solved."""
        return 0 < number_unseen(view) <= self.unseen if self.unseen else False

    @cached_property
    def earlier(self) -> Solver:
        """The solver `until`."""
        return make_solver(self.until)

    def required(self) -> Solver:
        """The solver for a position that is no ending. Raises PositionError if there is none."""
        if self.until:
            return self.earlier
        what = "more than an ending: something is hidden or left to chance"
        raise PositionError([Fault("position", f"is {what}; `endgame:until=greedy` lets greedy play until then")])
