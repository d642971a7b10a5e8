"""How well does the learned value predict final margins, by cards left?

    python -m tools.value_errors kwatro --games 300

Prints the root mean square error of the expected margin of the player to move, in games that `static` plays against
itself.
Beside it stands the error of "nothing more to come", the present margin.
"""

import sys
from collections.abc import Sequence

import numpy as np

import kiebitz
from kiebitz.benchmarks.command_line import Game, Games, Players, Seed, run
from kiebitz.learned import expected, static_move

EDGES = (1, 2, 4, 7, 14, 21, 31, 41, 1000)  # least cards in the pile, by row of the table after the first


def errors(name: str, players: int, games: int, seed: int) -> dict[int, list[tuple[float, float]]]:
    """By row of the table: errors of the learned margin, and changes of the margin until the end, in points."""
    game = kiebitz.game(name, players)
    found: dict[int, list[tuple[float, float]]] = {}
    for number in range(games):
        position, seen = game.deal(seed + number), []
        while not position.over:
            seat = position.to_move
            assert seat is not None
            scores = expected(position.view())
            margin = scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
            row = int(np.searchsorted(EDGES, position.pile_size, side="right"))
            seen.append((row, seat, margin, position.margin(seat)))
            position.play(static_move(position.view()))
        for row, seat, margin, now in seen:
            final = position.margin(seat)
            found.setdefault(row, []).append((margin - final, now - final))
    return found


def value_errors(game: Game, players: Players = 2, games: Games = 300, seed: Seed = 1) -> None:
    """How well does the learned value predict final margins, by cards in the pile?"""
    print("pile       decisions   learned value   nothing more to come")
    for row, pairs in sorted(errors(game, players, games, seed).items()):
        learned, nothing = np.sqrt(np.mean(np.square(pairs), axis=0))
        low, high = EDGES[row - 1] if row else 0, EDGES[row] - 1
        print(f"{low:3} - {high:3} {len(pairs):11} {learned:15.1f} {nothing:22.1f}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit status."""
    return run("tools.value_errors", value_errors, arguments)


if __name__ == "__main__":
    sys.exit(main())
