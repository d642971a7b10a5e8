"""The solver of hints: exact endings, and before them the search that won the matches of the game."""

from dataclasses import dataclass, replace

from kiebitz import endgame
from kiebitz.core import View
from kiebitz.solvers.advice import Advice
from kiebitz.solvers.budget import AIMS, Budget
from kiebitz.solvers.endgame import Endgame
from kiebitz.solvers.parameters import check_parameters, documented, parameter
from kiebitz.solvers.presets import preset_of
from kiebitz.solvers.solver import Solver
from kiebitz.solvers.static import Static

# Share of the budget for solving an ending. If that is not enough, a search gets the rest.
ENDING_SHARE = 0.5
ENDING_NODES = 200_000  # limit for solving an ending if the budget limits only worlds
FEW_LEFT = 6  # with at most so many cards in the pile, playouts reach the ending soon
# Least budget for playouts whose endings are solved. Each takes about a millisecond and some thousand nodes, and a few
# of them tell less than many short playouts.
LEAST_SECONDS = 0.02
LEAST_NODES = 200_000


@documented
@dataclass(frozen=True)
class Best:
    """Solves endings exactly. Before them it uses the search that won the matches of the game."""

    worlds: int = parameter(
        0,
        "Most sampled worlds of the search, if no other limit of worlds is given; 0: no limit.",
        within=(0, 10**9),
    )
    seconds: float = parameter(
        0.0,
        "Time for the whole answer, if no other limit is given; 0: no limit.",
        unit="seconds",
        within=(0, 10**9),
    )

    aim: str = parameter(
        "",
        "`win` or `margin`, see `kiebitz hint --aim`. Empty: the aim that is asked for.",
        choices=("", *AIMS),
    )

    def __post_init__(self) -> None:
        check_parameters(self)

    def advise(self, view: View, budget: Budget) -> Advice:
        """The exact answer to an ending if the budget suffices, else the answer of a search."""
        budget = self.limited(budget)
        if not endgame.perfect_information(view):
            return self.search(view, budget).advise(view, budget)
        tried = self.ending(view, budget)
        if tried.exact or tried.stop == "interrupted":
            return tried
        left = left_of(budget, tried)
        found = self.search(view, left).advise(view, left)
        return replace(found, nodes=found.nodes + tried.nodes, seconds=found.seconds + tried.seconds)

    def limited(self, budget: Budget) -> Budget:
        """The budget, with the solver's own limits if it has none."""
        if self.seconds and not (budget.nodes or budget.seconds or budget.worlds):
            budget = replace(budget, seconds=self.seconds)
        return replace(budget.or_worlds(self.worlds), aim=self.aim or budget.aim)

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
        return preset.alone if preset.alone and view.game.players == 1 else preset.search


def shortly_before_ending(view: View) -> bool:
    """Whether there are two players and the pile is so small that playouts soon reach an ending."""
    return view.game.players == 2 and view.pile_size <= FEW_LEFT


def affords_endings(budget: Budget) -> bool:
    """Whether the budget suffices for playouts whose endings are solved."""
    return (budget.seconds is None or budget.seconds >= LEAST_SECONDS) and (
        budget.nodes is None or budget.nodes >= LEAST_NODES
    )


def left_of(budget: Budget, tried: Advice) -> Budget:
    """The budget that remains for a search after an ending was not solved; always more than 0."""
    nodes = max(budget.nodes - tried.nodes, 1) if budget.nodes else None
    seconds = max(budget.seconds - tried.seconds, 1e-3) if budget.seconds else None
    return replace(budget, nodes=nodes, seconds=seconds)
