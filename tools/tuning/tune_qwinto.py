"""Looks for what Qwinto's heuristic should like, by its scores alone and its matches with greedy.

python -m tools.tuning.tune_qwinto --seconds 240 --seed 1

Some of the numbers are changed at random; a change stays if the mean score alone plus the mean margin against greedy
grows on the deals of the search and on other ones as well. Prints each change that stays.
"""

import random
from time import monotonic

import kiebitz
from kiebitz.benchmarks.command_line import Parser, at_least, positive
from kiebitz.engine.qwinto import policy
from kiebitz.match import play_match
from kiebitz.search import Playouts

START = {
    "point": 1024, "empty": 100, "one": 100, "two": 100, "rightmost": 60, "above": 12, "decline": -300,
    "penalty": -5000, "rounds": 8,
}  # fmt: skip
STEPS = {
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
FACTORS = {"point", "penalty"}
SEARCHED, OTHER = 1000, 900_000  # first deals


def use(taste):
    started = [taste["empty"], taste["one"], taste["two"]]
    policy.set_taste(taste["point"], started, taste["rightmost"], taste["above"], taste["decline"], taste["penalty"])
    policy.set_rounds(taste["rounds"])


def worth(taste, games, first):
    """(mean score alone, mean margin against greedy)."""
    use(taste)
    alone = Playouts(kiebitz.game("qwinto", 1), "heuristic").run(first, games)[1] / games
    table = kiebitz.game("qwinto", 2)
    margin = 0
    for deal in range(first, first + games // 2):
        ours, theirs = play_match(table, deal, ["heuristic", "greedy"], [0, 0])[3]
        other, again = play_match(table, deal, ["greedy", "heuristic"], [0, 0])[3]
        margin += ours - theirs + again - other
    return alone, margin / games


def changed(taste, choice):
    new = dict(taste)
    for name in choice.sample(list(STEPS), choice.choice((1, 1, 2, 3))):
        step = choice.choice(STEPS[name])
        new[name] = int(new[name] * step) if name in FACTORS else new[name] + step
    new["rounds"] = min(max(new["rounds"], 2), 24)
    return new


def main(arguments=None):
    parser = Parser("tools.tuning.tune_qwinto", __doc__)
    parser.add_argument("--seconds", type=positive, default=240)
    parser.add_argument("--games", type=at_least(1), default=1500)
    parser.add_argument("--seed", type=at_least(0), default=1)
    given = parser.parse_args(arguments)
    choice, end = random.Random(given.seed), monotonic() + given.seconds
    taste, best = START, worth(START, given.games, SEARCHED)
    while monotonic() < end:
        new = changed(taste, choice)
        found = worth(new, given.games, SEARCHED)
        if sum(found) > sum(best) and sum(worth(new, given.games, OTHER)) > sum(worth(taste, given.games, OTHER)):
            taste, best = new, found
            print(f"{best[0]:.2f} alone, {best[1]:+.2f} against greedy: {taste}", flush=True)


if __name__ == "__main__":
    main()
