"""RLCard (Zha et al. 2020): card games in Python for reinforcement learning, PyPI package rlcard.

steps   env.step() with a random legal action; every step includes the observation that the package makes for learners
"""

import random
from functools import partial
from typing import Any

from kiebitz.benchmarks.peers.work import LeftOut, Work, collected, pick

NAME = "RLCard"
PACKAGE = "rlcard"
MODULE = "rlcard"
GAMES = ("uno", "gin-rummy")
GAMES_A_PIECE = 2


def works() -> list[Work | LeftOut]:
    """Steps of every game."""
    return collected(NAME, [(name, partial(driven, name)) for name in GAMES])


def driven(name: str) -> Work:
    """Steps of whole random games."""
    import rlcard

    environment = rlcard.make(name, config={"seed": 1})
    counts = played(environment)
    return Work("steps", NAME, name, sum(counts) / len(counts), lambda: len(played(environment)))


def played(environment: Any) -> list[int]:
    """The number of legal actions of every decision in whole random games. The games are always the same."""
    environment.seed(1)
    stream, counts = random.Random(1), []
    for _ in range(GAMES_A_PIECE):
        state, _ = environment.reset()
        while not environment.is_over():
            legal = list(state["legal_actions"])
            counts.append(len(legal))
            state, _ = environment.step(pick(stream, legal))
    return counts
