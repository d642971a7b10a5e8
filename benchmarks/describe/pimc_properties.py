"""Leaf correlation, bias and disambiguation: the properties that decide whether a search of sampled worlds works.

After Long, Sturtevant, Buro & Furtak, "Understanding the Success of Perfect Information Monte Carlo Sampling in Game
Tree Search", AAAI 2010. There the properties are parameters of artificial trees, and small trees are counted. The trees
here are too big, so each property is estimated from playouts. Payoffs are shares of the win; points do not matter.

leaf correlation   The chance that all sibling leaves have the same payoff. A game is played to its last decision with a
                   choice. Every legal move there (at most SIBLINGS, drawn at random) is played in that world, and the
                   greedy policy plays on to the end of the game. The figure is the share of games in which the mover
                   gets the same payoff from all moves.
bias               The chance that a leaf favours one particular player: the first seat's share of the win over random
                   playouts of deals. `inside` is the bias within subtrees, where it matters: the share of the favourite
                   in a world in the middle of a random game. One half of PLAYOUTS random playouts finds the favourite
                   and the other half measures the share, so that chance does not make a favourite.
disambiguation     The part of a player's information set that the moves of others rule out before the player's next
                   decision. WORLDS worlds are sampled from the player's view, and the following decisions are replayed
                   in each. A world is ruled out if a player could not have made the observed move there. The figure is
                   the share of these worlds. New cards that draws add or show are not counted: they make information
                   sets grow as well as shrink.
"""

import random
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kiebitz import Game, Move, Position
from kiebitz.arena.statistics.units import SHARES, interval
from kiebitz.benchmarks.describe.plays import Choose, at_random, deals, decisions, finished, greedily, stream_of
from kiebitz.errors import IllegalMoveError

SIBLINGS = 32
PLAYOUTS = 16
WORLDS = 16

# The decision between cards that were just turned up, in games that have one.
TURNED_UP = {"quanto": "three"}

MeanAndInterval = dict[str, Any]  # mean and ci


def leaf_correlation(game: Game, choose: Choose, seed: int, count: int) -> MeanAndInterval:
    """The chance that all sibling leaves have the same payoff, with its 95 % interval."""
    alike = [
        siblings_pay_alike(last_choice(start, choose, stream), stream)
        for number, start in deals(game, seed, count)
        for stream in [stream_of(seed, "leaves", number)]
    ]
    return with_interval(alike, SHARES)


def last_choice(start: Position, choose: Choose, stream: random.Random) -> Position:
    """The last position of a game with more than one legal move; the first position if there is none."""
    last = start.copy()
    for position, _ in decisions(start, choose, stream):
        if len(position.legal_moves()) > 1:
            last = position.copy()
    return last


def siblings_pay_alike(position: Position, stream: random.Random) -> float:
    """1 if the mover gets the same payoff from all legal moves, else 0."""
    mover, moves = position.to_move, position.legal_moves()
    assert mover is not None
    payoffs = set()
    for index in stream.sample(range(len(moves)), min(len(moves), SIBLINGS)):
        after = position.copy()
        after.play(moves[index])
        payoffs.add(finished(after, greedily, stream).win_share(mover))
    return float(len(payoffs) <= 1)


def bias(game: Game, seed: int, count: int) -> dict[str, MeanAndInterval]:
    """Bias to the first seat in whole games, and to the favourite inside games, each with its 95 % interval."""
    first, inside = [], []
    for number, start in deals(game, seed, count):
        stream = stream_of(seed, "bias", number)
        passed = [position.copy() for position, _ in decisions(start, at_random, stream)]
        first.append(start.win_share(0))
        inside.append(favour(passed[len(passed) // 2], stream))
    return {"first": with_interval(first, SHARES), "inside": with_interval(inside, SHARES)}


def favour(world: Position, stream: random.Random) -> float:
    """The favourite's share of the win among leaves below a world. Other leaves have chosen the favourite."""
    ends = [finished(world.copy(), at_random, stream) for _ in range(PLAYOUTS)]
    shares = np.array([[end.win_share(seat) for seat in range(world.game.players)] for end in ends])
    favourite = int(np.argmax(shares[::2].mean(axis=0)))
    return float(shares[1::2, favourite].mean())


def disambiguation(game: Game, choose: Choose, seed: int, count: int) -> MeanAndInterval | None:
    """The mean share of worlds that are ruled out between two decisions of a player; None if there are none."""
    factors: list[float] = []
    for number, start in deals(game, seed, count):
        stream = stream_of(seed, "worlds", number)
        found = ruled_out(start, choose, stream)
        factors += [float(np.mean(found))] if found else []
    return with_interval(factors, SHARES) if factors else None


def ruled_out(start: Position, choose: Choose, stream: random.Random) -> list[float]:
    """For each decision of a player, the share of worlds that others have ruled out since the decision before."""
    found: list[float] = []
    worlds: dict[int, list[Position]] = {}
    watched: dict[int, bool] = {}
    for position, move in decisions(start, choose, stream):
        mover, shown = position.to_move, position.shown(move)
        assert mover is not None
        if turned_up(position):
            worlds.clear()  # the choice is among cards that chance has shown, and sampled worlds show other cards
        if mover in worlds and watched[mover]:
            found.append(1 - len(worlds[mover]) / WORLDS)
        for seat in worlds.keys() - {mover}:
            worlds[seat] = [world for world in worlds[seat] if agrees(world, move, shown)]
            watched[seat] = True
        worlds[mover] = [world for world in sampled(position, stream) if agrees(world, move, shown)]
        watched[mover] = False
    return found


def turned_up(position: Position) -> bool:
    """Whether the move is chosen among cards that were just turned up."""
    among_turned = TURNED_UP.get(position.game.name)
    return among_turned is not None and bool(position.facts()["decision"] == among_turned)


def sampled(position: Position, stream: random.Random) -> list[Position]:
    """Worlds from the view of the player to move."""
    view = position.view()
    return [view.sample(stream.getrandbits(63)) for _ in range(WORLDS)]


def agrees(world: Position, move: Move, shown: Move | None) -> bool:
    """Whether the mover could have made a move in this world. Plays it, or a move that looks the same to others."""
    try:
        world.play(move if shown is None or shown == move else alike(world, shown, move))
    except IllegalMoveError:
        return False
    return True


def alike(world: Position, shown: Move, otherwise: Move) -> Move:
    """The last legal move that looks to others like `shown`; `otherwise` if there is none."""
    moves = world.legal_moves()
    looks = (moves[i] for i in reversed(range(len(moves))))
    return next((move for move in looks if world.shown(move) == shown), otherwise)


def with_interval(values: ArrayLike, bounds: tuple[float, float] | None = None) -> MeanAndInterval:
    """A mean with its 95 % interval."""
    mean, *ends = interval(values, bounds=bounds)
    return {"mean": mean, "ci": ends}
