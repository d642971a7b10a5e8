"""Branching and length: legal moves of a decision, decisions and turns of a game."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

import kiebitz
from kiebitz.benchmarks.describe.plays import Choose, deals, decisions, stream_of

Counts = NDArray[np.int64]

# The decision that begins a turn, in games in which several players decide in each turn.
FIRST_DECISIONS = {"qwinto": "place"}


def begins_turn(position: kiebitz.Position, mover_before: int | None) -> bool:
    """Whether a decision begins a turn: the player before was another one.

    In the games of `FIRST_DECISIONS` a turn begins with a certain decision.

    mover_before: the seat of the decision before; None for the first decision of a game.
    """
    first = FIRST_DECISIONS.get(position.game.name)
    return position.to_move != mover_before if first is None else bool(position.facts()["decision"] == first)


def counted(game: kiebitz.Game, choose: Choose, seed: int, count: int) -> tuple[Counts, Counts, Counts]:
    """The number of legal moves of each decision, of decisions of each game, and of turns of each game."""
    moves: list[int] = []
    lengths, turns = [], []
    for number, position in deals(game, seed, count):
        before, begun = len(moves), 0
        mover: int | None = None
        for state, _ in decisions(position, choose, stream_of(seed, "branching", number)):
            moves.append(len(state.legal_moves()))
            begun += begins_turn(state, mover)
            mover = state.to_move
        lengths.append(len(moves) - before)
        turns.append(begun)
    return np.array(moves), np.array(lengths), np.array(turns)


def branching_and_length(
    game: kiebitz.Game, choose: Choose, seed: int, count: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Branching and length. Every decision counts once in the branching, so long games have more weight there."""
    moves, lengths, turns = counted(game, choose, seed, count)
    branching = {
        "mean": float(moves.mean()),
        "median": float(np.median(moves)),
        "p95": float(np.percentile(moves, 95)),
        "max": int(moves.max()),
        "decisions": len(moves),
    }
    return branching, {"decisions": distribution(lengths), "turns": distribution(turns)}


def distribution(values: Counts) -> dict[str, Any]:
    """Mean, standard deviation and maximum."""
    return {"mean": float(values.mean()), "sd": float(values.std(ddof=1)), "max": int(values.max())}
