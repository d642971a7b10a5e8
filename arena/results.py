"""Results of units: the share of the win, the margin and the duels of every entry in a unit."""

from collections import Counter
from collections.abc import Hashable, Mapping
from itertools import combinations
from statistics import mean
from typing import NamedTuple, TypeVar

from kiebitz.arena.record import UnitRecord
from kiebitz.arena.statistics.sequential import Sprt

# A solver that fails in half of its games loses 20 or more of at most 22 games by error with a probability of 6e-5.
MOST_ERRORS = 20  # games lost by error, at least, of a solver that ends the arena
NEARLY_ALL = 0.9  # share of its games, at least

Key = TypeVar("Key", bound=Hashable)


class UnitResult(NamedTuple):
    """The result of one unit, the sample of every statistic.

    The keys are entry numbers. Shares, margins, duels and luck are means over the games of the unit and the seats of
    the entry.

    unit: number of the unit.
    shares: share of the win of each entry, 0..1.
    margins: margin of each entry in points, over games played to their end. An entry without such a game is missing.
    duels: for each pair of entries, ascending, how often the first is ahead of the second, 0..1. A tie counts half.
    errors: number of games that each entry has forfeited.
    luck: luck of each entry in points and in shares of the win; empty unless it was measured in every game.
    games: number of games.
    """

    unit: int
    shares: dict[int, float]
    margins: dict[int, float]
    duels: dict[tuple[int, int], float]
    errors: dict[int, int]
    luck: dict[int, tuple[float, float]]
    games: int


def unit_result(record: UnitRecord) -> UnitResult:
    """The result of a finished unit."""
    shares: dict[int, list[float]] = {}
    margins: dict[int, list[float]] = {}
    duels: dict[tuple[int, int], list[float]] = {}
    errors: dict[int, int] = {}
    luck: dict[int, list[tuple[float, float]]] = {}
    for game in record.games:
        for entry, share in zip(game.seats, game.shares(), strict=True):
            shares.setdefault(entry, []).append(share)
        for entry, margin in zip(game.seats, game.margins() or (), strict=False):
            margins.setdefault(entry, []).append(margin)
        for one, other in combinations(range(len(game.seats)), 2):
            pair = game.seats[one], game.seats[other]
            if pair[0] < pair[1]:
                duels.setdefault(pair, []).append(game.duel(one, other))
            elif pair[0] > pair[1]:
                duels.setdefault(pair[::-1], []).append(game.duel(other, one))
        for entry, both in zip(game.seats, game.luck or (), strict=False):
            luck.setdefault(entry, []).append(both)
        if game.forfeit is not None:
            entry = game.seats[game.forfeit.seat]
            errors[entry] = errors.get(entry, 0) + 1
    measured = all(game.luck is not None for game in record.games)
    taken = {entry: mean_luck(pairs) for entry, pairs in luck.items() if measured}
    return UnitResult(record.unit, means(shares), means(margins), means(duels), errors, taken, len(record.games))


def means(lists: Mapping[Key, list[float]]) -> dict[Key, float]:
    """The mean of every list."""
    return {key: sum(values) / len(values) for key, values in lists.items()}


def mean_luck(pairs: list[tuple[float, float]]) -> tuple[float, float]:
    """Mean points and mean share of the win."""
    points, shares = zip(*pairs, strict=True)
    return mean(points), mean(shares)


class Failing(NamedTuple):
    """A solver that fails in nearly all games.

    entry: its entry number.
    errors: number of games that it lost by error.
    games: number of its games.
    """

    entry: int
    errors: int
    games: int


class Results:
    """The results of an arena's units. After a sequential test or a failing solver, only the units up to there count.

    The units are judged in the order of their numbers, not in the order in which they are finished. So the arena ends
    at the same unit for any number of workers.

    units: number of units that are wanted; units with a higher number do not count.
    test: the sequential test; None if there is none.

    Attributes:

    failing: the solver that fails in nearly all games; None as long as there is none.
    """

    def __init__(self, units: int, test: Sprt | None = None) -> None:
        self.units = units
        self.test = test
        self.by_unit: dict[int, UnitResult] = {}
        self.judged = 0
        self.end: int | None = None
        self.errors: Counter[int] = Counter()
        self.games: Counter[int] = Counter()
        self.failing: Failing | None = None

    def add(self, record: UnitRecord) -> None:
        """Adds a finished unit, and judges all units up to the next missing one."""
        if record.unit < self.units:
            self.by_unit[record.unit] = unit_result(record)
        while self.end is None and (result := self.by_unit.get(self.judged)) is not None:
            self.judged += 1
            self.failing = self.failing_after(result)
            decided = self.test is not None and self.test.update(result.duels[0, 1]) is not None
            if decided or self.failing is not None:
                self.end = self.judged

    def failing_after(self, result: UnitResult) -> Failing | None:
        """The solver that fails in nearly all games up to this result; None if there is none."""
        for entry in result.shares:
            self.games[entry] += result.games
        self.errors.update(result.errors)
        least = 1 if self.judged == self.units else MOST_ERRORS
        for entry, errors in self.errors.items():
            if errors >= least and errors >= NEARLY_ALL * self.games[entry]:
                return Failing(entry, errors, self.games[entry])
        return None

    @property
    def over(self) -> bool:
        """Whether the sequential test or a failing solver has ended the arena."""
        return self.end is not None

    def counted(self) -> list[UnitResult]:
        """The results that count, in the order of the units."""
        end = self.units if self.end is None else self.end
        return [self.by_unit[unit] for unit in sorted(self.by_unit) if unit < end]
