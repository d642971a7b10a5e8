"""What the units say so far: per unit the share of the win, the margin and the duels of every entry."""

from itertools import combinations
from statistics import mean
from typing import NamedTuple


class UnitResult(NamedTuple):
    """One unit, the sample. All by entry number, means over the games of the unit and the seats of the entry.

    shares: share of the win, 0..1; margins: points, only games played to their end, without entries that have none;
    duels: for pairs of entries, ascending, how often the first was ahead of the second, a tie counting half; errors:
    games that ended in a forfeit, by the entry at fault; luck: points and shares of the win, empty unless
    measured in every game.
    """

    unit: int
    shares: dict[int, float]
    margins: dict[int, float]
    duels: dict[tuple[int, int], float]
    errors: dict[int, int]
    luck: dict[int, tuple[float, float]]


def unit_result(record):
    shares, margins, duels, errors, luck = {}, {}, {}, {}, {}
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
    taken = {entry: tuple(map(mean, zip(*pairs, strict=True))) for entry, pairs in luck.items() if measured}
    return UnitResult(record.unit, means(shares), means(margins), means(duels), errors, taken)


def means(lists):
    return {key: sum(values) / len(values) for key, values in lists.items()}


class Results:
    """The outcomes of the units below a limit; with a sequential test, only those up to its end count.

    The test goes through the units in the order of their numbers, whatever order they are finished in: so it ends at
    the same unit for any number of workers.
    """

    def __init__(self, units, test=None):
        self.units = units
        self.test = test
        self.by_unit = {}
        self.tested = 0
        self.end = None

    def add(self, record):
        if record.unit < self.units:
            self.by_unit[record.unit] = unit_result(record)
        while self.test is not None and self.end is None and self.tested in self.by_unit:
            duels = self.by_unit[self.tested].duels
            self.tested += 1
            if self.test.update(duels[0, 1]) is not None:
                self.end = self.tested

    @property
    def over(self):
        """Whether the sequential test has ended."""
        return self.end is not None

    def counted(self):
        """The outcomes that count, in the order of the units."""
        end = self.units if self.end is None else self.end
        return [self.by_unit[unit] for unit in sorted(self.by_unit) if unit < end]
