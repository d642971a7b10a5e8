"""What a solver answers: moves, best first, with what they are worth and how sure that is."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any


@dataclass(frozen=True)
class Ranked:
    """One move of an answer.

    margin: expected final score minus the best other player's (alone: the own score), with its interval; win: expected
    share of the win, 0..1; visits: playouts behind it; tied: not told apart from the best move; why: how its points
    come about; line: what is expected to follow.
    """

    move: Any
    points: int
    margin: float
    margin_ci: tuple[float, float]
    win: float
    win_ci: tuple[float, float]
    visits: int
    tied: bool = False
    why: tuple[str, ...] = ()
    line: tuple[str, ...] = ()

    def to_json(self):
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
        }


@dataclass(frozen=True)
class Weighing:
    """Worlds that were weighed by what the others did, and how many of equal weight would tell as much (Kish)."""

    weighed: int
    effective: float


@dataclass(frozen=True)
class Advice:
    """A solver's answer.

    stop: "budget", "confident", "interrupted", "only move", "memory" or "exact"; belief: how worlds were weighed, if
    they were.
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
    belief: Weighing | None = None

    @cached_property
    def best(self):
        return self.moves[0]

    def to_json(self):
        """The shape of `kiebitz hint --json`."""
        document = {
            "game": self.game,
            "to_move": self.to_move,
            "solver": self.solver,
            "exact": self.exact,
            "stop": self.stop,
            "nodes": self.nodes,
            "worlds": self.worlds,
            "seconds": round(self.seconds, 4),
            "seed": self.seed,
            "moves": [ranked.to_json() for ranked in self.moves],
        }
        if self.belief is not None:
            document["belief"] = {"weighed": self.belief.weighed, "effective": round(self.belief.effective, 1)}
        return document

    def __str__(self):
        lines = [f"{self.to_move} to move ({self.solver}, {self.worlds} worlds, {self.nodes} nodes)"]
        for ranked in self.moves[:5]:
            low, high = ranked.margin_ci
            tied = "=" if ranked.tied else " "
            lines.append(
                f"{tied} {ranked.move.text}: {ranked.points} points,"
                f" margin {ranked.margin:+.1f} ({low:+.1f}..{high:+.1f}), win {ranked.win:.0%}"
            )
        return "\n".join(lines)


def advice_of(table, solver, meter, moves, stop="budget", *, exact=False, belief=None):
    """The answer of a solver, by its name, for a view or position; the meter knows what it took."""
    return Advice(
        game=table.game.name,
        to_move=table.names[table.to_move],
        solver=solver,
        exact=exact,
        stop=stop,
        nodes=meter.nodes,
        worlds=meter.worlds,
        seconds=meter.seconds,
        seed=meter.budget.seed,
        moves=tuple(moves),
        belief=belief,
    )
