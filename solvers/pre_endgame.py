"""A few unseen cards: each move in every world there can be, averaged.

Assumption: after the move everybody knows all cards, and the order of the pile. The expectation is exact under it; a
real player knows less, so that what a move teaches, or gives away, is worth nothing here. Where the budget does not
allow for every world those looked at are a random choice.
"""

from itertools import count
from random import Random

from kiebitz import endgame
from kiebitz.solvers.advice import Ranked, advice_of
from kiebitz.solvers.budget import Meter
from kiebitz.solvers.explain import reasons
from kiebitz.solvers.worlds import worlds

LISTING = 0.25  # share of the time in which all worlds must be found
LEAST_SAMPLED = 16  # worlds that share what is left, where nobody knows how many there are


class Enumeration:
    """The moves of a view, averaged over all its worlds."""

    def __init__(self, solver, view, budget):
        self.solver = solver
        self.view = view
        self.budget = budget
        self.meter = Meter(budget)
        self.engine = endgame.Endgame(view.game, solver.objective)
        self.moves = view.legal_moves()
        self.sums = {move: [0.0, 0.0] for move in self.moves}  # margin, win
        self.weight = 0
        self.exact = True
        self.stop = "exact"
        listed = self.listed()
        if listed is None:
            self.exact = False
            self.look_at((view.sample((budget.seed + number) % 2**64), 1) for number in count())
        else:
            self.look_at(listed, len(listed))

    def listed(self):
        """All worlds in random order; None if that takes too long, or they are more than there are nodes."""
        budget, nodes, found = self.budget, self.solver.node_limit(self.budget), []
        for world in worlds(self.view):
            found.append(world)
            if (budget.seconds and self.meter.seconds > LISTING * budget.seconds) or (nodes and len(found) > nodes):
                return None
        Random(budget.seed).shuffle(found)
        return found

    def look_at(self, weighted, number=None):
        """Solves these worlds, `number` of them or as many as there is time for."""
        for done, (world, weight) in enumerate(weighted):
            left = LEAST_SAMPLED if number is None else number - done
            solution = self.engine.solve(world, top=len(self.moves), **self.share(left))
            if solution.interrupted:
                self.interrupt()
                return
            self.meter.nodes += solution.nodes
            self.meter.worlds += 1
            self.exact &= solution.exact
            self.weight += weight
            for outcome in solution.outcomes:
                self.sums[outcome.move][0] += weight * outcome.margin
                self.sums[outcome.move][1] += weight * outcome.win
            self.meter.report()
            if self.spent():
                self.exact &= done + 1 == number
                break
        if not self.exact:
            self.stop = "budget"

    def spent(self):
        nodes, seconds = self.solver.node_limit(self.budget), self.budget.seconds
        return (nodes and self.meter.nodes >= nodes) or (seconds and self.meter.seconds >= seconds)

    def share(self, worlds_left):
        """Limits of the next world: an equal share of what is left."""
        budget, nodes = self.budget, self.solver.node_limit(self.budget)
        seconds = max(budget.seconds - self.meter.seconds, 1e-6) if budget.seconds else 0
        return {
            "nodes": max((nodes - self.meter.nodes) // worlds_left, 1) if nodes else 0,
            "seconds": seconds / worlds_left,
        }

    def interrupt(self):
        if self.weight == 0:
            raise KeyboardInterrupt
        self.exact, self.stop = False, "interrupted"

    def order(self):
        """(margin, win, move), best first; wins that rest on cut searches say little, so that margins choose then."""
        win_first = self.exact and self.solver.objective == "win"
        means = [(margin / self.weight, win / self.weight, move) for move, (margin, win) in self.sums.items()]
        return sorted(means, key=lambda mean: (-mean[1], -mean[0]) if win_first else (-mean[0], -mean[1]))

    def best(self):
        return self.order()[0][2]

    def ranked(self, place, margin, win, move, best):
        shown = place < min(self.solver.top, self.budget.explained) or move.text in self.budget.also
        told = f"average of {self.meter.worlds} worlds, in which everybody then knows all cards"
        why = (*reasons(self.view, move), told) if shown else ()
        ci = ((margin, margin), (win, win)) if self.exact else (in_doubt(self.view, margin), (0.0, 1.0))
        tied = self.exact and (margin, win) == best
        return Ranked(move, move.points, margin, ci[0], win, ci[1], 0, tied, why)

    def advice(self):
        order = self.order()
        best = order[0][:2]
        alone = len(order) < 2 or order[1][:2] != best
        ranked = [self.ranked(place, *mean, None if alone else best) for place, mean in enumerate(order)]
        return advice_of(self.view, "endgame", self.meter, ranked, self.stop, exact=self.exact)


def in_doubt(view, margin):
    """The interval around what a search that was cut short promises: the game's own spread."""
    now, low, high, _ = view.outlook()
    return margin + low - now, margin + high - now
