"""All worlds of a view, with their weights. Useful if few cards are unseen."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb, factorial, prod

from kiebitz.core import Position, View

Cards = Counter[str]


def number_unseen(view: View) -> int:
    """Number of cards that the viewer has not seen. 0 if the view hides more than cards in hands and pile."""
    hidden = view.hidden()
    return hidden.unseen.total() if hidden else 0


def number_of_worlds(view: View) -> int:
    """Number of worlds of a view. 0 if the view hides more than cards in hands and pile."""
    hidden = view.hidden()
    if not hidden:
        return 0
    left = hidden.unseen.total() - sum(hidden.missing)
    return sum(
        factorial(left) // prod(map(factorial, rest.values())) for _, rest, _ in dealt(hidden.unseen, hidden.missing)
    )


def worlds(view: View) -> Iterator[tuple[Position, int]]:
    """Yields (position, weight) for every world. Weights are whole numbers, proportional to the chances of the worlds.

    Only for views whose `number_unseen` is more than 0.
    """
    hidden, known = view.hidden(), view.facts()
    assert hidden is not None
    for hands, rest, ways in dealt(hidden.unseen, hidden.missing):
        weight = ways * prod(map(factorial, rest.values()))
        full = [[*cards, *more] for cards, more in zip(known["hands"], hands, strict=True)]
        for order in orders(rest):
            pile = list(known["pile"])
            for place, card in zip(hidden.places, order, strict=True):
                pile[place] = card
            facts = known | {"hands": full, "pile": pile, "viewer": None}
            # Does the same as `view.filled`, which would read the known facts again for each world.
            yield view.game.position(facts, view.names, trusted=True), weight


def dealt(unseen: Cards, missing: Sequence[int]) -> Iterator[tuple[list[list[str]], Cards, int]]:
    """Yields (cards for each hand, remaining cards, number of ways to deal them like this)."""
    if not missing:
        yield [], unseen, 1
        return
    for cards, ways in multisets(sorted(unseen.items()), missing[0]):
        for others, rest, more in dealt(unseen - Counter(cards), missing[1:]):
            yield [cards, *others], rest, ways * more


def multisets(counted: Sequence[tuple[str, int]], n: int) -> Iterator[tuple[list[str], int]]:
    """Yields (n cards, number of ways to choose them) from (card, copies) pairs."""
    if not counted:
        if n == 0:
            yield [], 1
        return
    (card, copies), *rest = counted
    for taken in range(min(copies, n) + 1):
        for others, ways in multisets(rest, n - taken):
            yield [card] * taken + others, comb(copies, taken) * ways


def orders(cards: Cards) -> Iterator[list[str]]:
    """Yields the different orders of a multiset."""
    if not cards:
        yield []
        return
    for card in sorted(cards):
        for rest in orders(cards - Counter([card])):
            yield [card, *rest]
