"""The likely continuation of a move: a line of moves and a sentence."""

from collections import Counter
from collections.abc import Callable
from itertools import takewhile
from typing import Protocol

REPLY_WORLDS = 32  # sampled worlds in which the continuation of a move is played


class Futures(Protocol):
    """An object that can play on after a move."""

    def future(self, index: int, seed: int) -> tuple[tuple[str, ...], int] | None:
        """Returns (texts up to the first decision of another player, points of the last move).

        None if the game ends before that decision.
        """


def replies(
    futures: Futures, index: int, seed: int, in_time: Callable[[], bool] = lambda: True
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The likely continuation of a move, up to the first decision of another player.

    Returns (the most frequent line of moves, a sentence about the points of the next player's answer). Both are empty
    if the game ends first.

    futures: plays on in one world.
    index: number of the move among the legal moves.
    seed: seed of the worlds.
    in_time: whether there is time for another world.
    """
    worlds = takewhile(lambda _: in_time(), range(REPLY_WORLDS))
    found = [futures.future(index, (seed + world) % 2**64) for world in worlds]
    ahead = [future for future in found if future is not None]
    if not ahead:
        return (), ()
    (line, times), *_ = sorted(Counter(line for line, _ in ahead).items(), key=lambda item: (-item[1], item[0]))
    mean = sum(points for _, points in ahead) / len(ahead)
    share = f" ({times / len(found):.0%})" if times > 1 else ""
    return (*line[:-1], f"{line[-1]}{share}"), (f"the next player's answer: {mean:.0f} points on average",)
