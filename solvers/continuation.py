"""What is likely to follow a move, as a line of moves and a sentence."""

from collections import Counter
from typing import Protocol

REPLY_WORLDS = 32  # in which the continuation of a move is looked up


class Futures(Protocol):
    """A kernel that can play on after a move of its view."""

    def future(self, index: int, seed: int) -> tuple[tuple[str, ...], int] | None:
        """(moves up to the first decision of another player, points of the last one); None at the end of the game."""


def replies(futures: Futures, index: int, seed: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is likely to follow under greedy play, up to the first decision of another player, in a few worlds.

    index: number of the move among the legal ones.
    Returns (the most frequent moves in order, a sentence on the points of the next player's answer). Both are empty at
    the end of the game.
    """
    found = [futures.future(index, (seed + world) % 2**64) for world in range(REPLY_WORLDS)]
    ahead = [future for future in found if future is not None]
    if not ahead:
        return (), ()
    (line, times), *_ = sorted(Counter(line for line, _ in ahead).items(), key=lambda item: (-item[1], item[0]))
    mean = sum(points for _, points in ahead) / len(ahead)
    share = f" ({times / REPLY_WORLDS:.0%})" if times > 1 else ""
    return (*line[:-1], f"{line[-1]}{share}"), (f"the next player's answer: {mean:.0f} points on average",)
