"""The answer of a solver: moves, best first, with their estimates and intervals."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from kiebitz.core import Move

SHOWN = 5  # moves in the text of an answer


@dataclass(frozen=True)
class Ranked:
    """One move of an answer.

    move: the legal move.
    points: immediate points of the move.
    margin: expected final score minus the best other player's, in points; with a single player the expected score.
    margin_ci: confidence interval of the margin, at the confidence of the budget.
    win: expected share of the win, 0..1.
    win_ci: confidence interval of win, at the confidence of the budget.
    visits: number of playouts behind the estimates; 0 if there was no search.
    tied: whether the move cannot be told from the best one at this confidence.
    why: sentences that explain the points of the move.
    line: texts of the moves that are expected to follow.
    exact: whether margin and win are exact values.
    searched: whether the search looked at the move. Else margin and win are a first guess.
    """

    move: Move
    points: int
    margin: float
    margin_ci: tuple[float, float]
    win: float
    win_ci: tuple[float, float]
    visits: int
    tied: bool = False
    why: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    exact: bool = False
    searched: bool = True

    def to_json(self) -> dict[str, Any]:
        """The move as `kiebitz hint --json` prints it."""
        return {
            "move": self.move.text,
            "points": self.points,
            "margin": round(self.margin, 3),
            "margin_ci": [round(bound, 3) for bound in self.margin_ci],
            "win": round(self.win, 4),
            "win_ci": [round(bound, 4) for bound in self.win_ci],
            "visits": self.visits,
            "tied": self.tied,
            "why": list(self.why),
            "line": list(self.line),
            "exact": self.exact,
            "searched": self.searched,
        }


class SampleSize(NamedTuple):
    """How many worlds were weighted by observed moves, and how much they tell.

    weighted: number of worlds with weights.
    effective: effective sample size: so many worlds of equal weight would tell as much (Kish 1965).
    """

    weighted: int
    effective: float


class Selection(NamedTuple):
    """How many legal moves an answer looked at, if they were too many to look at all of them.

    moves: number of moves that were looked at: those of the highest value, and a uniform sample.
    total: estimated number of legal moves.
    """

    moves: int
    total: int


@dataclass(frozen=True)
class Advice:
    """A solver's answer.

    game: name of the game.
    to_move: name of the player to move.
    solver: name of the solver.
    exact: whether all values are exact.
    stop: the reason why the search ended: "budget", "confident" (sure of the best move), "enough" (no other move came
        close, but the errors of the model may decide), "interrupted", "only move", "memory" or "exact".
    nodes: number of moves made by the search.
    worlds: number of sampled worlds.
    seconds: duration of the search.
    seed: seed of the search.
    moves: ranked moves, best first, at least one.
    belief: sample size of weighted worlds; None if worlds were not weighted.
    aim: the aim of the player to move, "win" or "margin".
    selection: how many of the legal moves were looked at; None: all of them.
    """

    game: str
    to_move: str
    solver: str
    exact: bool
    stop: str
    nodes: int
    worlds: int
    seconds: float
    seed: int
    moves: tuple[Ranked, ...]
    belief: SampleSize | None = None
    aim: str = "win"
    selection: Selection | None = None

    @cached_property
    def best(self) -> Ranked:
        """The first move of the answer."""
        return self.moves[0]

    def to_json(self) -> dict[str, Any]:
        """The answer as `kiebitz hint --json` prints it."""
        found = {
            "game": self.game,
            "to_move": self.to_move,
            "solver": self.solver,
            "aim": self.aim,
            "exact": self.exact,
            "stop": self.stop,
            "nodes": self.nodes,
            "worlds": self.worlds,
            "seconds": round(self.seconds, 4),
            "seed": self.seed,
            "moves": [ranked.to_json() for ranked in self.moves],
        }
        if self.belief is not None:
            found["belief"] = {"weighed": self.belief.weighted, "effective": round(self.belief.effective, 1)}
        if self.selection is not None:
            found["selection"] = {"moves": self.selection.moves, "total": self.selection.total}
        return found

    def __str__(self) -> str:
        lines = [f"{self.to_move} to move ({self.solver}, {self.worlds} worlds, {self.nodes} nodes)"]
        for ranked in self.moves[:SHOWN]:
            low, high = ranked.margin_ci
            tied = "=" if ranked.tied else " "
            lines.append(
                f"{tied} {ranked.move.text}: {ranked.points} points,"
                f" margin {ranked.margin:+.1f} ({low:+.1f}..{high:+.1f})"
                + (f", win {ranked.win:.0%}" if ranked.searched else ", not searched")
            )
        return "\n".join(lines)
