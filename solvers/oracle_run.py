"""One run of the oracle: an exact search if the pile is empty, else playouts in the true world."""

from typing import NamedTuple

import numpy as np

from kiebitz.core import Move, Position
from kiebitz.endgame import Endgame
from kiebitz.learned import expected, values
from kiebitz.search import played_out
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.game_defaults import horizon
from kiebitz.solvers.run import Estimate, SolverRun


class MoveResult(NamedTuple):
    """The result of a move: final or expected margin in points, and share of the win, 0..1."""

    move: Move
    margin: float
    win: float
    visits: int


class OracleRun(SolverRun):
    """The moves of a position with their results in the true world. A row is an index of the results, best first.

    The parameters are those of `Oracle`.
    """

    def __init__(
        self, position: Position, budget: Budget, plies: int, policy: str, candidates: int, nodes: int
    ) -> None:
        super().__init__("oracle", position, budget)
        self.position = position
        self.plies = horizon(position.game) if plies < 0 else plies
        self.policy = policy
        self.candidates = candidates
        self.nodes = nodes
        self.meter.worlds = 1
        self.results: list[MoveResult] = []

    def search(self) -> None:
        """Solves the position if possible, else plays the candidates out."""
        solved = self.solved()
        self.results = self.played_out() if solved is None else solved
        if solved is not None:
            self.exact, self.stop = True, "exact"

    def solved(self) -> list[MoveResult] | None:
        """The exact results if the pile is empty and the nodes suffice, else None."""
        if not self.nodes or self.position.pile_size:
            return None
        solution = Endgame(self.position.game).solve(self.position, nodes=self.nodes)
        if not solution.exact:
            return None
        self.meter.nodes = solution.nodes
        return [MoveResult(o.move, o.margin, o.win, 0) for o in solution.outcomes if o.exact]

    def played_out(self) -> list[MoveResult]:
        """The candidates with the results of their playouts."""
        position = self.position
        rows = np.argsort(-values(position.view())[0], kind="stable")[: self.candidates].tolist()
        self.meter.nodes += len(rows)
        found = []
        for move in (self.moves[row] for row in rows):
            end = played_out(position, move, self.policy, plies=self.plies)
            found.append(MoveResult(move, *outcome(end, self.player), 1))
        return sorted(found, key=lambda result: -result.margin)

    def rows(self) -> list[int]:
        """The results."""
        return list(range(len(self.results)))

    def move(self, row: int) -> Move:
        """The move of a result."""
        return self.results[row].move

    def visits(self, row: int) -> int:
        """Number of playouts of a result; 0 if it is exact."""
        return self.results[row].visits

    def explains(self, row: int, place: int) -> bool:
        """Returns False: an oracle explains nothing."""
        return False

    def estimate(self, row: int) -> Estimate:
        """The result of a row. Its intervals have no width."""
        margin, win = float(self.results[row].margin), float(self.results[row].win)
        return Estimate(margin, (margin, margin), win, (win, win))


def outcome(position: Position, seat: int) -> tuple[float, float]:
    """Returns (margin, share of the win): expected by the learned value, final at the end of the game.

    Before the end the share is 1, 0.5 or 0, by the sign of the margin.
    """
    if position.over:
        return position.margin(seat), position.win_share(seat)
    scores = expected(position)
    margin = scores[seat] - max((score for player, score in enumerate(scores) if player != seat), default=0)
    return margin, 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0
