"""Lineups and seatings: a unit is one deal played in all seatings of one lineup.

An entry is the place of a solver in the list of solvers, counted from 0.
"""

from itertools import combinations, combinations_with_replacement, permutations


def lineups(entries: int, players: int) -> list[tuple[int, ...]]:
    """Every lineup: tuples of entry numbers, ascending.

    entries: number of solvers.
    players: number of seats.

    With enough entries these are all sets of `players` entries, for two players a round robin. With fewer entries,
    some entries fill several seats; then these are all lineups in which every entry takes part.
    """
    if entries >= players:
        return list(combinations(range(entries), players))
    return [some for some in combinations_with_replacement(range(entries), players) if len(set(some)) == entries]


def circles(lineup: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The orders around the table. A lineup with an entry in several seats keeps its own order only."""
    first, *rest = lineup
    if len(set(lineup)) < len(lineup):
        return [tuple(lineup)]
    return [(first, *order) for order in permutations(rest)]


def seatings(lineup: tuple[int, ...], round_number: int) -> list[tuple[int, ...]]:
    """The games of a unit: for each game the entries in seat 0, 1, ...

    Every entry sits in every seat equally often. The order around the table changes from round to round, so that no
    entry always plays after the same opponent.
    """
    orders = circles(lineup)
    order = orders[round_number % len(orders)]
    return [order[turn:] + order[:turn] for turn in range(len(order))]
