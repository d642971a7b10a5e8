"""Whether expected shares of the win came true: every decision with an expectation, beside how its game ended.

Counted by the solver's text, so that in self-play (`--solvers best,best`) both seats make one row. An expectation is of
play against who sits there: only over self-play does it judge the solver's numbers alone.
"""

from array import array

import numpy as np

from kiebitz.arena.statistics.calibration import calibration


class Predictions:
    """Expectations, results and units by solver, from the game records."""

    def __init__(self, solvers):
        self.solvers = solvers
        self.columns = {name: (array("f"), array("f"), array("q")) for name in dict.fromkeys(solvers)}

    def add(self, game):
        """Games lost without playing on are left out: what ended them was no part of any expectation."""
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

    def rows(self):
        """A row for each solver that expected anything, in the order of the plan."""
        return [row_of(name, *map(np.array, some)) for name, some in self.columns.items() if len(some[0])]


def row_of(solver, predicted, came, units):
    """The unit is what is independent: neither decisions of a game nor games of a deal are."""
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


def bin_of(row):
    return {
        "low": row.low,
        "high": row.high,
        "decisions": row.count,
        "predicted": row.predicted,
        "came": row.came.mean,
        "came_ci": [row.came.low, row.came.high],
    }
