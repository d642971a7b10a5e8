"""Learns a value that ranks moves like a look-ahead, and writes it into the package.

    python -m tools.train_ranking quanto --players 2 --players 3 --games 300 --worlds 200 --seed 1

Results of games say what a position is worth, but hardly what a move is worth: the moves of one position differ less
than positions do. A ridge regression over differences between the moves of a position therefore corrects the value of
self-play (`tools.train_self_play`). Each move is followed by some turns of greedy play in the same sampled worlds. The
value of the position that is reached then counts. Up to there, chance is the same for all moves.
"""

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from typer import Option

from kiebitz import Move, Position, View
from kiebitz.benchmarks.command_line import PROCESSORS, Game, Seed, Workers, run
from kiebitz.learned import features_after, static_move, values
from kiebitz.search import Rollouts
from tools.train_self_play import (
    LearningRounds,
    LearningTask,
    RoundGames,
    WantedPlayers,
    deviations_of,
    learn,
    learned_game,
    wanted_players,
    write,
)

CHUNK = 10  # games of one task
BEST, OTHERS = 11, 5  # moves of a position that are compared: the best by the present value, and some random ones
POSITIONS = 0.35  # share of positions whose moves are compared; neighbouring positions tell nearly the same
GREEDY = 0.3  # share of players who play greedily; the others play by the present value
RANDOM = 0.08  # share of random moves, which lead to positions that both kinds of players avoid
RIDGE = 100  # strength of the ridge penalty, in compared moves

Numbers = NDArray[Any]

ComparedGames = Annotated[int, Option(min=1, metavar="N", help="Number of games whose moves are compared.")]
ComparedWorlds = Annotated[int, Option(min=1, metavar="N", help="Number of worlds in which each move is followed.")]


def chosen(view: View, choice: np.random.Generator) -> NDArray[np.int32]:
    """The numbers of the moves to compare, ascending."""
    order = np.argsort(-values(view)[0], kind="stable")
    others = order[BEST:]
    some = choice.choice(others, min(OTHERS, len(others)), replace=False)
    return np.sort(np.concatenate([order[:BEST], some])).astype(np.int32)


def compared(view: View, worlds: int, choice: np.random.Generator) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Phases, scores, features and mean margins of some moves after which nature or another player goes on.

    worlds: number of sampled worlds in which each move is followed.

    The shapes are (moves,), (moves, players), (moves, players, features) and (moves,).
    """
    phases, scores, rows = features_after(view)
    which = chosen(view, choice)
    which = which[phases[which] >= 0]
    margins = np.empty((len(which), worlds), np.float32)
    ahead = Rollouts(view, 2 * view.game.players - 1, int(choice.integers(1 << 60)), learned=True)
    ahead.run(which, 0, margins, np.empty_like(margins))
    return phases[which], scores[which], rows[which].astype(np.float64), margins.mean(axis=1)


def equations(
    base: Numbers, player: int, phases: Numbers, scores: Numbers, rows: Numbers, margins: Numbers
) -> tuple[Numbers, Numbers]:
    """Differences from the mean move: of the features by phase, and of the errors of the present value.

    base: weights of the present value, shape (phases, features).
    player: seat of the player to move.
    phases, scores, rows, margins: as `compared` returns them.
    """
    n, (count, features) = len(phases), base.shape
    expected = scores + np.einsum("npf,nf->np", rows, base[phases])
    others = np.where(np.arange(rows.shape[1]) == player, -np.inf, expected)
    rival = others.argmax(axis=1)
    wrong = margins - (expected[:, player] - others.max(axis=1))
    by_stage = np.zeros((n, count, features))
    by_stage[np.arange(n), phases] = rows[:, player] - rows[np.arange(n), rival]
    design = by_stage.reshape(n, -1)
    return design - design.mean(axis=0), wrong - wrong.mean()


def chunk(task: LearningTask, base: Numbers, first: int, worlds: int) -> tuple[Numbers, Numbers, int]:
    """The normal equations of some positions of some games, and the number of compared moves.

    first: number of the first game; `task.games` games follow.
    """
    game = learned_game(task.game, task.players, base)
    moves = 0
    squares, products = np.zeros((base.size, base.size)), np.zeros(base.size)
    for number in range(first, first + task.games):
        choice = np.random.default_rng((task.seed, number))
        greedy = choice.random(task.players) < GREEDY
        position = game.deal(task.seed * 1000003 + number)
        while not position.over:
            for design, wrong in sampled_equations(position, base, worlds, choice):
                used = np.flatnonzero(design.any(axis=0))
                squares[np.ix_(used, used)] += design[:, used].T @ design[:, used]
                products += design.T @ wrong
                moves += len(wrong)
            position.play(played_move(position, greedy, choice))
    return squares, products, moves


def sampled_equations(
    position: Position, base: Numbers, worlds: int, choice: np.random.Generator
) -> Iterator[tuple[Numbers, Numbers]]:
    """The equations of a position, if the position is drawn and has moves to compare."""
    if len(position.legal_moves()) > 1 and choice.random() < POSITIONS:
        phases, *found = compared(position.view(), worlds, choice)
        if len(phases) > 1:
            assert position.to_move is not None
            yield equations(base, position.to_move, phases, *found)


def played_move(position: Position, greedy: NDArray[np.bool_], choice: np.random.Generator) -> Move:
    """The move that is played: a random one, the greedy one, or the best by the present value."""
    legal = position.legal_moves()
    if choice.random() < RANDOM:
        return legal[int(choice.integers(len(legal)))]
    return position.greedy_move() if greedy[position.to_move] else static_move(position.view())


def correction(pool: ProcessPoolExecutor, task: LearningTask, base: Numbers, worlds: int) -> Numbers:
    """Weights to add to the base, shape (phases, features)."""
    starts = range(0, task.games, CHUNK)
    parts = [pool.submit(chunk, task._replace(games=min(CHUNK, task.games - at)), base, at, worlds) for at in starts]
    squares, products, moves = np.zeros((base.size, base.size)), np.zeros(base.size), 0
    for number, part in enumerate(parts):
        more = part.result()
        squares += more[0]
        products += more[1]
        moves += more[2]
        print(f"\r{task}: {(number + 1) * CHUNK} games compared", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    # The penalty of a feature is the same in all phases: its mean square difference over all phases.
    size = np.tile(np.diag(squares).reshape(base.shape).sum(axis=0) / moves, base.shape[0])
    found: Numbers = np.linalg.solve(squares + np.diag(RIDGE * size + 1e-3), products).reshape(base.shape)
    return found


def train_ranking(
    game: Game,
    players: WantedPlayers = None,
    games: ComparedGames = 300,
    worlds: ComparedWorlds = 200,
    self_play: RoundGames = 20_000,
    self_play_rounds: LearningRounds = 3,
    seed: Seed = 1,
    workers: Workers = PROCESSORS,
) -> None:
    """Learns a game's value by comparing moves, and writes it into the package.

    The value of self-play is corrected so that it ranks moves like a look-ahead.
    """
    command = f"python -m tools.train_ranking {' '.join(sys.argv[1:])}"
    with ProcessPoolExecutor(workers) as pool:
        for number in wanted_players(game, players):
            weights = learn(pool, LearningTask(game, number, self_play, seed), self_play_rounds)
            weights = weights + correction(pool, LearningTask(game, number, games, seed), weights, worlds)
            judged = LearningTask(game, number, self_play // 4, seed + self_play_rounds)
            value = weights, deviations_of(pool, judged, weights)
            print(write(game, {number: value}, command), file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit status."""
    return run("tools.train_ranking", train_ranking, arguments)


if __name__ == "__main__":
    sys.exit(main())
