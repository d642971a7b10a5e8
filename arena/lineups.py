"""Lineups and seatings: a unit is one deal played in all seatings of one lineup."""

from itertools import combinations, combinations_with_replacement, permutations


def lineups(entries: int, players: int) -> list[tuple[int, ...]]:
    """Every lineup: tuples of entry numbers, ascending.

    With enough entries these are all sets of `players` entries; for two players that is a round robin. With fewer
    entries these are all fillings of the seats in which every entry takes part.
    """
    if entries >= players:
        return list(combinations(range(entries), players))
    return [some for some in combinations_with_replacement(range(entries), players) if len(set(some)) == entries]


def circles(lineup: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The orders around the table; a lineup with an entry in several seats has its own order only."""
    first, *rest = lineup
    if len(set(lineup)) < len(lineup):
        return [tuple(lineup)]
    return [(first, *order) for order in permutations(rest)]


def seatings(lineup: tuple[int, ...], round_number: int) -> list[tuple[int, ...]]:
    """The games of a unit: for each the entry in seat 0, 1, ...

    Every entry sits in every seat equally often. The order around the table changes from round to round, so that
    nobody always plays after the same opponent.
    """
    orders = circles(lineup)
    order = orders[round_number % len(orders)]
    return [order[turn:] + order[:turn] for turn in range(len(order))]
