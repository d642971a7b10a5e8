"""Naming: which of the legal moves a search plays out at all, before it has seen a playout."""

import numpy as np
import numpy.typing as npt

from kiebitz.core import Moves, View
from kiebitz.learned import uses, values

MOST_VALUED = 2000  # most moves with a learned value; if there are more, those with the most points
MANY = 500  # with more moves, those with the most points are valued first, in case time runs out

Rows = npt.NDArray[np.int64]


def by_points(moves: Moves) -> Rows:
    """The rows of the moves, most immediate points first."""
    points = np.array([moves.points(row) for row in range(len(moves))])
    return np.argsort(-points, kind="stable")


def by_value(view: View, seconds: float) -> Rows:
    """The rows of the moves with a learned value, highest expected margin first.

    seconds: most time for the values; not more than 0: no limit. The first move always has a value.
    """
    moves = view.candidate_moves()
    which = by_points(moves)[:MOST_VALUED] if len(moves) > MANY else None
    margins = values(view, which, seconds)[0]
    valued: Rows = np.argsort(-margins, kind="stable")  # NaN, which has no value, comes last
    return valued[: len(margins) - int(np.isnan(margins).sum())]


def in_turn(rows: Rows, numbers: npt.NDArray[np.uint64]) -> Rows:
    """The rows, reordered: first the first row of every number, then the second row of every number, and so on.

    numbers: by row.
    """
    places = np.arange(len(rows))
    grouped = np.argsort(numbers[rows], kind="stable")
    new = np.diff(numbers[rows][grouped], prepend=~numbers[rows][grouped[:1]]) != 0
    ranks = np.empty_like(places)
    ranks[grouped] = places - np.maximum.accumulate(np.where(new, places, 0))  # by place: earlier rows of the number
    ordered: Rows = rows[np.lexsort((places, ranks))]
    return ordered


def named(view: View, most: int, mixed: bool, seconds: float = 0) -> list[int]:
    """Rows of the moves that the learned value names, the most promising first.

    most: number of moves.
    mixed: whether half of them are the best of each use of cards in turn (see `kiebitz.learned.uses`). Shortly before
        the end it matters more which cards leave the hand than where they go. The learned value does not see that.
    seconds: most time for the learned values; not more than 0: no limit.
    """
    rows = by_value(view, seconds)
    if not mixed or len(rows) <= most:
        first: list[int] = rows[:most].tolist()
        return first
    chosen: list[int] = rows[: most - most // 2].tolist()
    return list(dict.fromkeys([*chosen, *in_turn(rows, uses(view))[:most].tolist()]))[:most]
