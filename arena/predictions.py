"""Expected shares of the win and final shares, over all decisions with an expectation.

Solvers with the same text share one row, for example both seats of self-play (`--solvers best,best`). An expectation
depends on the opponents too, so only self-play judges the solver alone.
"""

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kiebitz.arena.record import GameRecord
from kiebitz.arena.statistics.calibration import Bin, calibration

Numbers = NDArray[Any]


class Predictions:
    """Expectations, results and units by solver, from the game records."""

    def __init__(self, solvers: Sequence[str]) -> None:
        self.solvers = solvers
        self.columns = {name: (array("f"), array("f"), array("q")) for name in dict.fromkeys(solvers)}

    def add(self, game: GameRecord) -> None:
        """Adds the decisions of a game. A forfeited game is left out, since no expectation foresees a forfeit."""
        if game.wins is None or game.forfeit is not None:
            return
        wins = np.frombuffer(game.wins, dtype="<f4")
        movers = np.frombuffer(game.movers, dtype=np.uint8)
        shares = np.array(game.shares(), dtype="f4")
        for seat, entry in enumerate(game.seats):
            said = wins[(movers == seat) & ~np.isnan(wins)]
            predicted, came, units = self.columns[self.solvers[entry]]
            predicted.extend(said.tolist())
            came.extend([float(shares[seat])] * len(said))
            units.extend([game.unit] * len(said))

    def rows(self) -> list[dict[str, Any]]:
        """A row for each solver that named expectations, in the order of the plan."""
        return [row_of(name, *map(np.array, some)) for name, some in self.columns.items() if len(some[0])]


def row_of(solver: str, predicted: Numbers, came: Numbers, units: Numbers) -> dict[str, Any]:
    """A solver's row.

    predicted: expected share of the win of each decision, 0..1, shape (n,).
    came: final share of the win of the same game, 0..1, shape (n,).
    units: number of the unit of each decision, shape (n,). Only units are independent of each other.
    """
    found = calibration(predicted, came, units)
    return {
        "solver": solver,
        "decisions": len(predicted),
        "units": len(np.unique(units)),
        "brier": found.brier.mean,
        "brier_ci": [found.brier.low, found.brier.high],
        "brier_reference": found.reference,
        "base_rate": float(np.mean(came)),
        "ece": found.error,
        "ece_ci": [float(found.low), float(found.high)],
        "ece_by_noise": found.floor,
        "ece_corrected": found.corrected,
        "bins": [bin_of(row) for row in found.bins],
    }


def bin_of(row: Bin) -> dict[str, Any]:
    """One bin of the reliability diagram."""
    return {
        "low": row.low,
        "high": row.high,
        "decisions": row.count,
        "predicted": row.predicted,
        "came": row.came.mean,
        "came_ci": [row.came.low, row.came.high],
    }
