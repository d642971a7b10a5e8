"""Leaf correlation, bias and disambiguation: the properties that decide whether searching sampled worlds works.

After Long, Sturtevant, Buro & Furtak, "Understanding the Success of Perfect Information Monte Carlo Sampling in Game
Tree Search", AAAI 2010. There they are the parameters of made-up trees, counted where trees are small. Here, where they
are not, each is estimated from playouts; payoffs are shares of the win, points do not matter.

leaf correlation   the chance that all sibling leaves pay the same. A game is played; at its last decision with a
                   choice every legal move (at most SIBLINGS, drawn at random) is played in that world, and greedily on
                   where it does not end the game at once. Counted is how often all of them pay the mover the same.
bias               the chance that a leaf favours one particular player: the share of the win of the first seat over
                   random playouts of deals. `inside` is the same within subtrees, where it matters: the share of the
                   favourite in a world halfway through a random game, found by half of PLAYOUTS random playouts there
                   and measured by the other half, so that chance does not make a favourite.
disambiguation     how much of a player's information set others' play rules out until that player is next to move.
                   WORLDS worlds are sampled from the player's view; the decisions that follow are replayed in each; one
                   where somebody could not have done what was seen is ruled out, and the factor is the share of those.
                   What draws add or show is left out: sets would grow by them as well as shrink.
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

Estimate = dict[str, Any]  # mean and ci


def leaf_correlation(game: Game, choose: Choose, seed: int, count: int) -> Estimate:
    """The chance that all sibling leaves pay the same."""
    alike = [
        siblings_pay_alike(last_choice(start, choose, stream), stream)
        for number, start in deals(game, seed, count)
        for stream in [stream_of(seed, "leaves", number)]
    ]
    return with_interval(alike, SHARES)


def last_choice(start: Position, choose: Choose, stream: random.Random) -> Position:
    """The last position of a game with more than one legal move; the first one if there never is a choice."""
    last = start.copy()
    for position, _ in decisions(start, choose, stream):
        if len(position.legal_moves()) > 1:
            last = position.copy()
    return last


def siblings_pay_alike(position: Position, stream: random.Random) -> float:
    """1 if all legal moves pay the mover the same, else 0."""
    mover, moves = position.to_move, position.legal_moves()
    assert mover is not None
    payoffs = set()
    for index in stream.sample(range(len(moves)), min(len(moves), SIBLINGS)):
        after = position.copy()
        after.play(moves[index])
        payoffs.add(finished(after, greedily, stream).win_share(mover))
    return float(len(payoffs) <= 1)


def bias(game: Game, seed: int, count: int) -> dict[str, Estimate]:
    """Bias to the first seat in whole games, and to the favourite inside them."""
    first, inside = [], []
    for number, start in deals(game, seed, count):
        stream = stream_of(seed, "bias", number)
        passed = [position.copy() for position, _ in decisions(start, at_random, stream)]
        first.append(start.win_share(0))
        inside.append(favour(passed[len(passed) // 2], stream))
    return {"first": with_interval(first, SHARES), "inside": with_interval(inside, SHARES)}


def favour(world: Position, stream: random.Random) -> float:
    """The favourite's share of the win among leaves below a world that did not choose the favourite."""
    ends = [finished(world.copy(), at_random, stream) for _ in range(PLAYOUTS)]
    shares = np.array([[end.win_share(seat) for seat in range(world.game.players)] for end in ends])
    favourite = int(np.argmax(shares[::2].mean(axis=0)))
    return float(shares[1::2, favourite].mean())


def disambiguation(game: Game, choose: Choose, seed: int, count: int) -> Estimate | None:
    """The mean share of worlds ruled out between two turns of a player, over games; None without such turns."""
    factors: list[float] = []
    for number, start in deals(game, seed, count):
        stream = stream_of(seed, "worlds", number)
        found = ruled_out(start, choose, stream)
        factors += [float(np.mean(found))] if found else []
    return with_interval(factors, SHARES) if factors else None


def ruled_out(start: Position, choose: Choose, stream: random.Random) -> list[float]:
    """The share of worlds ruled out, for each pair of a player's decisions with decisions of others in between."""
    found: list[float] = []
    worlds: dict[int, list[Position]] = {}
    watched: dict[int, bool] = {}
    for position, move in decisions(start, choose, stream):
        mover, shown = position.to_move, position.shown(move)
        assert mover is not None
        if turned_up(position):
            worlds.clear()  # the choice is among cards that chance showed, and no sampled world has the same
        if mover in worlds and watched[mover]:
            found.append(1 - len(worlds[mover]) / WORLDS)
        for seat in worlds.keys() - {mover}:
            worlds[seat] = [world for world in worlds[seat] if agrees(world, move, shown)]
            watched[seat] = True
        worlds[mover] = [world for world in sampled(position, stream) if agrees(world, move, shown)]
        watched[mover] = False
    return found


def turned_up(position: Position) -> bool:
    """Whether the move is chosen among cards just turned up, as after a discarded 3 in Quanto."""
    return position.game.name == "quanto" and bool(position.facts()["decision"] == "three")


def sampled(position: Position, stream: random.Random) -> list[Position]:
    """Worlds from the view of the player to move."""
    view = position.view()
    return [view.sample(stream.getrandbits(63)) for _ in range(WORLDS)]


def agrees(world: Position, move: Move, shown: Move | None) -> bool:
    """Whether the mover could have played a move in this world; plays it, or one that others see as the same."""
    try:
        world.play(move if shown is None or shown == move else alike(world, shown, move))
    except IllegalMoveError:
        return False
    return True


def alike(world: Position, shown: Move, otherwise: Move) -> Move:
    """The last of the legal moves that others see as this."""
    moves = world.legal_moves()
    looks = (moves[i] for i in reversed(range(len(moves))))
    return next((move for move in looks if world.shown(move) == shown), otherwise)


def with_interval(values: ArrayLike, bounds: tuple[float, float] | None = None) -> Estimate:
    """A mean with its 95 % interval."""
    mean, *ends = interval(values, bounds=bounds)
    return {"mean": mean, "ci": ends}
