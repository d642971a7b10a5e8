"""The frame of every solver's run: interrupts, the order of ties, explanations, and the making of an answer.

A subclass says how it searches, in which order its candidates come and what they are worth.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from kiebitz.core import Move, Position, View
from kiebitz.solvers.advice import Advice, Ranked, SampleSize
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.meter import Meter

Interval = tuple[float, float]
Continuation = tuple[tuple[str, ...], tuple[str, ...]]


class Estimate(NamedTuple):
    """Margin in points and share of the win, 0..1, each with its interval."""

    margin: float
    margin_ci: Interval
    win: float
    win_ci: Interval


class SolverRun(ABC):
    """One run of a solver, from a table and a budget to advice.

    Candidates are numbered. The number, called row, is that of the legal move unless a subclass says otherwise.

    name: of the solver, for the answer.
    exact: whether all values are exact.
    stop: why the search ended, see `Advice`.
    tied: rows of the moves that the search cannot tell apart from the best, the best included; empty without ties.
    """

    exact = False

    def __init__(self, name: str, table: Position | View, budget: Budget) -> None:
        self.name = name
        self.table = table
        self.budget = budget
        self.meter = Meter(budget)
        self.moves = table.legal_moves()
        self.stop = "budget"
        self.tied: set[int] = set()

    # What a subclass must say

    @abstractmethod
    def search(self) -> None:
        """Uses the budget."""

    @abstractmethod
    def order(self) -> list[int]:
        """The rows to be reported, best first. Sets `tied`."""

    @abstractmethod
    def estimate(self, row: int) -> Estimate:
        """What a row is worth."""

    # What a subclass may say

    def rescue(self) -> bool:
        """Makes the state consistent after Ctrl-C; False if there is no answer yet."""
        return False

    def move(self, row: int) -> Move:
        """The move of a row."""
        return self.moves[row]

    def visits(self, row: int) -> int:
        """Number of playouts behind the estimate of a row."""
        return 0

    def why(self, row: int) -> tuple[str, ...]:
        """How the points of a row come about."""
        return tuple(self.table.explain(self.move(row)))

    def explains(self, row: int, place: int) -> bool:
        """Whether the row at this place of the answer gets reasons."""
        return place < self.budget.explained or self.is_asked(row)

    def continuation(self, row: int) -> Continuation:
        """(texts of the moves expected to follow a row, further reasons)."""
        return (), ()

    def belief(self) -> SampleSize | None:
        """How worlds were weighted; None if they were not."""
        return None

    # What all runs have in common

    def is_asked(self, row: int) -> bool:
        """Whether the budget asks for the move of a row."""
        return bool(self.budget.also) and self.move(row).text in self.budget.also

    def asked_rows(self) -> list[int]:
        """The legal moves that the budget asks for, by number."""
        if not self.budget.also:
            return []
        return [row for row, text in enumerate(self.moves.texts()) if text in self.budget.also]

    @property
    def player(self) -> int:
        """The seat of the player to move."""
        assert self.table.to_move is not None
        return self.table.to_move

    @property
    def forced(self) -> bool:
        """Whether there is only one legal move."""
        return len(self.moves) == 1

    def advise(self) -> Advice:
        """Searches and answers. After Ctrl-C the answer is what was found so far."""
        try:
            self.search()
        except KeyboardInterrupt:
            self.stop = "interrupted"
            if not self.rescue():
                raise
        return self.advice()

    def advice(self) -> Advice:
        """The answer by what was found so far."""
        moves = tuple(self.ranked(row, place) for place, row in enumerate(self.order()))
        return Advice(
            game=self.table.game.name,
            to_move=self.table.names[self.player],
            solver=self.name,
            exact=self.exact,
            stop=self.stop,
            nodes=self.meter.nodes,
            worlds=self.meter.worlds,
            seconds=self.meter.seconds,
            seed=self.budget.seed,
            moves=moves,
            belief=self.belief(),
        )

    def ranked(self, row: int, place: int) -> Ranked:
        """A row as it stands in the answer at this place."""
        move = self.move(row)
        line, more = self.continuation(row) if place < self.budget.followed else ((), ())
        why = self.why(row) if self.explains(row, place) else ()
        estimate = self.estimate(row)
        return Ranked(move, move.points, *estimate, self.visits(row), row in self.tied, (*why, *more), line)

    def best_first(self, best: int, rows: Iterable[int], rank: Callable[[int], Any]) -> list[int]:
        """The best row, the rows tied with it, the others; rows of a group by their rank, the smallest first."""
        return sorted(rows, key=lambda row: (row != best, row not in self.tied, rank(row)))


def with_best(best: int, others: set[int]) -> set[int]:
    """The tied rows: the best row counts among them if any other does."""
    return {best, *others} if others else set()
