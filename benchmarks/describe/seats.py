"""Advantage of the first seat: greedy against greedy, paired by deal.

Greedy players make no random choices, so a deal always gives the same game. Each deal is played once for each seat,
with the same pile, and the hands move on by one seat each time. Every seat then has had every hand, so the value of a
good hand cancels. The deal is the sample.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from kiebitz import Game, Position
from kiebitz.arena.statistics.units import SHARES
from kiebitz.benchmarks.describe.pimc_properties import with_interval
from kiebitz.benchmarks.describe.plays import deals, finished, greedily, stream_of


def first_seat(game: Game, seed: int, count: int) -> dict[str, Any]:
    """Share of the win and margin of the seat that moves first, each with its 95 % interval over deals."""
    units = [np.mean([result(state) for state in rotations(start)], axis=0) for _, start in deals(game, seed, count)]
    shares, margins = np.array(units).T
    return {"win": with_interval(shares, SHARES), "margin": with_interval(margins)}


def rotations(start: Position) -> Iterator[Position]:
    """The deal with its hands moved on by 0, 1, ... seats."""
    facts = start.facts()
    hands = facts["hands"]
    for by in range(len(hands)):
        yield start.game.position({**facts, "hands": hands[by:] + hands[:by]}, trusted=True)


def result(position: Position) -> tuple[float, int]:
    """Share of the win and margin of the seat that moves first."""
    first = position.to_move
    assert first is not None
    finished(position, greedily, stream_of("greedy"))
    return position.win_share(first), position.margin(first)
