"""Searches constants for Qwinto's heuristic, by its scores in games alone and its matches with greedy.

    python -m tools.tuning.tune_qwinto --seconds 240 --seed 1

The program changes some constants at random. It keeps a change if the mean score alone plus the mean margin against
greedy grows, on the deals of the search and on other deals. It prints each change that it keeps.
"""

import random
import sys
from collections.abc import Sequence
from time import monotonic
from typing import Annotated

from typer import Option

import kiebitz
from kiebitz.benchmarks.command_line import Games, Seed, positive, run
from kiebitz.engine.qwinto import policy  # type: ignore[attr-defined]  # compiled, without a stub
from kiebitz.match import play_match
from kiebitz.search import Playouts

START = {
    "point": 1024, "empty": 100, "one": 100, "two": 100, "rightmost": 60, "above": 12, "decline": -300,
    "penalty": -5000, "rounds": 8,
}  # fmt: skip
STEPS: dict[str, tuple[float, ...]] = {
    "point": (0.7, 0.85, 1.2, 1.5),
    "empty": (-150, -50, 50, 150),
    "one": (-200, -80, 80, 200),
    "two": (-500, -200, 200, 500),
    "rightmost": (-40, -15, 15, 40),
    "above": (-2, -1, 1, 2),
    "decline": (-400, -150, 150, 400),
    "penalty": (0.6, 0.8, 1.25, 1.6),
    "rounds": (-3, -1, 1, 3),
}
FACTORS = {"point", "penalty"}  # constants whose steps are factors; the other steps are added
SEARCHED, OTHER = 1000, 900_000  # the first deal of the search, and the first of the other deals

PolicyWeights = dict[str, int]

Time = Annotated[float, Option(parser=positive, metavar="S", help="Seconds of the search.")]


def use(weights: PolicyWeights) -> None:
    """Gives the heuristic these constants."""
    started = [weights["empty"], weights["one"], weights["two"]]
    policy.set_rank_weights(
        weights["point"], started, weights["rightmost"], weights["above"], weights["decline"], weights["penalty"]
    )
    policy.set_rounds(weights["rounds"])


def worth(weights: PolicyWeights, games: int, first: int) -> tuple[float, float]:
    """The mean score of games played alone, and the mean margin against greedy, in points.

    games: number of games of each kind.
    first: number of the first deal.
    """
    use(weights)
    alone = Playouts(kiebitz.game("qwinto", 1), "heuristic").run(first, games)[1] / games
    this_game = kiebitz.game("qwinto", 2)
    margin = 0
    for deal in range(first, first + games // 2):
        ours, theirs = play_match(this_game, deal, ["heuristic", "greedy"], [0, 0])[3]
        other, again = play_match(this_game, deal, ["greedy", "heuristic"], [0, 0])[3]
        margin += ours - theirs + again - other
    return alone, margin / games


def changed(weights: PolicyWeights, choice: random.Random) -> PolicyWeights:
    """The constants after one to three random changes."""
    new = dict(weights)
    for name in choice.sample(list(STEPS), choice.choice((1, 1, 2, 3))):
        step = choice.choice(STEPS[name])
        new[name] = int(new[name] * step if name in FACTORS else new[name] + step)
    new["rounds"] = min(max(new["rounds"], 2), 24)
    return new


def tune_qwinto(seconds: Time = 240, games: Games = 1500, seed: Seed = 1) -> None:
    """Which constants should Qwinto's heuristic have?

    The program changes some constants at random. It keeps a change if the mean score alone plus the mean margin against
    greedy grows, on the deals of the search and on other deals. It prints each change that it keeps.
    """
    choice, end = random.Random(seed), monotonic() + seconds
    weights, best = START, worth(START, games, SEARCHED)
    while monotonic() < end:
        new = changed(weights, choice)
        found = worth(new, games, SEARCHED)
        if sum(found) > sum(best) and sum(worth(new, games, OTHER)) > sum(worth(weights, games, OTHER)):
            weights, best = new, found
            print(f"{best[0]:.2f} alone, {best[1]:+.2f} against greedy: {weights}", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit status."""
    return run("tools.tuning.tune_qwinto", tune_qwinto, arguments)


if __name__ == "__main__":
    sys.exit(main())
