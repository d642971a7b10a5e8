"""Learns the value of what is left by self-play, and writes it where the program finds it.

python -m tools.train_self_play kwatro --players 2 3 4 --games 20000 --rounds 4 --seed 1

Round 0 plays by the game's hand-written heuristic, each later one by one ply with the value of the round before. Per
stage of the game, a ridge regression explains the points still to come to a player by the player's features.
"""

import argparse
import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

from kiebitz import GAMES
from kiebitz import game as make_game
from kiebitz import weights as shipped
from kiebitz.learned import feature_names, self_play
from kiebitz.solvers.game_defaults import defaults_of

CHUNK = 250  # games of one task
RIDGE = 1e-3  # of a feature's mean square: only there to keep features alone that never occur
MEMORY = 0.85  # of the rounds before: without it a player learns from the faults of the last one only, and swings


class Sums:
    """What a regression per stage needs of its samples: they are added up and forgotten."""

    def __init__(self, stages, features):
        self.squares = np.zeros((stages, features, features))
        self.products = np.zeros((stages, features))
        self.count = np.zeros(stages)

    def add(self, rows, stages, target):
        for stage in np.unique(stages):
            some = rows[stages == stage].astype(np.float64)
            self.squares[stage] += some.T @ some
            self.products[stage] += some.T @ target[stages == stage]
            self.count[stage] += len(some)

    def merge(self, other):
        self.squares += other.squares
        self.products += other.products
        self.count += other.count

    def fade(self, share):
        """Lets what was added so far count less than what comes."""
        self.squares *= share
        self.products *= share
        self.count *= share

    def solve(self):
        """Weights of shape (stages, features)."""
        weights = np.zeros_like(self.products)
        for stage in np.flatnonzero(self.count):
            squares = self.squares[stage]
            ridge = np.diag(RIDGE * np.diag(squares) + 1e-6 * self.count[stage])
            weights[stage] = np.linalg.solve(squares + ridge, self.products[stage])
        return weights


def learned_game(name, players, weights):
    """A game with these weights; margins are to the highest mean, since how far scores stray is not known yet."""
    game = make_game(name, players=players)
    if weights is not None:
        game.learn(weights.astype(np.float32), np.zeros(len(weights), np.float32))
    return game


def chunk(name, players, weights, seed, first, games):
    """Sums of some games, and the squared errors of the margin that the present weights expect, by stage."""
    game = learned_game(name, players, weights)
    policy = "heuristic" if weights is None else "static"
    rows, stages, _, to_come, scores, _ = self_play(game, seed, first, games, policy, defaults_of(game).random_until)
    count = game.stages
    sums = Sums(count, rows.shape[1])
    sums.add(rows, stages, to_come)
    errors = np.zeros((2, count))
    if weights is not None:
        expected = scores + (rows * weights[stages]).sum(axis=1)
        error = margins(expected, players) - margins(scores + to_come, players)
        for stage in range(count):
            errors[:, stage] = (error[stages == stage] ** 2).sum(), (stages == stage).sum()
    return sums, errors


def margins(scores, players):
    """Of samples that come in blocks of one node, a seat each."""
    table = scores.reshape(-1, players)
    if players == 1:
        return table.ravel()
    others = np.stack([np.delete(table, seat, axis=1).max(axis=1) for seat in range(players)], axis=1)
    return (table - others).ravel()


def play_round(pool, name, players, weights, seed, games):
    starts = range(0, games, CHUNK)
    tasks = [pool.submit(chunk, name, players, weights, seed, first, min(CHUNK, games - first)) for first in starts]
    total, errors = None, 0
    for number, task in enumerate(tasks):
        sums, error = task.result()
        if sys.stderr.isatty():
            print(
                f"\r{name}, {players} players: {number + 1} of {len(tasks)} parts",
                end="\r",
                file=sys.stderr,
                flush=True,
            )
        if total is None:
            total = sums
        else:
            total.merge(sums)
        errors = errors + error
    print(f"{name}, {players} players: {games} games played", file=sys.stderr, flush=True)
    return total, errors


def learn(pool, name, players, games, rounds, seed, memory=MEMORY):
    """Weights of shape (stages, features) after that many rounds of learning."""
    weights = learned = None
    for number in range(rounds):
        sums, _ = play_round(pool, name, players, weights, seed + number, games)
        if learned is not None:
            learned.fade(memory)
            sums.merge(learned)
        learned = sums
        weights = sums.solve()
    return weights


def deviations_of(pool, name, players, weights, seed, games):
    """Standard deviations of the final margin around what the weights expect, by stage, in games played by them."""
    _, errors = play_round(pool, name, players, weights, seed, games)
    deviations = np.sqrt(errors[0] / np.maximum(errors[1], 1)) + 1e-3
    print(f"  deviations by stage: {np.round(deviations, 1)}", file=sys.stderr)
    return deviations


def train(name, players, games, rounds, seed, workers, memory=MEMORY):
    """(weights, deviations) after that many rounds of learning; one more round measures the deviations."""
    with ProcessPoolExecutor(workers) as pool:
        weights = learn(pool, name, players, games, rounds, seed, memory)
        return weights, deviations_of(pool, name, players, weights, seed + rounds, games // 4)


def every_number(name):
    """Of players that the game is for."""
    game = make_game(name)
    least, most = game.notation.player_limits(game.options)
    return range(least, most + 1)


def wanted_players(parser, given):
    """The numbers of players asked for; ends the program if the game is not for one of them."""
    possible = every_number(given.game)
    for players in given.players or ():
        if players not in possible:
            parser.error(f"--players: {given.game} is for {possible[0]} to {possible[-1]} players, not {players}")
    return given.players or possible


def write(name, learned, command):
    game = make_game(name, players=max(learned))
    path = Path(shipped.__file__).parent / f"{name}.json"
    known = shipped.load(name).get("players", {}) if feature_names(game) == shipped.load(name).get("features") else {}
    for players, (weights, deviations) in learned.items():
        known[str(players)] = {
            "weights": [[float(f"{weight:.5g}") for weight in stage] for stage in weights],
            "deviations": [float(f"{deviation:.4g}") for deviation in deviations],
            "command": command,
        }
    document = {"game": name, "features": feature_names(game), "players": known}
    path.write_text(json.dumps(document, indent=1) + "\n")
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--players", type=int, nargs="+")
    parser.add_argument("--games", type=int, default=20000, help="games of each round")
    parser.add_argument("--rounds", type=int, default=4, help="how often the value is learned anew")
    parser.add_argument("--memory", type=float, default=MEMORY, help="weight of the rounds before, 0 for none")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    command = f"python -m tools.train_self_play {' '.join(sys.argv[1:])}"
    for players in wanted_players(parser, given):
        value = train(given.game, players, given.games, given.rounds, given.seed, given.workers, given.memory)
        print(write(given.game, {players: value}, command), file=sys.stderr)


if __name__ == "__main__":
    main()
