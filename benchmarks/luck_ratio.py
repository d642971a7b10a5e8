"""How many times fewer units give the same interval when luck is taken out of a match of two solvers.

python -m kiebitz.benchmarks.luck_ratio greedy random --units 100 --plies 2,4
"""

import argparse
import random
import time

import numpy as np

import kiebitz
from kiebitz.benchmarks.statistics.adjusting import adjusted
from kiebitz.benchmarks.statistics.luck import LookAhead, Replay, luck
from kiebitz.benchmarks.statistics.units import interval
from kiebitz.solvers import Budget, make_solver


def choose(solver, view, seed):
    if hasattr(solver, "choose"):
        return solver.choose(view, seed)
    return solver.advise(view, Budget(seed=seed)).best.move


def unit(game, number, solvers, how, known):
    """Means over both seatings of a deal: (margin of the first solver and its luck, shape (1 + values,), seconds)."""
    rows, seconds = [], 0.0
    for seat in (0, 1):
        seated = solvers if seat == 0 else solvers[::-1]
        stream = random.Random(f"{number} {seat}")
        start = game.deal(number)
        position, moves = start.copy(), []
        while not position.over:
            moves.append(choose(seated[position.to_move], position.view(), stream.getrandbits(63)))
            position.play(moves[-1])
        began = time.perf_counter()
        again = {p: seated[p] for p in (0, 1) if seated[p] in known}
        taken = luck(start, moves, Replay(how.value, how.samples, how.refills, 2 * number + seat, again))
        seconds += time.perf_counter() - began
        rows.append([position.margin(seat), *taken[seat]])
    return np.mean(rows, 0), seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("solvers", nargs=2)
    parser.add_argument("--game", default="kwatro")
    parser.add_argument("--units", type=int, default=100)
    parser.add_argument("--plies", default="2,4", help="of the greedy look-ahead, several with commas")
    parser.add_argument("--samples", type=int, default=16)
    parser.add_argument("--refills", type=int, default=1)
    parser.add_argument("--choices", action="store_true", help="replay the choices of random solvers too")
    parser.add_argument("--learned", action="store_true", help="foresee with the learned value too")
    asked = parser.parse_args()
    solvers = [make_solver(text) for text in asked.solvers]
    known = [solver for solver in solvers if asked.choices and hasattr(solver, "choose")]
    how = Replay(
        LookAhead(tuple(map(int, asked.plies.split(","))), learned=asked.learned), asked.samples, asked.refills
    )
    game = kiebitz.game(asked.game, 2)
    rows, seconds = zip(*(unit(game, n, solvers, how, known) for n in range(asked.units)), strict=True)
    results, taken = np.array(rows)[:, 0], np.array(rows)[:, 1:]
    print("raw margin          {:8.2f}  {:8.2f} .. {:.2f}".format(*interval(results)))
    for name, controls, weights in (("weight 1, first value", taken[:, :1], 1), ("learnt weights", taken, None)):
        found = adjusted(results, controls, weights)
        print("{:20s}{:8.2f}  {:8.2f} .. {:.2f}".format(name[:20], *interval(found.values)), end="  ")
        print(f"variance ratio {found.ratio:.2f}, weights {np.round(found.weights, 2)}")
    print(f"{1000 * np.mean(seconds):.0f} ms a unit for the luck")


if __name__ == "__main__":
    main()
