"""The frame of every solver's run: interrupts, the order of moves, explanations, and the answer.

A subclass says how it searches and what the estimates of its candidates are.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from kiebitz.core import Move, Position, View
from kiebitz.solvers.advice import Advice, Ranked, SampleSize, Selection
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.game_defaults import model_error_of
from kiebitz.solvers.meter import Meter
from kiebitz.solvers.utility import utility_at

LEAST_SURE = 64  # worlds; a search with fewer is never called sure
# Seconds after a limit of time in which an answer is explained: what `--seconds` may be passed by. Usual answers need
# some 10 ms; on a display of 33 cards 2.6 s were seen without this limit.
EXPLAINING = 0.1

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
    estimates: the estimates of the rows of the answer.
    ended: rows whose move ends the game with the same margin in every world.
    """

    exact = False

    def __init__(self, name: str, state: Position | View, budget: Budget) -> None:
        self.name = name
        self.state = state
        self.budget = budget
        self.meter = Meter(budget)
        self.moves = state.candidate_moves(budget.also)  # all legal moves, or a selection if there are too many
        self.utility = utility_at(state, budget.aim)
        self.stop = "budget"
        self.tied: set[int] = set()
        self.estimates: dict[int, Estimate] = {}
        self.ended: set[int] = set()

    # Methods that a subclass must have

    @abstractmethod
    def search(self) -> None:
        """Searches until the budget is used or the answer is sure enough."""

    @abstractmethod
    def rows(self) -> Iterable[int]:
        """The rows of the answer, at least one."""

    @abstractmethod
    def estimate(self, row: int) -> Estimate:
        """The estimate of a row."""

    # Methods that a subclass may have

    def chosen(self) -> int | None:
        """The row that the search has chosen; None if the first one in order is best."""
        return None

    def tied_with(self, best: int) -> set[int]:
        """The other rows that cannot be told from the best one."""
        return set()

    def group(self, row: int) -> int:
        """Rows with a lower number were judged better by the search and come first."""
        return 0

    def value(self, row: int) -> tuple[float, ...]:
        """The value of a row for the player to move: the utility of its estimate, then its margin."""
        estimate = self.estimates[row]
        return self.utility.of(estimate.margin, estimate.win), estimate.margin

    def certainty(self, row: int) -> int:
        """1 for a row that wins in every world, -1 for one that loses in every world, else 0."""
        return int(self.utility.certainty(self.estimates[row].win))

    def certain(self, row: int) -> bool:
        """Whether the estimate of a row is its exact value."""
        return self.exact or row in self.ended

    def searched(self, row: int) -> bool:
        """Whether the search looked at a row. Else its estimate is a first guess."""
        return self.certain(row) or self.visits(row) > 0

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

    def may_explain(self) -> bool:
        """Whether there is still time for reasons and continuations. Without a limit of time there always is."""
        return self.budget.seconds is None or self.meter.seconds < self.budget.seconds + EXPLAINING

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

    @cached_property
    def deviation(self) -> float:
        """Standard deviation of the final margin by the margin model, in points."""
        _, low, high, _ = self.state.outlook()
        return (high - low) / 3.92

    @property
    def forced(self) -> bool:
        """Whether there is only one legal move."""
        return len(self.moves) == 1

    def advise(self) -> Advice:
        """Searches and answers. After Ctrl-C the answer comes from the search so far."""
        if self.state.scores_final:
            return FinalRun(self.name, self.state, self.budget).advise()
        try:
            self.search()
        except KeyboardInterrupt:
            self.stop = "interrupted"
            if not self.rescue():
                raise
        return self.advice()

    def advice(self) -> Advice:
        """The answer from the search so far."""
        order = self.order()
        if self.stop == "confident" and not self.sure(order):
            self.stop = "enough"
        moves = tuple(self.ranked(row, place) for place, row in enumerate(order))
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
            aim=self.budget.aim,
            selection=None if self.moves.complete else Selection(len(self.moves), self.moves.total),
        )

    def order(self) -> list[int]:
        """The rows of the answer, best first. Sets `estimates` and `tied`.

        Certain wins come first and certain losses last. Then come the best row, and the others by group and value.
        """
        self.estimates = {row: self.with_model_error(row) for row in self.rows()}
        certain = {row: self.certainty(row) for row in self.estimates}
        rows = sorted(certain, key=lambda row: (self.group(row), *(-part for part in self.value(row)), row))
        chosen = self.chosen()
        best = max(rows, key=certain.__getitem__) if chosen is None else chosen
        rows = sorted(rows, key=lambda row: (-certain[row], row != best))
        # A row with few playouts is hard to tell from the best one. It is not tied if a row with a better value is not.
        alike = self.tied_with(best)
        self.tied = with_best(best, {*takewhile(alike.__contains__, rows[rows.index(best) + 1 :])})
        return rows

    def with_model_error(self, row: int) -> Estimate:
        """The estimate of a row. The intervals of a search get the error of the model on top of that of sampling."""
        estimate = self.estimate(row)
        if self.certain(row) or not self.visits(row):
            return estimate
        margin, margin_ci, win, win_ci = estimate
        if margin_ci[0] == margin_ci[1] and self.ends_game(row):
            self.ended.add(row)
            return Estimate(margin, margin_ci, win, (win, win))
        error, confidence = model_error_of(self.state.game, self.deviation), self.budget.confidence
        if margin_ci[0] == margin_ci[1]:  # equal results in every world are not certain: the next one may differ
            reach = self.deviation / (self.visits(row) + 1)
            margin_ci = margin - reach, margin + reach
        margin_ci = error.margin_bounds(margin, margin_ci, self.deviation, confidence)
        return Estimate(margin, margin_ci, win, error.win_bounds(win, win_ci, confidence))

    def ends_game(self, row: int) -> bool:
        """Whether the move of a row makes the scores final."""
        after = self.state.sample(self.budget.seed) if isinstance(self.state, View) else self.state.copy()
        after.play(self.move(row))
        return after.scores_final

    def sure(self, order: list[int]) -> bool:
        """Whether the first row is so far ahead of all that are not tied with it that no error explains its lead."""
        best, *others = order
        error, margin = model_error_of(self.state.game, self.deviation), self.estimates[best].margin
        leads = [margin - self.estimates[row].margin for row in others if row not in self.tied]
        return self.visits(best) >= LEAST_SURE and all(
            error.decides(lead, 0, self.deviation, self.budget.confidence) for lead in leads
        )

    def ranked(self, row: int, place: int) -> Ranked:
        """The entry of a row at this place of the answer."""
        move = self.move(row)
        why = self.why(row) if self.explains(row, place) and self.may_explain() else ()
        line, more = self.continuation(row) if place < self.budget.followed and self.may_explain() else ((), ())
        estimate = self.estimates[row]
        if self.state.game.players == 1:  # a player alone wins every game
            estimate = estimate._replace(win=1.0, win_ci=(1.0, 1.0))
        return Ranked(
            move,
            move.points,
            *estimate,
            self.visits(row),
            row in self.tied,
            (*why, *more),
            line,
            exact=self.certain(row),
            searched=self.searched(row),
        )


class FinalRun(SolverRun):
    """The answer if no move can change the scores any more: all moves are equal, and their values are exact."""

    exact = True

    def search(self) -> None:
        """There is nothing to search."""
        self.stop = "exact"

    def advise(self) -> Advice:
        """The answer."""
        self.search()
        return self.advice()

    def rows(self) -> Iterable[int]:
        """All legal moves."""
        return range(len(self.moves))

    def tied_with(self, best: int) -> set[int]:
        """All other moves."""
        return {*self.rows()} - {best}

    def estimate(self, row: int) -> Estimate:
        """The final margin and share of the win."""
        margin, win = float(self.state.margin(self.player)), float(self.state.win_share(self.player))
        return Estimate(margin, (margin, margin), win, (win, win))


def with_best(best: int, others: set[int]) -> set[int]:
    """The set of tied rows: the others with the best row; empty if there are no others."""
    return {best, *others} if others else set()
