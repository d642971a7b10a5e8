"""What hints use: exact endings, and before them for each game the search that won its matches."""

from dataclasses import dataclass, replace

from kiebitz import endgame
from kiebitz.core import View
from kiebitz.solvers.advice import Advice
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.endgame import Endgame
from kiebitz.solvers.parameters import check_parameters, documented, parameter
from kiebitz.solvers.presets import preset_of
from kiebitz.solvers.solver import Solver
from kiebitz.solvers.static import Static

# Share of a budget that an ending may take to be solved. A search has the rest if the ending is not solved.
ENDING_SHARE = 0.5
ENDING_NODES = 200_000  # the limit of an ending if only worlds are limited
FEW_LEFT = 6  # cards to draw: playouts reach the ending soon
# Least budget for playouts up to the ending. Each takes a thousandth of a second and some thousand nodes, and a few
# of them say less than many short ones.
LEAST_SECONDS = 0.02
LEAST_NODES = 200_000


@documented
@dataclass(frozen=True)
class Best:
    """Endings are solved; before them the game's strongest search plays, shortly before them maybe another one."""

    worlds: int = parameter(
        0,
        "Limit of the search if the budget names none, 0 for none.",
        unit="worlds",
        within=(0, 10**9),
    )
    seconds: float = parameter(
        0.0,
        "Limit of the whole answer if the budget names none, 0 for none.",
        unit="seconds",
        within=(0, 10**9),
    )

    def __post_init__(self) -> None:
        check_parameters(self)

    def advise(self, view: View, budget: Budget) -> Advice:
        """The exact answer of an ending if the budget allows it, else that of a search."""
        budget = self.limited(budget)
        if not endgame.settled(view):
            return self.search(view, budget).advise(view, budget)
        tried = self.ending(view, budget)
        if tried.exact or tried.stop == "interrupted":
            return tried
        left = left_of(budget, tried)
        found = self.search(view, left).advise(view, left)
        return replace(found, nodes=found.nodes + tried.nodes, seconds=found.seconds + tried.seconds)

    def limited(self, budget: Budget) -> Budget:
        """The budget with the solver's own limits where it names none."""
        if self.seconds and not (budget.nodes or budget.seconds or budget.worlds):
            budget = replace(budget, seconds=self.seconds)
        return budget.or_worlds(self.worlds)

    def ending(self, view: View, budget: Budget) -> Advice:
        """The answer of the endgame solver, exact or not."""
        seconds = budget.seconds * ENDING_SHARE if budget.seconds else None
        nodes = max(int(budget.nodes * ENDING_SHARE), 1) if budget.nodes else None if seconds else ENDING_NODES
        limits = replace(budget, nodes=nodes, seconds=seconds, worlds=None, threads=1)
        return Endgame().advise(view, limits)

    def search(self, view: View, budget: Budget) -> Solver:
        """The solver for a position that is no ending."""
        preset = preset_of(view.game)
        if budget.seconds and budget.seconds < preset.least_seconds:
            return Static()
        if preset.before_ending and shortly_before_ending(view) and affords_endings(budget):
            return preset.before_ending
        return preset.search


def shortly_before_ending(view: View) -> bool:
    """Whether two players play and playouts reach the ending soon enough to be solved there."""
    return view.game.players == 2 and view.pile_size <= FEW_LEFT


def affords_endings(budget: Budget) -> bool:
    """Whether the budget is enough for playouts whose endings are solved."""
    return (budget.seconds is None or budget.seconds >= LEAST_SECONDS) and (
        budget.nodes is None or budget.nodes >= LEAST_NODES
    )


def left_of(budget: Budget, tried: Advice) -> Budget:
    """What a search may still use after an ending was not solved; always more than nothing."""
    nodes = max(budget.nodes - tried.nodes, 1) if budget.nodes else None
    seconds = max(budget.seconds - tried.seconds, 1e-3) if budget.seconds else None
    return replace(budget, nodes=nodes, seconds=seconds)
