"""Who meets whom, and in which seats: a unit is one deal played in all seatings of one lineup."""

from itertools import combinations, combinations_with_replacement, permutations


def lineups(entries, players):
    """Every lineup: tuples of entry numbers, ascending.

    With enough entries these are all sets of `players` of them (for two players: a round robin of pairs); with fewer,
    all fillings of the seats in which every entry takes part.
    """
    if entries >= players:
        return list(combinations(range(entries), players))
    return [some for some in combinations_with_replacement(range(entries), players) if len(set(some)) == entries]


def circles(lineup):
    """The orders around the table; with an entry in several seats only the one given."""
    first, *rest = lineup
    if len(set(lineup)) < len(lineup):
        return [tuple(lineup)]
    return [(first, *order) for order in permutations(rest)]


def seatings(lineup, round_number):
    """The games of a unit: for each, the entry in seat 0, 1, ...; every entry sits everywhere equally often.

    Over the rounds the circle changes, so that nobody always plays after the same opponent.
    """
    orders = circles(lineup)
    order = orders[round_number % len(orders)]
    return [order[turn:] + order[:turn] for turn in range(len(order))]
