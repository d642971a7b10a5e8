"""Who profits from beginning: greedy against greedy, paired by deal.

Greedy players leave nothing to chance, so a deal has one game. It is played again with the hands handed on by a seat
over the same pile, as often as there are seats, so that every seat has had every hand: what a good hand is worth
cancels, and the deal is the sample.
"""

import numpy as np

from kiebitz.arena.statistics.units import SHARES
from kiebitz.benchmarks.describe.pimc_properties import with_interval
from kiebitz.benchmarks.describe.plays import deals, finished, greedily


def first_seat(game, seed, count):
    """Win share and margin of the seat that moves first, each with its 95 % interval over deals."""
    units = [np.mean([result(table) for table in rotations(start)], axis=0) for _, start in deals(game, seed, count)]
    shares, margins = np.array(units).T
    return {"win": with_interval(shares, SHARES), "margin": with_interval(margins)}


def rotations(start):
    """The deal with its hands handed on by 0, 1, ... seats."""
    facts = start.facts()
    hands = facts["hands"]
    for by in range(len(hands)):
        yield start.game.position({**facts, "hands": hands[by:] + hands[:by]}, trusted=True)


def result(position):
    """(win share, margin) of who moves first."""
    first = position.to_move
    finished(position, greedily, None)
    return position.win_share(first), position.margin(first)
