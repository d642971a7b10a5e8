"""Endings solved to the end: the solver around the engine's endgame kernel."""

from dataclasses import dataclass

from kiebitz import endgame
from kiebitz.errors import Fault, PositionError
from kiebitz.solvers.advice import Ranked, advice_of
from kiebitz.solvers.budget import Budget, Meter
from kiebitz.solvers.explain import reasons
from kiebitz.solvers.parameters import check_choices, check_ranges
from kiebitz.solvers.pre_endgame import Enumeration, in_doubt
from kiebitz.solvers.registry import make_solver
from kiebitz.solvers.worlds import number_unseen

MOST_UNSEEN = 10  # with two hands of four, 10 unseen cards are 151,200 worlds
NODES = 300_000  # where neither the budget nor the solver names a limit


@dataclass(frozen=True)
class Endgame:
    """Endings in which nothing is hidden are solved to the end; before them another solver plays.

    until: the solver that plays as long as something is hidden, none if empty; unseen: up to so many unseen cards all
    worlds are solved and averaged; objective: win (then the margin) or margin; top: best moves that get exact values,
    the others are left out; nodes: limit where the budget names none, 0 for none but without any limit 300,000.
    """

    until: str = ""
    unseen: int = 0
    objective: str = "win"
    top: int = 10
    nodes: int = 0

    def __post_init__(self):
        check_choices(self, objective=endgame.OBJECTIVES)
        check_ranges(self, top=(1, 10**4), nodes=(0, 10**15), unseen=(0, MOST_UNSEEN))
        if self.until:
            make_solver(self.until)

    def choose(self, view, seed):
        if endgame.settled(view):
            return self.solve(view, 1, nodes=self.nodes or NODES).outcomes[0].move
        if self.few_unseen(view):
            return Enumeration(self, view, Budget(seed=seed)).best()
        before = self.before()
        if hasattr(before, "choose"):
            return before.choose(view, seed)
        return before.advise(view, Budget(seconds=1.0, seed=seed)).best.move

    def advise(self, view, budget):
        if endgame.settled(view):
            return Ending(self, view, budget).advice()
        if self.few_unseen(view):
            return Enumeration(self, view, budget).advice()
        return self.before().advise(view, budget)

    def node_limit(self, budget):
        """Nodes that an answer may take, 0 for as many as there is time for."""
        return budget.nodes or self.nodes or (0 if budget.seconds else NODES)

    def few_unseen(self, view):
        """Whether all worlds are to be looked at."""
        return 0 < number_unseen(view) <= self.unseen if self.unseen else False

    def solve(self, view, top, **limits):
        return endgame.Endgame(view.game, self.objective).solve(view.sample(), top=top, **limits)

    def before(self):
        """The solver for what is no ending; PositionError if there is none."""
        if self.until:
            return make_solver(self.until)
        what = "more than an ending: something is hidden or left to chance"
        raise PositionError([Fault("position", f"is {what}; `endgame:until=greedy` lets greedy play until then")])


class Ending:
    """One ending to be explained: its moves by what they lead to."""

    def __init__(self, solver, view, budget):
        self.solver = solver
        self.view = view
        self.budget = budget
        self.meter = Meter(budget)
        self.world = view.sample()  # the only one there is
        self.engine = endgame.Endgame(view.game, solver.objective)
        self.solution = self.engine.solve(self.world, top=solver.top, **self.limits())
        self.meter.nodes, self.meter.worlds = self.solution.nodes, 1
        self.meter.report()

    def limits(self):
        """What is left of the budget; never nothing, since that would mean no limit."""
        budget, nodes = self.budget, self.solver.node_limit(self.budget)
        seconds = max(budget.seconds - self.meter.seconds, 1e-6) if budget.seconds else 0
        return {"nodes": max(nodes - self.meter.nodes, 1) if nodes else 0, "seconds": seconds}

    def advice(self):
        outcomes = self.shown()
        ranked = [self.ranked(place, outcome, outcomes) for place, outcome in enumerate(outcomes)]
        solution = self.solution
        stop = "exact" if solution.exact else "interrupted" if solution.interrupted else "budget"
        return advice_of(self.view, "endgame", self.meter, ranked, stop, exact=solution.exact)

    def shown(self):
        """The best move, all others that have values, and those that were asked for, best first."""
        first, *others = self.solution.outcomes
        shown = [outcome for outcome in others if outcome.exact]
        asked = [o for o in others if not o.exact and o.move.text in self.budget.also]
        shown += [self.valued(outcome) for outcome in asked] if self.solution.exact else asked
        return [first, *sorted(shown, key=lambda outcome: (not outcome.exact, -outcome.win, -outcome.margin))]

    def valued(self, outcome):
        """The same move with its value instead of a bound, if the budget allows."""
        after, player = self.world.copy(), self.view.to_move
        after.play(outcome.move)
        if after.over:
            return outcome._replace(margin=after.margin(player), win=after.win_share(player), exact=True)
        solution = self.engine.solve(after, **self.limits())
        self.meter.nodes += solution.nodes
        if not solution.exact:
            return outcome
        margin = solution.outcomes[0].margin * (1 if after.to_move == player else -1)
        return outcome._replace(margin=margin, win=1.0 if margin > 0 else 0.5 if margin == 0 else 0.0, exact=True)

    def ranked(self, place, outcome, outcomes):
        best, exact = outcomes[0], outcome.exact and self.solution.exact
        equal = [o for o in outcomes if o.exact and (o.win, o.margin) == (best.win, best.margin)]
        budget = self.budget
        line = self.engine.line(self.world, outcome.move, **self.limits()) if exact and place < budget.followed else ()
        told = place < budget.explained or outcome.move.text in budget.also
        why = reasons(self.view, outcome.move) if told else ()
        margin, win = float(outcome.margin), outcome.win
        margin_ci, win_ci = ((margin, margin), (win, win)) if exact else (in_doubt(self.view, margin), (0.0, 1.0))
        tied = exact and len(equal) > 1 and outcome in equal
        move = outcome.move
        return Ranked(move, move.points, margin, margin_ci, win, win_ci, 0, tied, why, tuple(line))
