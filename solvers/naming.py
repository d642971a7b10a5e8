"""Naming: which of the legal moves a search plays out at all, before it has seen a playout."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from kiebitz.core import Moves, View
from kiebitz.learned import uses, values

MOST_VALUED = 2000  # most moves with a learned value; if there are more, those with the most points

Rows = npt.NDArray[np.int64]


def by_points(moves: Moves) -> Rows:
    """The rows of the moves, most immediate points first."""
    points = np.array([moves.points(row) for row in range(len(moves))])
    return np.argsort(-points, kind="stable")


def by_value(view: View, seconds: float) -> Rows:
    """The rows of the moves with a learned value, highest expected margin first.

    seconds: most time for the values; not more than 0: no limit. The first move always has a value.
    """
    moves = view.legal_moves()
    which = by_points(moves)[:MOST_VALUED] if seconds > 0 or len(moves) > MOST_VALUED else None
    margins = values(view, which, seconds)[0]
    valued: Rows = np.argsort(-margins, kind="stable")  # NaN, which has no value, comes last
    return valued[: len(margins) - int(np.isnan(margins).sum())]


def in_turn(rows: Iterable[int], numbers: npt.NDArray[np.uint64]) -> list[int]:
    """The rows, reordered: first the first row of every number, then the second row of every number, and so on.

    numbers: by row.
    """
    seen: dict[int, int] = {}
    ranks = []
    for place, row in enumerate(rows):
        number = int(numbers[row])
        seen[number] = seen.get(number, 0) + 1
        ranks.append((seen[number], place, row))
    return [row for _, _, row in sorted(ranks)]


def named(view: View, most: int, mixed: bool, seconds: float = 0) -> list[int]:
    """Rows of the moves that the learned value names, the most promising first.

    most: number of moves.
    mixed: whether half of them are the best of each use of cards in turn (see `kiebitz.learned.uses`). Shortly before the
        end it matters more which cards leave the hand than where they go, and the learned value does not see that.
    seconds: most time for the learned values; not more than 0: no limit.
    """
    rows: list[int] = by_value(view, seconds).tolist()
    if not mixed or len(rows) <= most:
        return rows[:most]
    chosen = rows[: most - most // 2]
    others = [row for row in in_turn(rows, uses(view)) if row not in set(chosen)]
    return chosen + others[: most // 2]
