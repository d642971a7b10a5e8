"""Fits the temperature of beliefs to moves in self-play, and measures what the moves tell about hands.

    python -m tools.tuning.fit_belief kwatro --player static --games 60

The chance of a move is taken to be proportional to exp(v / T), v the learned value after one ply. T is the one under
which the moves that were made are likeliest, given the true hands. What that tells is scored at the next decision of a
player who saw the move: log2 of the weight of the true hand over the mean weight of sampled ones. 0 bits is as good as
the uniform distribution; a player who always knew the hand would gain its whole entropy.
"""

import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from typer import Argument, BadParameter, Option

import kiebitz
from kiebitz.belief import Belief, values_of_choice
from kiebitz.benchmarks.command_line import Games, Players, Seed, game_name, run, solver_text
from kiebitz.solvers import make_solver
from kiebitz.solvers.belief import History, normalised
from tools.tuning.self_play import chosen

FACTORS = (0.25, 0.5, 1, 2, 4, 8)  # of the fitted temperature, scored beside it
UNFIT = "qwinto"  # its moves tell nothing about hands

Values = NDArray[np.float64]  # of the moves of a choice, the one made first
Moment = tuple[kiebitz.View, Any, kiebitz.Position]  # a view, the moves seen, the true position


def hidden_game(text: str) -> str:
    """The same text, if it names a game whose moves tell about hands."""
    if game_name(text) == UNFIT:
        raise BadParameter(f"moves of {UNFIT} tell nothing about hands")
    return text


HiddenGame = Annotated[str, Argument(metavar="GAME", parser=hidden_game, show_default=False)]
Player = Annotated[str, Option(parser=solver_text, metavar="SOLVER", help="Plays all seats.")]
Moments = Annotated[int, Option(min=1, metavar="N", help="Decisions at which bits are measured.")]
MomentWorlds = Annotated[int, Option(min=1, metavar="N", help="Worlds sampled at each of them.")]
Memory = Annotated[int, Option(min=1, metavar="N", help="Moves remembered of each player.")]


def play(game: kiebitz.Game, make: Callable[[], Any], seed: int, memory: int) -> tuple[list[Values], list[Moment]]:
    """Plays a game. Returns the values of every choice, and a moment for every decision after a move."""
    choices, moments = [], []
    position = game.deal(seed)
    players = [make() for _ in range(game.players)]
    histories = [History(memory) for _ in range(game.players)]
    while not position.over:
        mover = position.to_move
        if histories[mover].seen:
            moments.append((position.view(), histories[mover].latest(), position.copy()))
        move = chosen(players[mover], position, seed)
        choices.append(values_of_choice(position.view(), move))
        shown = position.shown(move)
        for seat in range(game.players):
            if seat != mover and shown is not None:
                histories[seat].add(position.view(seat), shown)
        position.play(move)
    return choices, moments


def loss(choices: list[Values], temperature: float) -> float:
    """Mean of minus log2 of the chance of the moves that were made."""
    return float(np.mean([np.log2(np.sum(np.exp((v - v[0]) / temperature))) for v in choices]))


def fitted(choices: list[Values]) -> float:
    """The temperature of least loss, by golden section on its logarithm."""
    low, high = np.log(0.01), np.log(1000)
    ratio = (5**0.5 - 1) / 2
    while high - low > 0.01:
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        if loss(choices, np.exp(left)) < loss(choices, np.exp(right)):
            high = right
        else:
            low = left
    return float(np.exp((low + high) / 2))


def gains(moments: list[Moment], temperature: float, worlds: int, seed: int) -> NDArray[np.float64]:
    """Bits gained about the true hand and effective share of the worlds, shape (moments, 2)."""
    found = []
    for number, (view, observed, truth) in enumerate(moments):
        belief = Belief(view, observed, temperature, seed + number)
        sampled = belief.weigh(0, worlds)
        true = np.array([belief.weigh_world(truth, draw) for draw in range(64)])
        if np.isfinite(true).any():
            bits = (np.logaddexp.reduce(true) - np.log(64) - np.logaddexp.reduce(sampled) + np.log(worlds)) / np.log(2)
            found.append((bits, 1 / np.sum(normalised(sampled) ** 2) / worlds))
    return np.array(found)


def fit_belief(
    game: HiddenGame,
    player: Player = "static",
    players: Players = 2,
    games: Games = 60,
    moments: Moments = 300,
    worlds: MomentWorlds = 256,
    memory: Memory = 1,
    seed: Seed = 1,
) -> None:
    """Which temperature do beliefs need, and what do moves tell about hands?

    The temperature is fitted to moves in games of a solver against itself. The table shows how many bits the moves tell
    about the true hand at the next decision of a player who saw them, for the fitted temperature and others.
    """
    choices, found = [], []
    table = kiebitz.game(game, players)
    for number in range(games):
        values, seen = play(table, lambda: make_solver(player), seed + number, memory)
        choices += [some for some in values if len(some) > 1]
        found += seen
    best = fitted(choices)
    print(f"{game}, {players} players, {games} games of {player}, {len(choices)} choices")
    uniform = np.mean([np.log2(len(values)) for values in choices])
    print(f"temperature {best:.2f}: {loss(choices, best):.2f} bits a move, against {uniform:.2f} for any move")
    rng = np.random.default_rng(seed)
    report([found[i] for i in rng.permutation(len(found))[:moments]], best, worlds, seed)


def report(moments: list[Moment], temperature: float, worlds: int, seed: int) -> None:
    """Prints the bits gained at these moments, a row a temperature."""
    print("\ntemperature   bits gained about the hand (95 %)   positive   effective share of worlds")
    for factor in FACTORS:
        bits, effective = gains(moments, factor * temperature, worlds, seed).T
        error = 1.96 * bits.std() / len(bits) ** 0.5
        share = np.mean(bits > 0)
        print(
            f"{factor * temperature:11.2f} {bits.mean():+20.3f} +- {error:.3f} {share:16.2f} {effective.mean():20.2f}"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit status."""
    return run("tools.tuning.fit_belief", fit_belief, arguments)


if __name__ == "__main__":
    sys.exit(main())
