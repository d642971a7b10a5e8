"""`kiebitz bench --describe`: all measures of all games in one document."""

import kiebitz
from kiebitz.benchmarks.describe.branching import branching_and_length
from kiebitz.benchmarks.describe.luck_share import replayed, traced
from kiebitz.benchmarks.describe.pimc_properties import bias, disambiguation, leaf_correlation
from kiebitz.benchmarks.describe.plays import POLICIES, carelessly, greedily
from kiebitz.benchmarks.describe.seats import first_seat

PLAYERS = 2


def describe(games=200, seed=0, progress=None):
    """Every game's description from that many deals, the same for the same seed on every machine.

    progress: called with the share done, 0..1.
    """
    steps = [(name, part, measure) for name in kiebitz.GAMES for part, measure in MEASURES.items()]
    found = {name: {} for name in kiebitz.GAMES}
    for done, (name, part, measure) in enumerate(steps):
        if progress is not None:
            progress(done / len(steps), f"{name}: {part}")
        found[name] |= measure(kiebitz.game(name, PLAYERS), seed, games)
    if progress is not None:
        progress(1.0)
    return {"version": kiebitz.__version__, "players": PLAYERS, "deals": games, "seed": seed, "games": found}


def sizes(game, seed, games):
    both = {name: branching_and_length(game, choose, seed, games) for name, choose in POLICIES.items()}
    return {
        "branching": {name: branching for name, (branching, _) in both.items()},
        "length": {name: length for name, (_, length) in both.items()},
    }


def luck(game, seed, games):
    return {
        "luck_share": {
            "replayed": replayed(game, carelessly, seed, games),
            "traced": traced(game, carelessly, seed, games),
            "traceable": traced(game, greedily, seed, games),
        }
    }


def leaves(game, seed, games):
    return {"leaf_correlation": {name: leaf_correlation(game, p, seed, games) for name, p in POLICIES.items()}}


def favourites(game, seed, games):
    return {"bias": bias(game, seed, games)}


def information(game, seed, games):
    return {"disambiguation": {name: disambiguation(game, p, seed, games) for name, p in POLICIES.items()}}


def beginning(game, seed, games):
    return {"first_seat": first_seat(game, seed, games)}


MEASURES = {
    "branching and length": sizes,
    "luck": luck,
    "leaf correlation": leaves,
    "bias": favourites,
    "disambiguation": information,
    "first seat": beginning,
}
