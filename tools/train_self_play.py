"""Learns the value of the rest of a game by self-play, and writes it into the package.

    python -m tools.train_self_play kwatro --players 2 --players 3 --games 20000 --rounds 4 --seed 1

Round 0 plays by the game's hand-written heuristic. Each later round plays by a look-ahead of one ply with the value of
the round before. For each phase of the game, a ridge regression predicts a player's future points from the player's
features.
"""

import json
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from typer import BadParameter, Option

import kiebitz
from kiebitz import weights as shipped
from kiebitz.benchmarks.command_line import PROCESSORS, Game, Seed, Workers, run
from kiebitz.learned import feature_names, self_play
from kiebitz.notation import notation_of
from kiebitz.solvers.game_defaults import defaults_of

CHUNK = 250  # games of one task
RIDGE = 1e-3  # share of a feature's mean square; it only keeps the weights of features that never occur at 0
MEMORY = 0.85  # weight of the rounds before; without it a round learns from the last players alone, and values swing


Weights = NDArray[np.float64]

WantedPlayers = Annotated[
    list[int] | None,
    Option(min=1, metavar="P", help="Number of players. May be given repeatedly. Default: every number of the game."),
]
RoundGames = Annotated[int, Option(min=4, metavar="N", help="Number of games of each round.")]
LearningRounds = Annotated[int, Option(min=1, metavar="N", help="Number of rounds; each learns the value anew.")]
Memory = Annotated[float, Option(min=0, max=1, metavar="W", help="Weight of the rounds before; 0 forgets them.")]


class LearningTask(NamedTuple):
    """Games to play.

    game: name of the game.
    players: number of players.
    games: number of games.
    seed: seed of deals and choices.
    """

    game: str
    players: int
    games: int
    seed: int

    def __str__(self) -> str:
        """The task in the messages about progress."""
        return f"{self.game}, {self.players} players"


class Sums:
    """Sums over samples, for a regression in each phase.

    phases: number of phases.
    features: number of features.
    """

    def __init__(self, phases: int, features: int) -> None:
        self.squares = np.zeros((phases, features, features))
        self.products = np.zeros((phases, features))
        self.count = np.zeros(phases)

    def add(self, rows: NDArray[Any], phases: NDArray[Any], target: NDArray[Any]) -> None:
        """Adds samples.

        rows: features, shape (n, features).
        phases: phase of each sample, shape (n,).
        target: points still to come, shape (n,).
        """
        for phase in np.unique(phases):
            some = rows[phases == phase].astype(np.float64)
            self.squares[phase] += some.T @ some
            self.products[phase] += some.T @ target[phases == phase]
            self.count[phase] += len(some)

    def merge(self, other: "Sums") -> None:
        """Adds the samples of other sums."""
        self.squares += other.squares
        self.products += other.products
        self.count += other.count

    def fade(self, share: float) -> None:
        """Multiplies the weight of all samples so far by a share."""
        self.squares *= share
        self.products *= share
        self.count *= share

    def solve(self) -> Weights:
        """The weights of the regressions, shape (phases, features)."""
        weights = np.zeros_like(self.products)
        for phase in np.flatnonzero(self.count):
            squares = self.squares[phase]
            ridge = np.diag(RIDGE * np.diag(squares) + 1e-6 * self.count[phase])
            weights[phase] = np.linalg.solve(squares + ridge, self.products[phase])
        return weights


def learned_game(name: str, players: int, weights: Weights | None) -> kiebitz.Game:
    """A game with these weights. Deviations are unknown yet, so an expected margin is to the highest expected score."""
    game = kiebitz.game(name, players=players)
    if weights is not None:
        game.learn(weights.astype(np.float32), np.zeros(len(weights), np.float32))
    return game


def chunk(task: LearningTask, weights: Weights | None, first: int) -> tuple[Sums, Weights]:
    """The sums over some games, and by phase the squared errors of the expected margin and their number.

    weights: the present weights; None to play by the heuristic.
    first: number of the first game; `task.games` games follow.
    """
    game = learned_game(task.game, task.players, weights)
    policy = "heuristic" if weights is None else "static"
    until = defaults_of(game).random_until
    rows, phases, _, to_come, scores, _ = self_play(game, task.seed, first, task.games, policy, until)
    count = game.phases
    sums = Sums(count, rows.shape[1])
    sums.add(rows, phases, to_come)
    errors = np.zeros((2, count))
    if weights is not None:
        expected = scores + (rows * weights[phases]).sum(axis=1)
        error = margins(expected, task.players) - margins(scores + to_come, task.players)
        for phase in range(count):
            errors[:, phase] = (error[phases == phase] ** 2).sum(), (phases == phase).sum()
    return sums, errors


def margins(scores: NDArray[Any], players: int) -> NDArray[Any]:
    """The margins of samples, shape (n,).

    scores: scores of the samples, shape (n,); each node gives one sample for every seat, in the order of the seats.
    """
    table = scores.reshape(-1, players)
    if players == 1:
        return table.ravel()
    others = np.stack([np.delete(table, seat, axis=1).max(axis=1) for seat in range(players)], axis=1)
    found: NDArray[Any] = (table - others).ravel()
    return found


def play_round(pool: ProcessPoolExecutor, task: LearningTask, weights: Weights | None) -> tuple[Sums, Weights]:
    """The sums and squared errors of a round of games, as `chunk` returns them. The games are played in parts."""
    starts = range(0, task.games, CHUNK)
    parts = [pool.submit(chunk, task._replace(games=min(CHUNK, task.games - at)), weights, at) for at in starts]
    total: Sums | None = None
    errors = np.zeros((2, 1))
    for number, part in enumerate(parts):
        sums, error = part.result()
        if sys.stderr.isatty():
            print(f"\r{task}: {number + 1} of {len(parts)} parts", end="\r", file=sys.stderr, flush=True)
        if total is None:
            total = sums
        else:
            total.merge(sums)
        errors = errors + error
    print(f"{task}: {task.games} games played", file=sys.stderr, flush=True)
    assert total is not None
    return total, errors


def learn(pool: ProcessPoolExecutor, task: LearningTask, rounds: int, memory: float = MEMORY) -> Weights:
    """The weights after some rounds of learning, shape (phases, features).

    rounds: number of rounds.
    memory: weight of the rounds before, 0..1.
    """
    learned = None
    for number in range(rounds):
        weights = None if learned is None else learned.solve()
        sums, _ = play_round(pool, task._replace(seed=task.seed + number), weights)
        if learned is not None:
            learned.fade(memory)
            sums.merge(learned)
        learned = sums
    assert learned is not None
    return learned.solve()


def deviations_of(pool: ProcessPoolExecutor, task: LearningTask, weights: Weights) -> Weights:
    """By phase, the standard deviation of final margins around expected margins, in games played by the weights."""
    _, errors = play_round(pool, task, weights)
    deviations: Weights = np.sqrt(errors[0] / np.maximum(errors[1], 1)) + 1e-3
    print(f"  deviations by phase: {np.round(deviations, 1)}", file=sys.stderr)
    return deviations


def train(task: LearningTask, rounds: int, workers: int, memory: float = MEMORY) -> tuple[Weights, Weights]:
    """The weights after some rounds, and their deviations. One more round measures the deviations."""
    with ProcessPoolExecutor(workers) as pool:
        weights = learn(pool, task, rounds, memory)
        judged = task._replace(games=task.games // 4, seed=task.seed + rounds)
        return weights, deviations_of(pool, judged, weights)


def wanted_players(game: str, asked: list[int] | None) -> Sequence[int]:
    """The numbers of players to learn for, by default all numbers of the game.

    Raises BadParameter if the game is not for such a number.
    """
    least, most = notation_of(game).player_limits(kiebitz.game(game).options)
    for players in asked or ():
        if not least <= players <= most:
            raise BadParameter(f"--players: {game} is for {least} to {most} players, not {players}")
    return asked or range(least, most + 1)


def write(name: str, learned: dict[int, tuple[Weights, Weights]], command: str) -> Path:
    """Writes learned values into the game's file of weights, and returns its path.

    learned: weights and deviations by number of players.
    command: the command line that learned them, kept in the file.
    """
    game = kiebitz.game(name, players=max(learned))
    path = Path(shipped.__file__).parent / f"{name}.json"
    known = shipped.load(name).get("players", {}) if feature_names(game) == shipped.load(name).get("features") else {}
    for players, (weights, deviations) in learned.items():
        known[str(players)] = {
            "weights": [[float(f"{weight:.5g}") for weight in phase] for phase in weights],
            "deviations": [float(f"{deviation:.4g}") for deviation in deviations],
            "command": command,
        }
    contents = {"game": name, "features": feature_names(game), "players": known}
    path.write_text(json.dumps(contents, indent=1) + "\n")
    return path


def train_self_play(
    game: Game,
    players: WantedPlayers = None,
    games: RoundGames = 20_000,
    rounds: LearningRounds = 4,
    memory: Memory = MEMORY,
    seed: Seed = 1,
    workers: Workers = PROCESSORS,
) -> None:
    """Learns a game's value by self-play, and writes it into the package.

    Round 0 plays by the game's hand-written heuristic. Each later round plays by a look-ahead of one ply with the value
    of the round before.
    """
    command = f"python -m tools.train_self_play {' '.join(sys.argv[1:])}"
    for number in wanted_players(game, players):
        value = train(LearningTask(game, number, games, seed), rounds, workers, memory)
        print(write(game, {number: value}, command), file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit status."""
    return run("tools.train_self_play", train_self_play, arguments)


if __name__ == "__main__":
    sys.exit(main())
