"""Fits the rollout bias of a game's margin model: how much greedy playouts favour the player who searched.

    python -m tools.tuning.fit_rollout_bias kwatro --games 400 --solver best:worlds=100

A searcher chooses the move that greedy replies punish least. Strong players reply better, so the margin after the move
is too good. The program plays games of a solver against itself and plays out the moves as `rollout:leaf=round` does. It
moves the margins until the win chances fit the winners. One constant is for playouts that were cut, another for those
that reached the end. The third is the standard deviation of the bias at the end. Needs scipy.
"""

import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from typer import Argument, BadParameter, Option

import kiebitz
from kiebitz.benchmarks.command_line import Games, Seed, run, show_progress, solver_text
from kiebitz.search import Rollouts
from kiebitz.solvers import make_solver
from kiebitz.solvers.game_defaults import horizon
from tools.tuning.self_play import chosen

SHARE = 0.28  # share of the decisions that are played out; neighbouring decisions tell nearly the same
WORLDS = 60  # playouts of a move
START = (10.0, 50.0, 90.0)  # cut, ended, bias_sd, where the fit begins
FITTED = "kwatro"  # the only game whose hints use present margins

Numbers = NDArray[Any]
Constants = tuple[float, float, float]  # cut, ended, bias_sd


def fitted_game(text: str) -> str:
    """The same text. Raises BadParameter unless hints of the game use present margins."""
    if text != FITTED:
        raise BadParameter(f"{text!r} needs no such constants; only {FITTED} does")
    return text


KwatroOnly = Annotated[str, Argument(metavar="GAME", parser=fitted_game, help=f"{FITTED}.", show_default=False)]
TwoOrMore = Annotated[int, Option(min=2, metavar="P", help="Number of players at the table.")]
Solver = Annotated[str, Option(parser=solver_text, metavar="SOLVER", help="The solver that plays all seats.")]


def played_on(view: kiebitz.View, text: str, seed: int) -> tuple[Numbers, Numbers]:
    """Margins and deviations of a move's playouts, each of shape (WORLDS,).

    A margin is the mean over the last round. A deviation is the standard deviation around it, 0 if the game is over.
    """
    players = view.game.players
    ahead = Rollouts(view, horizon(view.game), seed, turns=players, correct_bias=False)
    margins, wins = np.empty((2, 1, WORLDS), np.float32)
    ahead.run(np.array([ahead.moves.texts().index(text)], np.int32), 0, margins, wins)
    shares_at_the_end = [0] + [1 / sharing for sharing in range(1, players + 1)]
    over: NDArray[np.bool_] = np.any(np.isclose(wins[0, :, None], shares_at_the_end), axis=1)
    return margins[0], deviations_of(margins[0], wins[0], over)


def deviations_of(margins: Numbers, wins: Numbers, over: NDArray[np.bool_]) -> Numbers:
    """The standard deviations from which these win chances were computed; 0 where the game is over."""
    from scipy.special import ndtri

    standard = ndtri(np.clip(wins, 1e-6, 1 - 1e-6))
    known = ~over & (np.abs(standard) > 0.01)
    usual = np.median(margins[known] / standard[known]) if known.any() else 100.0
    return np.where(over, 0.0, np.where(known, margins / np.where(known, standard, 1.0), usual))


def observations(
    name: str, players: int, games: int, solver: str, seed: int = 1, progress: Callable[[float], None] | None = None
) -> tuple[Numbers, Numbers, Numbers]:
    """Margins, deviations and outcomes of moves in games of a solver against itself.

    progress: function that gets the finished share, 0..1.

    Margins and deviations are in points, of shape (moves, WORLDS). Outcomes are final shares of the win, of shape
    (moves,).
    """
    game, player, rng, rows = kiebitz.game(name, players), make_solver(solver), np.random.default_rng(seed), []
    for number in range(games):
        position, seen = game.deal(seed + number), []
        while not position.over:
            move = chosen(player, position, seed + number)
            assert position.to_move is not None
            if position.facts()["pile"] and rng.random() < SHARE:
                seen.append((position.to_move, *played_on(position.view(), move.text, int(rng.integers(1 << 40)))))
            position.play(move)
        rows += [(margins, deviations, position.win_share(seat)) for seat, margins, deviations in seen]
        if progress:
            progress((number + 1) / games)
    found_margins, found_deviations, outcomes = (np.array(column) for column in zip(*rows, strict=True))
    return found_margins, found_deviations, outcomes


def chances(constants: Constants, margins: Numbers, deviations: Numbers) -> Numbers:
    """The win chances of moves with these constants (cut, ended, bias_sd), shape (moves,)."""
    from scipy.special import ndtr

    cut, ended, bias_sd = constants
    over = deviations == 0
    width = np.sqrt(deviations**2 + np.where(over, bias_sd**2, 0) + 1e-6)
    found: Numbers = ndtr((margins - np.where(over, ended, cut)) / width).mean(axis=1)
    return found


def log_loss(constants: Constants, margins: Numbers, deviations: Numbers, outcomes: Numbers) -> float:
    """The mean log loss of the win chances with these constants (cut, ended, bias_sd)."""
    chance = np.clip(chances(constants, margins, deviations), 1e-4, 1 - 1e-4)
    return float(-np.mean(outcomes * np.log(chance) + (1 - outcomes) * np.log(1 - chance)))


def fit(margins: Numbers, deviations: Numbers, outcomes: Numbers) -> Constants:
    """The constants (cut, ended, bias_sd) with the smallest log loss."""
    from scipy.optimize import minimize

    return tuple(minimize(log_loss, START, (margins, deviations, outcomes), method="Nelder-Mead").x)


def fit_rollout_bias(
    game: KwatroOnly, players: TwoOrMore = 2, games: Games = 400, solver: Solver = "best:worlds=100", seed: Seed = 1
) -> None:
    """How much do greedy playouts favour the searcher?

    The constants are fitted to games of a solver against itself.
    """
    seen = observations(game, players, games, solver, seed, show_progress)
    found = fit(*seen)
    print(f"{game}, {players} players, {games} games of {solver}, {len(seen[0])} moves")
    print("cut {:.1f}, ended {:.1f}, bias_sd {:.1f}".format(*found))
    print(f"log loss of wins {log_loss(found, *seen):.4f}, as they stand {log_loss((0, 0, 0), *seen):.4f}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit status."""
    return run("tools.tuning.fit_rollout_bias", fit_rollout_bias, arguments)


if __name__ == "__main__":
    sys.exit(main())
