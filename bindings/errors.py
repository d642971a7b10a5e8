"""The errors that bad input causes. Each is a ValueError. Its text names the place and says what would be right."""

from collections.abc import Iterable
from typing import NamedTuple


class Fault(NamedTuple):
    """One fault of a position.

    where: the place of the fault: file, line, field or cell; empty if there is none.
    what: the fault in words.
    """

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" if self.where else self.what


class KiebitzError(ValueError):
    """Base of all errors that bad input can cause."""


class PositionError(KiebitzError):
    """An impossible or malformed position. `faults` lists its faults. The text has one line for each fault."""

    def __init__(self, faults: Iterable[Fault]):
        self.faults = list(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)


class NotationError(KiebitzError):
    """A text that cannot be read: TOML syntax, one-line form, move or cell."""


class IllegalMoveError(KiebitzError):
    """A move that the rules do not allow in this position."""


class TooManyMovesError(KiebitzError):
    """More legal moves than are ever listed. `candidate_moves` selects some of them."""


class BudgetError(KiebitzError):
    """A limit of a search that is out of its range."""


class SolverError(BudgetError):
    """A solver that does not exist, fails or answers wrongly, or a parameter of a solver that is out of its range."""
