"""How many times fewer units give the same interval when luck is taken out of a match of two solvers.

python -m tools.luck_ratio static greedy --units 400
python -m tools.luck_ratio rollout:candidates=20:plies=3 greedy --worlds 20 --plies 1,2,4

Every row is one value function alone, its weight learnt on other units; the last one lets all of them share the work.
Intervals are 95 %, by a jackknife over groups of units. Below stands what playing each deal in both seatings saves.
"""

import random
import time

import numpy as np

import kiebitz
from kiebitz.arena.statistics.adjusting import adjusted, ratio_interval
from kiebitz.arena.statistics.luck import LookAhead, Replay, foresight, luck
from kiebitz.arena.statistics.units import interval
from kiebitz.benchmarks.command_line import Parser, at_least, solver
from kiebitz.search import POLICIES
from kiebitz.solvers import Budget, make_solver


def choose(text, player, view, seed, worlds):
    if hasattr(player, "choose") and (worlds is None or text in POLICIES):
        return player.choose(view, seed)
    return player.advise(view, Budget(worlds=worlds, seed=seed)).best.move


def unit(game, number, texts, asked):
    """Both seatings of a deal: (margin and win share of the first solver, their luck, seconds to play and to adjust).

    Results by game, shape (2, 2). The luck, shape (values,), margins first and then as many win shares, and the seconds
    are means over the two games.
    """
    results, taken, seconds = [], [], []
    for seat in (0, 1):
        seated = texts[::-1] if seat else texts
        solvers = [make_solver(text) for text in seated]
        stream = random.Random(f"{number} {seat}")
        start = game.deal(number)
        position, moves, began = start.copy(), [], time.perf_counter()
        while not position.over:
            mover, seed = position.to_move, stream.getrandbits(63)
            moves.append(choose(seated[mover], solvers[mover], position.view(), seed, asked.worlds))
            position.play(moves[-1])
        played = time.perf_counter()
        by_chance = {p: solvers[p] for p in (0, 1) if seated[p] == "random"}
        how = Replay(value(seated, asked), asked.samples, asked.refills, 2 * number + seat, by_chance)
        taken.append(luck(start, moves, how)[seat])
        seconds.append((played - began, time.perf_counter() - played))
        results.append((position.margin(seat), position.win_share(seat)))
    return results, np.mean(taken, 0), np.mean(seconds, 0)


def value(seated, asked):
    fitting = foresight(seated, asked.plies)
    policies = fitting.policies if asked.policy is None else (asked.policy,) * len(seated)
    return LookAhead(fitting.plies, policies, not asked.points, wins=True)


def report(name, results, controls, plies):
    """A table row for every value alone and one for all together, of one kind of result."""
    print("{:28s}{:8.3f}  {:8.3f} .. {:.3f}".format(f"{name}, raw", *interval(results)))
    rows = [(f"{count} plies", controls[:, [i]]) for i, count in enumerate(plies)]
    rows += [("all", controls)] if len(plies) > 1 else []
    for label, control in rows:
        found = adjusted(results, control)
        low, high = ratio_interval(results, control)
        print("{:28s}{:8.3f}  {:8.3f} .. {:.3f}".format(f"{name}, {label}", *interval(found.values)), end="  ")
        print(f"ratio {found.ratio:.2f} ({low:.2f} to {high:.2f}), weights {np.round(found.weights, 2)}")


def pairing(games):
    """What the two seatings of a deal are to one another: results of one kind, shape (units, 2).

    (correlation of both games, variance of the units' means over that of the means of two independent games in
    seats drawn by lot)
    """
    with np.errstate(invalid="ignore"):  # results that never vary have neither
        return np.corrcoef(games.T)[0, 1], games.mean(1).var() / (games.var() / 2)


def whole_numbers(text):
    return tuple(map(at_least(0), text.split(",")))


def main(arguments=None):
    parser = Parser("tools.luck_ratio", __doc__)
    parser.add_argument("solvers", nargs=2, type=solver)
    parser.add_argument("--game", default="kwatro", choices=list(kiebitz.GAMES))
    parser.add_argument("--units", type=at_least(2), default=100)
    parser.add_argument("--first", type=at_least(0), default=0, help="number of the first deal")
    parser.add_argument(
        "--plies", type=whole_numbers, help="of the look-ahead, several with commas; default: what the arena takes"
    )
    parser.add_argument("--policy", choices=sorted(set(POLICIES) - {"random"}), help="who plays on, in every seat")
    parser.add_argument("--points", action="store_true", help="value by the points at hand, not by the learned value")
    parser.add_argument("--samples", type=at_least(1), default=8)
    parser.add_argument("--refills", type=at_least(1), default=1)
    parser.add_argument("--worlds", type=at_least(1), help="sampled worlds a move, for solvers that search")
    asked = parser.parse_args(arguments)
    game, numbers = kiebitz.game(asked.game, 2), range(asked.first, asked.first + asked.units)
    with parser.refusing():
        units = [unit(game, number, asked.solvers, asked) for number in numbers]
    games, taken, seconds = map(np.array, zip(*units, strict=True))
    results = games.mean(1)
    plies = value(asked.solvers, asked).plies
    for i, name in enumerate(("margin", "win share")):
        report(name, results[:, i], taken[:, i * len(plies) :][:, : len(plies)], plies)
    for i, name in enumerate(("margin", "win share")):
        line = "{}: the two games of a deal correlate by {:.2f}, a unit varies {:.2f} times as much as two lone games"
        print(line.format(name, *pairing(games[:, :, i])))
    print("a game took {:.0f} ms to play and {:.0f} ms to adjust".format(*(1000 * seconds.mean(0))))


if __name__ == "__main__":
    main()
