"""The frame of every solver's run: interrupts, order of ties, explanations, and the answer.

A subclass says how it searches, in which order its candidates come, and what their estimates are.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from kiebitz.core import Move, Position, View
from kiebitz.solvers.advice import Advice, Ranked, SampleSize
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.meter import Meter

Bounds = tuple[float, float]
Continuation = tuple[tuple[str, ...], tuple[str, ...]]


class Estimate(NamedTuple):
    """Margin in points and share of the win, 0..1, each with its confidence interval."""

    margin: float
    margin_ci: Bounds
    win: float
    win_ci: Bounds


class SolverRun(ABC):
    """One run of a solver: it searches a position or view within a budget and answers with advice.

    Candidates are numbered. The number is called row. It is the number of the legal move, unless a subclass says
    otherwise.

    name: name of the solver, for the answer.
    state: the position or view to search.
    budget: the limits.
    exact: whether all values are exact.
    stop: the reason why the search ended, see `Advice`.
    tied: rows that cannot be told from the best row, with the best row; empty without ties.
    """

    exact = False

    def __init__(self, name: str, state: Position | View, budget: Budget) -> None:
        self.name = name
        self.state = state
        self.budget = budget
        self.meter = Meter(budget)
        self.moves = state.legal_moves()
        self.stop = "budget"
        self.tied: set[int] = set()

    # Methods that a subclass must have

    @abstractmethod
    def search(self) -> None:
        """Searches until the budget is used or the answer is sure enough."""

    @abstractmethod
    def order(self) -> list[int]:
        """The rows of the answer, best first. Sets `tied`."""

    @abstractmethod
    def estimate(self, row: int) -> Estimate:
        """The estimate of a row."""

    # Methods that a subclass may have

    def rescue(self) -> bool:
        """Makes the state consistent after Ctrl-C. Returns False if there is no answer yet."""
        return False

    def move(self, row: int) -> Move:
        """The move of a row."""
        return self.moves[row]

    def visits(self, row: int) -> int:
        """Number of playouts behind the estimate of a row."""
        return 0

    def why(self, row: int) -> tuple[str, ...]:
        """Sentences that explain the points of a row."""
        return tuple(self.state.explain(self.move(row)))

    def explains(self, row: int, place: int) -> bool:
        """Whether the row at this place of the answer gets reasons."""
        return place < self.budget.explained or self.is_asked(row)

    def continuation(self, row: int) -> Continuation:
        """Returns (texts of the expected moves after a row, further reasons)."""
        return (), ()

    def belief(self) -> SampleSize | None:
        """The sample size of weighted worlds; None if worlds were not weighted."""
        return None

    # Methods that all runs share

    def is_asked(self, row: int) -> bool:
        """Whether `budget.also` has the move of a row."""
        return bool(self.budget.also) and self.move(row).text in self.budget.also

    def asked_rows(self) -> list[int]:
        """The numbers of the legal moves that `budget.also` has."""
        if not self.budget.also:
            return []
        return [row for row, text in enumerate(self.moves.texts()) if text in self.budget.also]

    @property
    def player(self) -> int:
        """The seat of the player to move."""
        assert self.state.to_move is not None
        return self.state.to_move

    @property
    def forced(self) -> bool:
        """Whether there is only one legal move."""
        return len(self.moves) == 1

    def advise(self) -> Advice:
        """Searches and answers. After Ctrl-C the answer comes from the search so far."""
        try:
            self.search()
        except KeyboardInterrupt:
            self.stop = "interrupted"
            if not self.rescue():
                raise
        return self.advice()

    def advice(self) -> Advice:
        """The answer from the search so far."""
        moves = tuple(self.ranked(row, place) for place, row in enumerate(self.order()))
        return Advice(
            game=self.state.game.name,
            to_move=self.state.names[self.player],
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
        """The entry of a row at this place of the answer."""
        move = self.move(row)
        line, more = self.continuation(row) if place < self.budget.followed else ((), ())
        why = self.why(row) if self.explains(row, place) else ()
        estimate = self.estimate(row)
        if self.state.game.players == 1:  # a player alone wins every game
            estimate = estimate._replace(win=1.0, win_ci=(1.0, 1.0))
        return Ranked(move, move.points, *estimate, self.visits(row), row in self.tied, (*why, *more), line)

    def best_first(self, best: int, rows: Iterable[int], rank: Callable[[int], Any]) -> list[int]:
        """The best row, then the rows tied with it, then the others. Each group is sorted by `rank`, smallest first."""
        return sorted(rows, key=lambda row: (row != best, row not in self.tied, rank(row)))


def with_best(best: int, others: set[int]) -> set[int]:
    """The set of tied rows: the others with the best row; empty if there are no others."""
    return {best, *others} if others else set()
