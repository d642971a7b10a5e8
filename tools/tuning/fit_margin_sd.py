"""Fits the shift and the standard deviation of a game's margin model to games of one solver.

    python -m tools.tuning.fit_margin_sd kwatro --players 2 --games 600 --solver best:worlds=30

Every decision of every game gives one row for each seat: (margin now, final margin, cards left, whether the seat is to
move). The shift is the mean change of the margin until the end. It is a line in the number of cards still to be played,
and a constant once fewer cards than full hands are left. It differs between the player to move and the others. The
variance of the final margin around (margin now + shift) is fixed + per_card x cards left.

The variance is fitted twice. Least squares fits the squared differences, as an interval of the margin needs it.
Likelihood fits the winners, as a win chance needs it. The two would agree if the differences were normal. A few very
good turns late in the game make the tails so heavy that the first variance is too wide for the second use. Needs scipy.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from typer import Option

import kiebitz
from kiebitz.benchmarks.command_line import Game, Games, Players, Seed, run, show_progress, solver_text
from kiebitz.solvers import make_solver
from tools.tuning.self_play import chosen

PARTS = 8  # of a game; rows of the report

Numbers = NDArray[Any]
StraightLine = tuple[float, float]  # fixed, per_card
Shift = tuple[tuple[float, float, float], ...]  # (fixed, per_card, ending) of the player to move, then of the others

Solver = Annotated[str, Option(parser=solver_text, metavar="SOLVER", help="The solver that plays all seats.")]


def cards_left(facts: dict[str, Any]) -> int:
    """The number of cards still to be played: in the pile and in all hands."""
    return len(facts["pile"]) + sum(len(hand) for hand in facts["hands"])


def full_hands(name: str, players: int) -> int:
    """The number of cards in all hands at the deal."""
    return sum(len(hand) for hand in kiebitz.game(name, players).deal(0).facts()["hands"])


def observations(
    name: str,
    players: int,
    games: int,
    seed: int = 1,
    solver: str = "greedy",
    progress: Callable[[float], None] | None = None,
) -> Numbers:
    """Observations of games, shape (decisions and seats, 4).

    The columns are the margin now, the final margin, the cards left, and whether the seat is to move (1 or 0).

    solver: the solver that plays all seats.
    progress: function that gets the finished share, 0..1.
    """
    game = kiebitz.game(name, players)
    player = make_solver(solver)
    rows = []
    for number in range(games):
        position = game.deal(seed + number)
        seen = []
        while not position.over:
            left, to_move = cards_left(position.facts()), position.to_move
            seen += [(seat, position.margin(seat), left, seat == to_move) for seat in range(players)]
            position.play(chosen(player, position, seed + number))
        rows += [(now, position.margin(seat), left, moves) for seat, now, left, moves in seen]
        if progress:
            progress((number + 1) / games)
    return np.array(rows, dtype=float)


def fit(squares: Numbers, left: Numbers, rounds: int = 20) -> StraightLine:
    """The line (fixed, per_card) through squared differences, by weighted least squares.

    squares: squared differences, shape (n,).
    left: cards left, shape (n,).
    rounds: number of repeats; each takes its weights from the line before.

    The square of a normal difference has an error proportional to its mean. Without weights, the long time after the
    deal would decide alone about the short time before the end. `fixed` is kept above 0, since the margin is always
    uncertain before the end.
    """
    design = np.column_stack((np.ones_like(left), left))
    predicted = np.full_like(squares, squares.mean())
    for _ in range(rounds):
        weights = 1 / predicted
        coefficients, *_ = np.linalg.lstsq(design * weights[:, None], squares * weights, rcond=None)
        predicted = np.maximum(design @ coefficients, squares.mean() * 1e-3)
    fixed, per_card = (float(c) for c in coefficients)
    if fixed <= 0:
        fixed, per_card = 1.0, float(np.sum((squares - 1) / left) / len(left))
    return fixed, per_card


def fit_shift(now: Numbers, final: Numbers, left: Numbers, moves: Numbers, full: int) -> Shift:
    """(fixed, per_card, ending) of the player to move, and the same of the others: the mean change of margins.

    full: number of cards in full hands. With more cards left the change is a line in the cards left, else a constant.
    """
    gained, late = final - now, left < full
    return tuple(gain_of(gained[moves == who], left[moves == who], late[moves == who]) for who in (1, 0))


def gain_of(gained: Numbers, left: Numbers, late: NDArray[np.bool_]) -> tuple[float, float, float]:
    """(fixed, per_card, ending): the line of changes before the ending, and the mean change in the ending.

    gained: changes of margins, shape (n,).
    left: cards left, shape (n,).
    late: whether the ending has begun, shape (n,).
    """
    per_card, fixed = np.polyfit(left[~late], gained[~late], 1)
    return float(fixed), float(per_card), float(gained[late].mean()) if late.any() else 0.0


def foreseen(shift: Shift, now: Numbers, left: Numbers, moves: Numbers, full: int) -> Numbers:
    """The expected final margins: the present margins plus the shift."""
    mover, others = (np.where(left < full, ending, fixed + per_card * left) for fixed, per_card, ending in shift)
    return now + np.where(moves == 1, mover, others)


def log_loss(constants: StraightLine, now: Numbers, left: Numbers, wins: Numbers) -> float:
    """The mean log loss of win chances from a normal margin with these constants.

    constants: (fixed, per_card) of the variance.
    now: expected final margins, shape (n,).
    left: cards left, shape (n,).
    wins: 1 for a win, 0.5 for a draw, 0 for a loss, shape (n,).
    """
    from scipy.special import log_ndtr

    fixed, per_card = constants
    standard = now / np.sqrt(fixed + per_card * left)
    return float(-np.mean(wins * log_ndtr(standard) + (1 - wins) * log_ndtr(-standard)))


def fit_wins(now: Numbers, left: Numbers, wins: Numbers, start: StraightLine) -> StraightLine:
    """(fixed, per_card) with the smallest log loss of the win chances. The search begins at `start`."""
    from scipy.optimize import minimize

    found = minimize(lambda logs: log_loss(np.exp(logs), now, left, wins), np.log(start), method="Nelder-Mead")
    fixed, per_card = np.exp(found.x)
    return float(fixed), float(per_card)


def parts_of_a_game(
    rows: Numbers, fixed: float, per_card: float
) -> Iterator[tuple[int, int, int, float, float, float]]:
    """For each part of the game: fewest cards, most cards, rows, predicted sd, observed sd, mean gain of the mover.

    The gain is the part that the shift does not explain. It is near 0 if the shift is right.
    """
    now, final, left, moves = rows.T
    edges = np.quantile(left, np.linspace(0, 1, PARTS + 1))
    for low, high in pairwise(edges):
        inside = (left >= low) & ((left < high) | (high == edges[-1]))
        if inside.any():
            predicted = np.sqrt(np.mean(fixed + per_card * left[inside]))
            observed = np.sqrt(np.mean((final - now)[inside] ** 2))
            gain = np.mean((final - now)[inside & (moves == 1)])
            yield int(low), int(left[inside].max()), int(inside.sum()), predicted, observed, gain


def fit_margin_sd(
    game: Game, players: Players = 2, games: Games = 3000, seed: Seed = 1, solver: Solver = "greedy"
) -> None:
    """How do final margins depend on present margins?

    The shift and the standard deviation of margins are fitted to games of a solver against itself.
    """
    rows = observations(game, players, games, seed, solver, show_progress)
    now, final, left, moves = rows.T
    full = full_hands(game, players)
    shift = fit_shift(now, final, left, moves, full)
    rows[:, 0] = now = foreseen(shift, now, left, moves, full)
    wins = np.where(final == 0, 0.5, final > 0)
    squares = fit((final - now) ** 2, left)
    print(f"{game}, {players} players, {games} games of {solver}, {len(rows)} rows")
    for who, (fixed, per_card, ending) in zip(("who is to move", "the others"), shift, strict=True):
        print(f"shift of {who}: fixed = {fixed:.1f}, per_card = {per_card:.3f}, below {full} cards {ending:.1f}")
    for aim, (fixed, per_card) in (("margins", squares), ("wins", fit_wins(now, left, wins, squares))):
        loss = log_loss((fixed, per_card), now, left, wins)
        print(f"fitted to {aim}: fixed = {fixed:.0f}, per_card = {per_card:.2f}, log loss of wins {loss:.4f}")
    report(rows, *squares)


def report(rows: Numbers, fixed: float, per_card: float) -> None:
    """Prints predicted and observed standard deviations by part of the game."""
    print("\ncards left      rows   predicted sd   observed sd   gain of the mover")
    for low, high, count, predicted, observed, gain in parts_of_a_game(rows, fixed, per_card):
        print(f"{low:4} - {high:3} {count:9} {predicted:14.1f} {observed:13.1f} {gain:+19.1f}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit status."""
    return run("tools.tuning.fit_margin_sd", fit_margin_sd, arguments)


if __name__ == "__main__":
    sys.exit(main())
