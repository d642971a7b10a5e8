"""Sequences of decisions that end the game whatever the other players choose at the same time."""

import numpy as np
import numpy.typing as npt

from kiebitz.solvers.run import Estimate

Floats = npt.NDArray[np.float64]


class LastDecisions:
    """What is certain about the rows of a search.

    ends: `ExpectimaxSearch.ends()`.
    by_win: whether the share of the win decides. Otherwise no row wins or loses for certain.

    Attributes:

    classes: 1 for a row that wins for certain, -1 for one that loses for certain, else 0; shape (rows,).
    """

    def __init__(self, ends: Floats, by_win: bool) -> None:
        self.ends = ends
        self.classes = ((ends[:, 2] == 1).astype(int) - (ends[:, 3] == 0)) * by_win

    def ended(self, row: int) -> bool:
        """Whether the game ends after a row, whatever the others choose."""
        return not np.isnan(self.ends[row, 0])

    def exact(self, row: int) -> bool:
        """Whether the game ends after a row, and the others cannot change margin or win."""
        low, high, least, most = self.ends[row]
        return bool(low == high and least == most)

    def equal(self, row: int) -> set[int]:
        """The rows with the exact value of a row; empty if that value is not exact."""
        return set(np.flatnonzero((self.ends == self.ends[row]).all(axis=1)).tolist()) if self.exact(row) else set()

    def bounded(self, row: int, estimate: Estimate) -> Estimate:
        """The estimate of a row that ends the game, with the range of what the others may choose as its intervals."""
        low, high, least, most = map(float, self.ends[row])
        margin, win = min(max(estimate.margin, low), high), min(max(estimate.win, least), most)
        return Estimate(margin, (low, high), win, (least, most))
