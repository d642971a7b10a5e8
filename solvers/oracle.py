"""Players that see hidden cards: only to measure how much there is to gain from knowing them. Never for hints."""

from dataclasses import dataclass

import numpy as np

from kiebitz.endgame import Endgame
from kiebitz.errors import BudgetError, Fault, PositionError
from kiebitz.learned import expected, values
from kiebitz.search import played_out
from kiebitz.solvers.advice import Ranked, advice_of
from kiebitz.solvers.budget import Meter
from kiebitz.solvers.habits import horizon
from kiebitz.solvers.parameters import check_choices, check_ranges
from kiebitz.solvers.registry import make_solver
from kiebitz.solvers.rollout import Rollout


def refuse(name):
    """PositionError: whoever asks has a view."""
    what = f"is what one player knows, and {name} sees all cards: it plays in arenas only"
    raise PositionError([Fault("solver", f"{what}; right would be `best`, for example")])


def hands_shown(position):
    """The mover's view, were all hands face up; the pile stays hidden."""
    full = position.facts()
    shown = {key: full[key] for key in ("hands", "drawn") if key in full}  # drawn: when Qwinto's cards were
    return position.game.view(position.view().facts() | shown, position.names, trusted=True)


def all_shown(position):
    """The mover's view, were nothing hidden; in Qwinto the order of the pile still is."""
    facts = position.facts() | {"viewer": position.to_move}
    return position.game.view(facts, position.names, trusted=True)


def outcome(position, seat):
    """(margin, share of the win) to be expected, exact at the end."""
    if position.over:
        return position.margin(seat), position.win_share(seat)
    scores = expected(position)
    margin = scores[seat] - max((score for player, score in enumerate(scores) if player != seat), default=0)
    return margin, 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0


@dataclass(frozen=True)
class Oracle:
    """Plays each move out in the one true world, the pile included; for benchmarks, not for hints.

    solver: another one that searches with sight of everything instead, and to which none of what follows applies;
    plies: changes of player before the learned value counts, 0 for whole games, -1 for what suits the game (as in
    rollout); policy: who plays on, greedy, static or heuristic; candidates: moves that are played out, those of the
    highest learned value; nodes: limit of the exact search once the pile is empty, 0 for none of it.
    """

    solver: str = ""
    plies: int = -1
    policy: str = "static"
    candidates: int = 40
    nodes: int = 20_000

    def __post_init__(self):
        if self.solver.startswith("oracle"):
            raise BudgetError(f"solver must be one that plays by what it is shown, not {self.solver!r}")
        if self.solver:
            make_solver(self.solver)
        check_choices(self, policy=("greedy", "static", "heuristic"))
        check_ranges(self, plies=(-1, 10**6), candidates=(1, 10**6), nodes=(0, 10**12))

    def advise(self, view, budget):
        refuse("oracle")

    def advise_position(self, position, budget):
        if self.solver:
            return make_solver(self.solver).advise(all_shown(position), budget)
        meter = Meter(budget, worlds=1)
        solution = self.solved(position)
        if solution is not None:
            ranked = [self.ranked(o.move, o.margin, o.win, 0) for o in solution.outcomes if o.exact]
            meter.nodes = solution.nodes
        else:
            ranked = self.played_out(position, meter)
        exact = solution is not None
        return advice_of(position, "oracle", meter, ranked, "exact" if exact else "budget", exact=exact)

    def solved(self, position):
        """The exact solution, if the pile is empty and it is found within the nodes; else None."""
        if not self.nodes or position.facts()["pile"]:
            return None
        solution = Endgame(position.game).solve(position, nodes=self.nodes)
        return solution if solution.exact else None

    def played_out(self, position, meter):
        """The candidates by what comes of them."""
        seat, moves = position.to_move, position.legal_moves()
        looked_at = np.argsort(-values(position.view())[0], kind="stable")[: self.candidates]
        plies = horizon(position.game) if self.plies < 0 else self.plies
        ends = [(moves[int(i)], played_out(position, moves[int(i)], self.policy, plies=plies)) for i in looked_at]
        meter.nodes += len(ends)
        found = [self.ranked(move, *outcome(end, seat), 1) for move, end in ends]
        return sorted(found, key=lambda ranked: -ranked.margin)

    def ranked(self, move, margin, win, visits):
        margin, win = float(margin), float(win)
        return Ranked(move, move.points, margin, (margin, margin), win, (win, win), visits)


@dataclass(frozen=True)
class OracleHand(Rollout):
    """Rollouts by one who sees all hands but not the pile; for benchmarks, not for hints.

    The parameters are those of rollout.
    """

    def advise(self, view, budget):
        refuse("oracle-hand")

    def choose(self, view, seed):
        refuse("oracle-hand")

    choose_and_predict = choose

    def advise_position(self, position, budget):
        return super().advise(hands_shown(position), budget)
