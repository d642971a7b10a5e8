"""How many legal moves a decision has, and how long games are."""

import numpy as np

from kiebitz.benchmarks.describe.plays import deals, decisions, stream_of


def begins_turn(position, mover_before):
    """Whether a decision begins a turn: the first one after another player's.

    In Qwinto all players write in each turn, so that one begins with a placement.
    """
    if position.game.name == "qwinto":
        return position.facts()["decision"] == "place"
    return position.to_move != mover_before


def counted(game, choose, seed, count):
    """(legal moves of every decision, decisions by game, turns by game)."""
    moves, lengths, turns = [], [], []
    for number, position in deals(game, seed, count):
        before, begun, mover = len(moves), 0, None
        for table, _ in decisions(position, choose, stream_of(seed, "branching", number)):
            moves.append(len(table.legal_moves()))
            begun += begins_turn(table, mover)
            mover = table.to_move
        lengths.append(len(moves) - before)
        turns.append(begun)
    return np.array(moves), np.array(lengths), np.array(turns)


def branching_and_length(game, choose, seed, count):
    """Two parts of a description: every decision counts once, so that long games weigh more in the branching."""
    moves, lengths, turns = counted(game, choose, seed, count)
    branching = {
        "mean": float(moves.mean()),
        "median": float(np.median(moves)),
        "p95": float(np.percentile(moves, 95)),
        "max": int(moves.max()),
        "decisions": len(moves),
    }
    return branching, {"decisions": spread(lengths), "turns": spread(turns)}


def spread(values):
    return {"mean": float(values.mean()), "sd": float(values.std(ddof=1)), "max": int(values.max())}
