"""The solver of hints: exact values where the budget affords them, else the search that won the matches of the game."""

from dataclasses import dataclass, replace
from math import inf

from kiebitz import endgame
from kiebitz.core import View
from kiebitz.solvers.advice import Advice
from kiebitz.solvers.budget import AIMS, Budget
from kiebitz.solvers.endgame_run import EndgameRun
from kiebitz.solvers.enumerate_worlds import number_of_worlds, number_unseen
from kiebitz.solvers.meter import Meter
from kiebitz.solvers.parameters import check_parameters, documented, parameter
from kiebitz.solvers.partly_exact import partly_exact
from kiebitz.solvers.pre_endgame import EnumerationRun
from kiebitz.solvers.presets import Preset, preset_of
from kiebitz.solvers.run import FinalRun
from kiebitz.solvers.solver import Solver
from kiebitz.solvers.static import Static

# Share of the budget for exact values. If that is not enough, a search gets the rest.
ENDING_SHARE = 0.75  # with perfect information
EXACT_SHARE = 0.75  # in all worlds
EXACT_NODES = 200_000  # limit for exact values if the budget limits only worlds
TOP = 10  # moves that get exact values if time is left
MOST_UNSEEN = 10  # with more unseen cards there are too many worlds even to count them
# A world before the last draw takes at least so much.
WORLD_SECONDS = 0.002
WORLD_NODES = 1500
RESUMED = 0.9  # if the search ends before so much of the budget is used, exact values get the rest
MOST_WINNERS = 8  # the search must look at the moves that win most for certain; if there are more, it finds some itself
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
        """The exact answer if the budget suffices for all worlds, else the answer of a search."""
        budget = self.limited(budget)
        if view.scores_final:
            return FinalRun("endgame", view, budget).advise()
        run = self.exact(view, budget)
        if run is None:
            return self.search(view, budget).advise(view, budget)
        try:
            run.search()
        except KeyboardInterrupt:
            run.stop = "interrupted"
        if run.exact or (run.stop == "interrupted" and run.rescue()):
            return run.advice()
        if isinstance(run, EnumerationRun):
            return self.partly_exact(view, budget, run)
        if run.stop == "interrupted":
            return replace(Static().advise(view, budget), stop="interrupted")
        left = left_of(budget, run.meter)
        found = self.search(view, left).advise(view, left)
        return replace(found, nodes=found.nodes + run.meter.nodes, seconds=run.meter.seconds)

    def partly_exact(self, view: View, budget: Budget, run: EnumerationRun) -> Advice:
        """The answer of a search with the exact values that are known; if time is left after it, with further ones."""
        winners, left = run.bounds.winners() if run.wins_settled else [], left_of(budget, run.meter)
        if len(winners) <= MOST_WINNERS:
            left = replace(left, also=(*left.also, *(run.moves[row].text for row in winners)))
        solver = Static() if run.stop == "interrupted" else self.search(view, left)
        found = solver.advise(view, left)
        stop = "interrupted" if "interrupted" in (run.stop, found.stop) else found.stop
        run.meter.nodes += found.nodes
        if run.worlds and stop != "interrupted" and 0 < used(budget, run.meter) < RESUMED:
            try:
                run.resume(budget)
            except KeyboardInterrupt:
                stop = "interrupted"
            if run.exact:
                return run.advice()
        found = replace(found, stop=stop, nodes=run.meter.nodes, seconds=run.meter.seconds)
        return partly_exact(found, view, run.row_of, run.bounds, run.wins_settled) if run.complete else found

    def limited(self, budget: Budget) -> Budget:
        """The budget, with the solver's own limits if it has none."""
        if self.seconds and not (budget.nodes or budget.seconds or budget.worlds):
            budget = replace(budget, seconds=self.seconds)
        return replace(budget.or_worlds(self.worlds), aim=self.aim or budget.aim)

    def exact(self, view: View, budget: Budget) -> EndgameRun | EnumerationRun | None:
        """The search for exact values. None if there are too many worlds or moves to try."""
        if not view.candidate_moves().complete:
            return None
        share = ENDING_SHARE if endgame.perfect_information(view) else EXACT_SHARE
        seconds = budget.seconds * share if budget.seconds else None
        nodes = max(int(budget.nodes * share), 1) if budget.nodes else None if seconds else EXACT_NODES
        limits = replace(budget, nodes=nodes, seconds=seconds, worlds=None, threads=1)
        top = TOP if budget.explained else 1
        if endgame.perfect_information(view):
            return EndgameRun(view, limits, "win", top, nodes or 0)
        if not few_worlds(view, limits):
            return None
        return EnumerationRun(view, limits, "win", top, nodes or 0, gives_up=True)

    def search(self, view: View, budget: Budget) -> Solver:
        """The solver for a position that is no ending."""
        preset = preset_of(view.game)
        if budget.seconds and budget.seconds < preset.least_seconds:
            return Static()
        if preset.before_ending and shortly_before_ending(view) and affords_endings(budget):
            return preset.before_ending
        if preset.alone and view.game.players == 1:
            return preset.alone
        return preset.quick if preset.quick and is_quick(budget, preset) else preset.search


def is_quick(budget: Budget, preset: Preset) -> bool:
    """Whether time or nodes are so few that a quick search is better."""
    seconds, nodes = budget.seconds, budget.nodes
    return bool((seconds and seconds <= preset.quick_seconds) or (nodes and nodes <= preset.quick_nodes))


def few_worlds(view: View, limits: Budget) -> bool:
    """Whether cards alone are hidden, in so few ways that all worlds may be solved within the limits."""
    if not endgame.has_endings(view.game) or view.pile_size > MOST_UNSEEN:
        return False
    if not 0 < number_unseen(view) <= MOST_UNSEEN:
        return False
    most = min(
        limits.seconds / WORLD_SECONDS if limits.seconds else inf, limits.nodes / WORLD_NODES if limits.nodes else inf
    )
    return number_of_worlds(view) <= most


def shortly_before_ending(view: View) -> bool:
    """Whether there are two players and the pile is so small that playouts soon reach an ending."""
    return view.game.players == 2 and view.pile_size <= FEW_LEFT


def affords_endings(budget: Budget) -> bool:
    """Whether the budget suffices for playouts whose endings are solved."""
    return (budget.seconds is None or budget.seconds >= LEAST_SECONDS) and (
        budget.nodes is None or budget.nodes >= LEAST_NODES
    )


def used(budget: Budget, meter: Meter) -> float:
    """The used share of a budget of nodes or seconds; 0 if it has neither."""
    return Meter(replace(budget, worlds=None), meter.nodes, start=meter.start).share()


def left_of(budget: Budget, tried: Meter) -> Budget:
    """The budget that remains for a search after the exact search failed; always more than 0."""
    nodes = max(budget.nodes - tried.nodes, 1) if budget.nodes else None
    seconds = max(budget.seconds - tried.seconds, 1e-3) if budget.seconds else None
    return replace(budget, nodes=nodes, seconds=seconds)
