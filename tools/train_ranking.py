"""Learns a value that ranks moves as looking ahead does, and writes it where the program finds it.

python -m tools.train_ranking quanto --players 2 3 --games 300 --worlds 200 --seed 1

The outcome of games says what a position is worth, but hardly what a move is worth: the moves of one position differ
by less than positions do. So the value of self-play (tools.train_self_play) is corrected by a ridge
regression over differences between the moves of a position. Each move is followed by some turns of greedy play in the
same sampled worlds, and by the value of what is then left: what chance brings until then is common to all of them.
"""

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor

import numpy as np

from kiebitz import GAMES
from kiebitz.learned import features_after, static_move, values
from kiebitz.search import Rollouts
from tools.train_self_play import deviations_of, learn, learned_game, wanted_players, write

CHUNK = 10  # games of one task
BEST, OTHERS = 11, 5  # moves of a position that are compared: the best by the present value, and some at random
POSITIONS = 0.35  # share of positions that are compared: neighbours say much the same
GREEDY = 0.3  # share of players who play greedily; the others play by the present value
RANDOM = 0.08  # share of moves played at random, so that positions come up which both avoid
RIDGE = 100  # compared moves that speak for no correction


def chosen(view, choice):
    """Numbers of the moves to be compared."""
    order = np.argsort(-values(view)[0], kind="stable")
    others = order[BEST:]
    some = choice.choice(others, min(OTHERS, len(others)), replace=False)
    return np.sort(np.concatenate([order[:BEST], some])).astype(np.int32)


def compared(view, worlds, choice):
    """(stages, scores, features, mean margins) of some of the moves after which nature or another player goes on."""
    stages, scores, rows = features_after(view)
    which = chosen(view, choice)
    which = which[stages[which] >= 0]
    margins = np.empty((len(which), worlds), np.float32)
    ahead = Rollouts(view, 2 * view.game.players - 1, int(choice.integers(1 << 60)), learned=True)
    ahead.run(which, 0, margins, np.empty_like(margins))
    return stages[which], scores[which], rows[which].astype(np.float64), margins.mean(axis=1)


def equations(base, player, stages, scores, rows, margins):
    """Differences from the mean move: of features by stage, and of what the present value gets wrong."""
    n, (count, features) = len(stages), base.shape
    expected = scores + np.einsum("npf,nf->np", rows, base[stages])
    others = np.where(np.arange(rows.shape[1]) == player, -np.inf, expected)
    rival = others.argmax(axis=1)
    wrong = margins - (expected[:, player] - others.max(axis=1))
    design = np.zeros((n, count, features))
    design[np.arange(n), stages] = rows[:, player] - rows[np.arange(n), rival]
    design = design.reshape(n, -1)
    return design - design.mean(axis=0), wrong - wrong.mean()


def chunk(name, players, base, seed, first, games, worlds):
    """Normal equations of some positions of some games, and the number of moves compared."""
    game = learned_game(name, players, base)
    moves = 0
    squares, products = np.zeros((base.size, base.size)), np.zeros(base.size)
    for number in range(first, first + games):
        choice = np.random.default_rng((seed, number))
        greedy = choice.random(players) < GREEDY
        position = game.deal(seed * 1000003 + number)
        while not position.over:
            legal = position.legal_moves()
            found = ((),)
            if len(legal) > 1 and choice.random() < POSITIONS:
                found = compared(position.view(), worlds, choice)
            if len(found[0]) > 1:
                design, wrong = equations(base, position.to_move, *found)
                used = np.flatnonzero(design.any(axis=0))
                squares[np.ix_(used, used)] += design[:, used].T @ design[:, used]
                products += design.T @ wrong
                moves += len(wrong)
            if choice.random() < RANDOM:
                position.play(legal[int(choice.integers(len(legal)))])
            else:
                position.play(position.greedy_move() if greedy[position.to_move] else static_move(position.view()))
    return squares, products, moves


def correction(pool, name, players, base, seed, games, worlds):
    """Weights of shape (stages, features) to be added to the base."""
    starts = range(0, games, CHUNK)
    tasks = [
        pool.submit(chunk, name, players, base, seed, first, min(CHUNK, games - first), worlds) for first in starts
    ]
    squares, products, moves = np.zeros((base.size, base.size)), np.zeros(base.size), 0
    for number, task in enumerate(tasks):
        more = task.result()
        squares += more[0]
        products += more[1]
        moves += more[2]
        print(
            f"\r{name}, {players} players: {(number + 1) * CHUNK} games compared", end="", file=sys.stderr, flush=True
        )
    print(file=sys.stderr)
    # The penalty of a feature is the same in all stages: its mean square difference over all of them.
    size = np.tile(np.diag(squares).reshape(base.shape).sum(axis=0) / moves, base.shape[0])
    return np.linalg.solve(squares + np.diag(RIDGE * size + 1e-3), products).reshape(base.shape)


def train(pool, name, players, given):
    """(weights, deviations); given: the command's own numbers of games, worlds and rounds, and its seed."""
    weights = learn(pool, name, players, given.self_play, given.self_play_rounds, given.seed)
    weights = weights + correction(pool, name, players, weights, given.seed, given.games, given.worlds)
    seed = given.seed + given.self_play_rounds
    return weights, deviations_of(pool, name, players, weights, seed, given.self_play // 4)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--players", type=int, nargs="+")
    parser.add_argument("--games", type=int, default=300, help="games whose moves are compared")
    parser.add_argument("--worlds", type=int, default=200, help="in which each move is followed")
    parser.add_argument("--self-play", type=int, default=20000, help="games of each round for the value corrected")
    parser.add_argument("--self-play-rounds", type=int, default=3, help="of which the first is greedy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    command = f"python -m tools.train_ranking {' '.join(sys.argv[1:])}"
    with ProcessPoolExecutor(given.workers) as pool:
        for players in wanted_players(parser, given):
            value = train(pool, given.game, players, given)
            print(write(given.game, {players: value}, command), file=sys.stderr)


if __name__ == "__main__":
    main()
