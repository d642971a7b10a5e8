"""Results of units: the share of the win, the margin and the duels of every entry in a unit."""

from collections.abc import Hashable, Mapping
from itertools import combinations
from statistics import mean
from typing import NamedTuple, TypeVar

from kiebitz.arena.record import UnitRecord
from kiebitz.arena.statistics.sequential import Sprt

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
    """

    unit: int
    shares: dict[int, float]
    margins: dict[int, float]
    duels: dict[tuple[int, int], float]
    errors: dict[int, int]
    luck: dict[int, tuple[float, float]]


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
    return UnitResult(record.unit, means(shares), means(margins), means(duels), errors, taken)


def means(lists: Mapping[Key, list[float]]) -> dict[Key, float]:
    """The mean of every list."""
    return {key: sum(values) / len(values) for key, values in lists.items()}


def mean_luck(pairs: list[tuple[float, float]]) -> tuple[float, float]:
    """Mean points and mean share of the win."""
    points, shares = zip(*pairs, strict=True)
    return mean(points), mean(shares)


class Results:
    """The results of an arena's units. After a sequential test, only the units up to its end count.

    The test takes the units in the order of their numbers, not in the order in which they are finished. So it ends at
    the same unit for any number of workers.

    units: number of units that are wanted; units with a higher number do not count.
    test: the sequential test; None if there is none.
    """

    def __init__(self, units: int, test: Sprt | None = None) -> None:
        self.units = units
        self.test = test
        self.by_unit: dict[int, UnitResult] = {}
        self.tested = 0
        self.end: int | None = None

    def add(self, record: UnitRecord) -> None:
        """Adds a finished unit, and continues the test up to the next missing unit."""
        if record.unit < self.units:
            self.by_unit[record.unit] = unit_result(record)
        while self.test is not None and self.end is None and self.tested in self.by_unit:
            duels = self.by_unit[self.tested].duels
            self.tested += 1
            if self.test.update(duels[0, 1]) is not None:
                self.end = self.tested

    @property
    def over(self) -> bool:
        """Whether the sequential test has ended."""
        return self.end is not None

    def counted(self) -> list[UnitResult]:
        """The results that count, in the order of the units."""
        end = self.units if self.end is None else self.end
        return [self.by_unit[unit] for unit in sorted(self.by_unit) if unit < end]
