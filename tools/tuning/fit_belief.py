"""Fits the temperature of beliefs to moves in self-play, and measures how much the moves tell about hands.

    python -m tools.tuning.fit_belief kwatro --player static --games 60

The model: the chance of a move is proportional to exp(v / T). v is the learned value after one ply, and T is the
temperature. The fitted T makes the moves of the games most likely, given the true hands.

The information is measured at the next decision of a player who saw the move. It is log2 of the weight of the true hand
divided by the mean weight of sampled hands. 0 bits is as good as the uniform distribution. A player who always knew the
hand would gain its whole entropy.
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

FACTORS = (0.25, 0.5, 1, 2, 4, 8)  # multiples of the fitted temperature that are measured
UNFIT = "qwinto"  # the game whose moves tell nothing about hands

Values = NDArray[np.float64]  # the values of the moves of a choice; the chosen move comes first
Moment = tuple[kiebitz.View, Any, kiebitz.Position]  # a view, the observed moves, the true position


def hidden_game(text: str) -> str:
    """The same text. Raises BadParameter if it names no game whose moves tell about hands."""
    if game_name(text) == UNFIT:
        raise BadParameter(f"moves of {UNFIT} tell nothing about hands")
    return text


HiddenGame = Annotated[str, Argument(metavar="GAME", parser=hidden_game, show_default=False)]
Player = Annotated[str, Option(parser=solver_text, metavar="SOLVER", help="The solver that plays all seats.")]
MomentCount = Annotated[int, Option(min=1, metavar="N", help="Number of decisions at which bits are measured.")]
MomentWorlds = Annotated[int, Option(min=1, metavar="N", help="Number of worlds sampled at each decision.")]
Memory = Annotated[int, Option(min=1, metavar="N", help="Number of moves of each player that are remembered.")]


def play(game: kiebitz.Game, make: Callable[[], Any], seed: int, memory: int) -> tuple[list[Values], list[Moment]]:
    """Plays a game. Returns the values of every choice, and a moment for every decision after an observed move.

    make: function that makes a solver for a seat.
    seed: seed of the deal and of the choices.
    memory: number of moves of each player that are remembered.
    """
    choices, moments = [], []
    position = game.deal(seed)
    players = [make() for _ in range(game.players)]
    histories = [History(memory) for _ in range(game.players)]
    while not position.over:
        mover = position.to_move
        assert mover is not None
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
    """The mean of -log2 of the chance of the chosen moves, in bits."""
    return float(np.mean([np.log2(np.sum(np.exp((v - v[0]) / temperature))) for v in choices]))


def fitted(choices: list[Values]) -> float:
    """The temperature with the smallest loss, by golden-section search on its logarithm."""
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
    """The bits gained about the true hand and the effective share of the worlds, shape (moments, 2).

    worlds: number of worlds that are sampled at each moment.
    """
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
    moments: MomentCount = 300,
    worlds: MomentWorlds = 256,
    memory: Memory = 1,
    seed: Seed = 1,
) -> None:
    """Which temperature do beliefs need, and how much do moves tell about hands?

    The temperature is fitted to the moves of a solver against itself. The table has a row for the fitted temperature
    and rows for others. It shows how many bits the moves tell about the true hand, at the next decision of a player who
    saw them.
    """
    choices, found = [], []
    this_game = kiebitz.game(game, players)
    for number in range(games):
        values, seen = play(this_game, lambda: make_solver(player), seed + number, memory)
        choices += [some for some in values if len(some) > 1]
        found += seen
    best = fitted(choices)
    print(f"{game}, {players} players, {games} games of {player}, {len(choices)} choices")
    uniform = np.mean([np.log2(len(values)) for values in choices])
    print(f"temperature {best:.2f}: {loss(choices, best):.2f} bits a move, against {uniform:.2f} for any move")
    rng = np.random.default_rng(seed)
    report([found[i] for i in rng.permutation(len(found))[:moments]], best, worlds, seed)


def report(moments: list[Moment], temperature: float, worlds: int, seed: int) -> None:
    """Prints the bits gained at these moments, with a row for each temperature."""
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
