"""Branching and length: legal moves of a decision, decisions and turns of a game."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

import kiebitz
from kiebitz.benchmarks.describe.plays import Choose, deals, decisions, stream_of

Counts = NDArray[np.int64]


def begins_turn(position: kiebitz.Position, mover_before: int | None) -> bool:
    """Whether a decision begins a turn: the first one after another player's.

    In Qwinto all players write in each turn, so that one begins with a placement.
    """
    if position.game.name == "qwinto":
        return bool(position.facts()["decision"] == "place")
    return position.to_move != mover_before


def counted(game: kiebitz.Game, choose: Choose, seed: int, count: int) -> tuple[Counts, Counts, Counts]:
    """Legal moves of every decision, decisions by game, turns by game."""
    moves: list[int] = []
    lengths, turns = [], []
    for number, position in deals(game, seed, count):
        before, begun = len(moves), 0
        mover: int | None = None
        for table, _ in decisions(position, choose, stream_of(seed, "branching", number)):
            moves.append(len(table.legal_moves()))
            begun += begins_turn(table, mover)
            mover = table.to_move
        lengths.append(len(moves) - before)
        turns.append(begun)
    return np.array(moves), np.array(lengths), np.array(turns)


def branching_and_length(
    game: kiebitz.Game, choose: Choose, seed: int, count: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Branching and length. Every decision counts once, so long games weigh more in the branching."""
    moves, lengths, turns = counted(game, choose, seed, count)
    branching = {
        "mean": float(moves.mean()),
        "median": float(np.median(moves)),
        "p95": float(np.percentile(moves, 95)),
        "max": int(moves.max()),
        "decisions": len(moves),
    }
    return branching, {"decisions": spread(lengths), "turns": spread(turns)}


def spread(values: Counts) -> dict[str, Any]:
    """Mean, standard deviation and maximum."""
    return {"mean": float(values.mean()), "sd": float(values.std(ddof=1)), "max": int(values.max())}
