"""One run of the endgame solver: the moves of an ending with their exact results."""

from statistics import NormalDist
from typing import TypedDict

from kiebitz import endgame
from kiebitz.core import Move, View
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.run import Continuation, Estimate, SolverRun


class SolveLimits(TypedDict):
    """Limits of one exact search. 0 means no limit."""

    nodes: int
    seconds: float


class EndgameRun(SolverRun):
    """The solution of a position that hides nothing. A row is an index of the reported outcomes.

    objective: see `kiebitz.endgame.Endgame`.
    top: number of best moves that get exact values.
    nodes: most nodes of the whole answer; 0: no limit.
    """

    def __init__(self, view: View, budget: Budget, objective: str, top: int, nodes: int) -> None:
        super().__init__("endgame", view, budget)
        self.view = view
        self.top = top
        self.nodes = nodes
        self.world = view.sample()  # the view has no other world
        self.engine = endgame.Endgame(view.game, "margin" if budget.aim == "margin" else objective)
        self.outcomes: list[endgame.Outcome] = []

    def rescue(self) -> bool:
        """Returns whether the position was searched. A search that Ctrl-C ended has its last iteration."""
        return bool(self.outcomes)

    def search(self) -> None:
        """Solves the position within the budget."""
        solution = self.engine.solve(self.world, top=self.top, **self.limits())
        self.meter.nodes, self.meter.worlds = solution.nodes, 1
        self.meter.report()
        self.exact = solution.exact
        self.stop = "exact" if solution.exact else "interrupted" if solution.interrupted else "budget"
        self.outcomes = self.shown(solution)

    def limits(self) -> SolveLimits:
        """The remaining budget. It is never 0, because 0 would mean no limit."""
        seconds = max(self.budget.seconds - self.meter.seconds, 1e-6) if self.budget.seconds else 0
        return {"nodes": max(self.nodes - self.meter.nodes, 1) if self.nodes else 0, "seconds": seconds}

    def shown(self, solution: endgame.Solution) -> list[endgame.Outcome]:
        """The best move, all others that have values, and the moves of `budget.also`; best first."""
        first, *others = solution.outcomes
        shown = [outcome for outcome in others if outcome.exact]
        asked = [o for o in others if not o.exact and o.move.text in self.budget.also]
        shown += [self.valued(outcome) for outcome in asked] if solution.exact else asked
        return [first, *sorted(shown, key=lambda outcome: (not outcome.exact, -outcome.win, -outcome.margin))]

    def valued(self, outcome: endgame.Outcome) -> endgame.Outcome:
        """The same move with its value instead of a bound, if the budget suffices."""
        after, player = self.world.copy(), self.player
        after.play(outcome.move)
        if after.over:
            return outcome._replace(margin=after.margin(player), win=after.win_share(player), exact=True)
        solution = self.engine.solve(after, **self.limits())
        self.meter.nodes += solution.nodes
        if not solution.exact:
            return outcome
        margin = solution.outcomes[0].margin * (1 if after.to_move == player else -1)
        return outcome._replace(margin=margin, win=1.0 if margin > 0 else 0.5 if margin == 0 else 0.0, exact=True)

    def rows(self) -> list[int]:
        """The reported outcomes."""
        return list(range(len(self.outcomes)))

    def chosen(self) -> int:
        """The first outcome, which the engine found best."""
        return 0

    def group(self, row: int) -> int:
        """0 for the outcomes with values, 1 for those with bounds."""
        return int(not self.outcomes[row].exact)

    def value(self, row: int) -> tuple[float, ...]:
        """The exact values: the share of the win first, unless the aim is the margin."""
        win, margin = self.outcomes[row].win, self.outcomes[row].margin
        return (margin,) if self.budget.aim == "margin" else (win, margin)

    def tied_with(self, best: int) -> set[int]:
        """The other rows whose exact values equal the best row's."""
        if not self.certain(best):
            return set()
        return {row for row in self.rows() if self.certain(row) and self.value(row) == self.value(best)} - {best}

    def move(self, row: int) -> Move:
        """The move of a reported outcome."""
        return self.outcomes[row].move

    def certain(self, row: int) -> bool:
        """Whether the value of a row is exact."""
        return self.exact and self.outcomes[row].exact

    def continuation(self, row: int) -> Continuation:
        """The best moves to the end of the game, if they are known."""
        if not self.certain(row):
            return (), ()
        return tuple(self.engine.line(self.world, self.move(row), **self.limits())), ()

    def estimate(self, row: int) -> Estimate:
        """The exact margin and share of the win of a row, what its bound allows, or the best values so far."""
        outcome = self.outcomes[row]
        margin = float(outcome.margin)
        if self.certain(row):
            return Estimate(margin, (margin, margin), outcome.win, (outcome.win, outcome.win))
        if self.exact:
            return bounded(self.deviation, margin, outcome.win)
        return Estimate(margin, margin_interval(self.view, margin), outcome.win, (0.0, 1.0))


def margin_interval(view: View, margin: float) -> tuple[float, float]:
    """The interval of a margin from a search that was cut short. Its width is that of the margin model."""
    now, low, high, _ = view.outlook()
    return margin + low - now, margin + high - now


def bounded(deviation: float, margin: float, win: float) -> Estimate:
    """The estimate of a move of which only upper bounds are known: the middle of what the margin model allows below.

    deviation: standard deviation of the final margin, in points.
    margin, win: the upper bounds.
    """
    low = margin - 3.92 * deviation
    middle = (low + margin) / 2
    chance = NormalDist().cdf(middle / deviation) if deviation else win
    return Estimate(middle, (low, margin), min(chance, win), (0.0, win))
