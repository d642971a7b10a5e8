"""One run of expectimax: the answer from the races of sequences."""

from functools import cached_property

from kiebitz.core import Move
from kiebitz.search import Rollouts
from kiebitz.solvers.continuation import replies
from kiebitz.solvers.expectimax_races import LEAST_WORLDS, TurnRaces
from kiebitz.solvers.run import Continuation, Estimate


class ExpectimaxRun(TurnRaces):
    """A run of expectimax. A row is a sequence of own decisions. The value of a move is that of its best row."""

    def chosen(self) -> int:
        """The chosen row."""
        return self.best

    def rows(self) -> list[int]:
        """One row for every move: the chosen row, a tied row, a row of the race, or the one with the best value."""
        self.meter.worlds = self.race.worlds if self.race is not None else 0  # worlds of the depth that answers
        self.ties |= self.last.equal(self.best) - {self.best}

        def rank(row: int) -> tuple[int, bool, bool, bool, float, int]:
            tied = row in self.ties
            return -self.last.classes[row], row != self.best, not tied, not self.searched(row), -self.values[row], row

        found: dict[int, int] = {}
        for row in sorted(range(len(self.kernel)), key=rank):
            found.setdefault(int(self.first[row]), row)
        return list(found.values())

    def tied_with(self, best: int) -> set[int]:
        """The rows of other moves that cannot be told from the best row."""
        return {row for row in self.estimates if row in self.ties and row != best}

    def group(self, row: int) -> int:
        """0 for a row of the race or one that ends the game, 1 for a row that was not searched."""
        return int(not self.searched(row))

    def move(self, row: int) -> Move:
        """The first move of a row's sequence."""
        return self.moves[int(self.first[row])]

    def visits(self, row: int) -> int:
        """Number of worlds in which a row was played."""
        return self.race.visits(row) if self.race is not None else 0

    def searched(self, row: int) -> bool:
        """Whether more than the static value of a row is known."""
        return self.visits(row) > 0 or self.last.ended(row)

    def certain(self, row: int) -> bool:
        """Whether the value of a row is exact."""
        return self.exact or self.last.exact(row)

    def certainty(self, row: int) -> int:
        """A result in all worlds of the sample is less sure than one whatever the others choose."""
        return 2 * int(self.last.classes[row]) + super().certainty(row)

    def sure(self, order: list[int]) -> bool:
        """A certain win is sure however few worlds were sampled."""
        return bool(self.last.classes[order[0]] > 0) or super().sure(order)

    def ends_game(self, row: int) -> bool:
        """Whether the value of a row is exact. An end in one world is not enough: others may write otherwise."""
        return self.last.exact(row)

    def with_model_error(self, row: int) -> Estimate:
        """The estimate of a row. There is no error of the model if the game ends."""
        return self.estimate(row) if self.last.ended(row) else super().with_model_error(row)

    def estimate(self, row: int) -> Estimate:
        """The estimate from the worlds of the race. Without a race the static value and its standard deviation.

        The interval of a row that ends the game is the range of what the others may choose.
        """
        estimate = self.sampled(row) if self.visits(row) else self.static(row)
        return self.last.bounded(row, estimate) if self.last.ended(row) else estimate

    def sampled(self, row: int) -> Estimate:
        """Means and intervals over the worlds of the race."""
        assert self.race is not None
        fresh = self.race.fresh.counts[row] >= LEAST_WORLDS
        moments = self.race.fresh if fresh else self.race.chosen_by
        confidence = self.budget.confidence
        deviation = self.kernel.deviation()
        return Estimate(*moments.bounds(row, 0, confidence, deviation), *moments.bounds(row, 1, confidence, 1.0))

    def static(self, row: int) -> Estimate:
        """The static value with the standard deviation of whole games."""
        margin, reach = float(self.static_margins[row]), 1.96 * self.kernel.deviation()
        return Estimate(margin, (margin - reach, margin + reach), float(self.static_wins[row]), (0.0, 1.0))

    def continuation(self, row: int) -> Continuation:
        """The rest of the turn. If the turn has one decision only, the likely reply."""
        line = self.kernel.texts(row)[1:]
        return (line, ()) if line else replies(self.rollouts, int(self.first[row]), self.budget.seed, self.may_explain)

    @cached_property
    def rollouts(self) -> Rollouts:
        """Greedy play, for continuations."""
        return Rollouts(self.view, 0, self.budget.seed)
