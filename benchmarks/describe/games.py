"""`kiebitz bench --describe`: all properties of all games in one report."""

from collections.abc import Callable
from typing import Any

import kiebitz
from kiebitz import Game
from kiebitz.benchmarks.describe.branching import branching_and_length
from kiebitz.benchmarks.describe.luck_share import replayed, traced
from kiebitz.benchmarks.describe.pimc_properties import bias, disambiguation, leaf_correlation
from kiebitz.benchmarks.describe.plays import POLICIES, carelessly, greedily
from kiebitz.benchmarks.describe.seats import first_seat

PLAYERS = 2


def describe(games: int = 200, seed: int = 0, progress: Callable[[float, str], None] | None = None) -> dict[str, Any]:
    """The properties of every game. The same seed gives the same figures on every machine.

    games: number of deals behind each figure.
    seed: seed of all deals and moves.
    progress: function that gets the finished share, 0..1, and the name of the next part.
    """
    steps = [(name, part, describe_part) for name in kiebitz.GAMES for part, describe_part in PARTS.items()]
    found: dict[str, dict[str, Any]] = {name: {} for name in kiebitz.GAMES}
    for done, (name, part, describe_part) in enumerate(steps):
        if progress is not None:
            progress(done / len(steps), f"{name}: {part}")
        found[name] |= describe_part(kiebitz.game(name, PLAYERS), seed, games)
    if progress is not None:
        progress(1.0, "")
    return {"version": kiebitz.__version__, "players": PLAYERS, "deals": games, "seed": seed, "games": found}


def sizes(game: Game, seed: int, games: int) -> dict[str, Any]:
    """Branching and length in random and in greedy play."""
    both = {name: branching_and_length(game, choose, seed, games) for name, choose in POLICIES.items()}
    return {
        "branching": {name: branching for name, (branching, _) in both.items()},
        "length": {name: length for name, (_, length) in both.items()},
    }


def luck(game: Game, seed: int, games: int) -> dict[str, Any]:
    """The share of luck, estimated in two ways, and the share that the second way finds in games of luck alone."""
    return {
        "luck_share": {
            "replayed": replayed(game, carelessly, seed, games),
            "traced": traced(game, carelessly, seed, games),
            "traceable": traced(game, greedily, seed, games),
        }
    }


def leaves(game: Game, seed: int, games: int) -> dict[str, Any]:
    """Leaf correlation in random and in greedy play."""
    return {"leaf_correlation": {name: leaf_correlation(game, p, seed, games) for name, p in POLICIES.items()}}


def favourites(game: Game, seed: int, games: int) -> dict[str, Any]:
    """Bias to the first seat and to the favourite."""
    return {"bias": bias(game, seed, games)}


def information(game: Game, seed: int, games: int) -> dict[str, Any]:
    """Disambiguation in random and in greedy play."""
    return {"disambiguation": {name: disambiguation(game, p, seed, games) for name, p in POLICIES.items()}}


def beginning(game: Game, seed: int, games: int) -> dict[str, Any]:
    """Advantage of the first seat."""
    return {"first_seat": first_seat(game, seed, games)}


PARTS = {
    "branching and length": sizes,
    "luck": luck,
    "leaf correlation": leaves,
    "bias": favourites,
    "disambiguation": information,
    "first seat": beginning,
}
