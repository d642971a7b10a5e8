"""What hints use: for each game the combination that won its matches (kiebitz.solvers.habits has them)."""

from dataclasses import dataclass, replace

from kiebitz import endgame
from kiebitz.solvers.habits import habits_of
from kiebitz.solvers.parameters import check_ranges
from kiebitz.solvers.registry import make_solver

# Share of a budget that an ending may take to be solved; the search has the rest if it could not be.
ENDING_SHARE = 0.5
ENDING_NODES = 200_000  # the limit of an ending where only worlds are limited
FEW_LEFT = 6  # cards to draw: playouts reach the ending soon
# Of a budget for playouts up to there: each takes a thousandth of a second and some thousand nodes, and a few of them
# say less than many that are cut.
LEAST_SECONDS = 0.02
LEAST_NODES = 200_000


@dataclass(frozen=True)
class Best:
    """Endings are solved; before them the game's strongest search plays, shortly before them maybe another one.

    worlds: limit of the search when the budget names none, 0 for none; seconds: limit of all when it names none, 0 for
    none.
    """

    worlds: int = 0
    seconds: float = 0.0

    def __post_init__(self):
        check_ranges(self, worlds=(0, 10**9), seconds=(0, 10**9))

    def advise(self, view, budget):
        if self.seconds and not (budget.nodes or budget.seconds or budget.worlds):
            budget = replace(budget, seconds=self.seconds)
        if not endgame.settled(view):
            return self.search(view, budget).advise(view, budget)
        tried = self.ending(view, budget)
        if tried.exact or tried.stop == "interrupted":
            return tried
        left = left_of(budget, tried)
        found = self.search(view, left).advise(view, left)
        return replace(found, nodes=found.nodes + tried.nodes, seconds=found.seconds + tried.seconds)

    def ending(self, view, budget):
        """The answer of the endgame solver, exact or not."""
        from kiebitz.solvers.endgame import Endgame

        seconds = budget.seconds * ENDING_SHARE if budget.seconds else None
        nodes = max(int(budget.nodes * ENDING_SHARE), 1) if budget.nodes else None if seconds else ENDING_NODES
        limits = replace(budget, nodes=nodes, seconds=seconds, worlds=None, threads=1)
        return Endgame().advise(view, limits)

    def search(self, view, budget):
        """The solver for what is no ending, with the parameters that won."""
        habits = habits_of(view.game)
        if budget.seconds and budget.seconds < habits.least_seconds:
            return make_solver("static")
        before_ending = shortly_before_ending(view) and affords_endings(budget)
        return make_solver(f"{habits.before_ending if before_ending else habits.search}:worlds={self.worlds}")


def shortly_before_ending(view):
    """Whether playouts reach the ending soon enough to be solved there."""
    game = view.game
    return bool(habits_of(game).before_ending) and game.players == 2 and len(view.facts()["pile"]) <= FEW_LEFT


def affords_endings(budget):
    """Whether the budget is enough for playouts whose endings are solved."""
    return (budget.seconds is None or budget.seconds >= LEAST_SECONDS) and (
        budget.nodes is None or budget.nodes >= LEAST_NODES
    )


def left_of(budget, tried):
    """What a search may still use after an ending was tried in vain; always something."""
    nodes = max(budget.nodes - tried.nodes, 1) if budget.nodes else None
    seconds = max(budget.seconds - tried.seconds, 1e-3) if budget.seconds else None
    return replace(budget, nodes=nodes, seconds=seconds)
