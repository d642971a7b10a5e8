"""Works of kiebitz: random games from Python, random playouts of the engine, rollouts of the search."""

import random
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

import kiebitz
from kiebitz.benchmarks.peers.work import OPENING, Work, pick
from kiebitz.benchmarks.workloads import PLAYERS, positions
from kiebitz.search import Playouts, Rollouts

GAMES = 5  # games driven from Python
PLAYOUTS = 50
CANDIDATES, WORLDS = 20, 10


def works() -> Iterator[Work]:
    """Every kind of work for every game."""
    for name in kiebitz.GAMES:
        game = kiebitz.game(name, PLAYERS)
        moves = legal_moves(game)
        yield Work("steps", "kiebitz", name, moves, partial(steps, game))
        yield Work("rules", "kiebitz", name, legal_moves(game, OPENING), partial(steps, game, OPENING))
        yield Work("playouts", "kiebitz", name, moves, partial(playouts, game))
        yield Work("simulations", "kiebitz, greedy rollouts", name, moves, rollouts(positions(name, seeds=[1])[1]))


def played(game: kiebitz.Game, most: int = 10**6) -> list[int]:
    """The number of legal moves of each decision in random games, driven from Python. The games are always the same.

    most: the number of decisions of a game after which it is stopped.
    """
    stream, counts = random.Random(1), []
    for number in range(GAMES):
        position, left = game.deal(number), most
        while left and not position.over:
            legal = position.legal_moves()
            counts.append(len(legal))
            position.play(pick(stream, legal))
            left -= 1
    return counts


def playouts(game: kiebitz.Game) -> int:
    """The number of decisions in random playouts."""
    return Playouts(game, "random").run(1, PLAYOUTS)[0]


def steps(game: kiebitz.Game, most: int = 10**6) -> int:
    """The number of decisions played."""
    return len(played(game, most))


def legal_moves(game: kiebitz.Game, most: int = 10**6) -> float:
    """Mean number of legal moves of a decision."""
    return float(np.mean(played(game, most)))


def rollouts(position: kiebitz.Position) -> Callable[[], int]:
    """Rollouts of up to CANDIDATES moves, each in WORLDS sampled worlds, with greedy players to the end of the game."""
    kernel = Rollouts(position.view(), 0, seed=1)
    which = np.arange(min(CANDIDATES, len(kernel.moves)), dtype=np.int32)
    margins, wins = (np.zeros((len(which), WORLDS), np.float32) for _ in range(2))

    def run() -> int:
        kernel.run(which, 0, margins, wins)
        return int(margins.size)

    return run
