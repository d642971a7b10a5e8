"""Every world that agrees with a view, where few cards are unseen: listed with weights instead of sampled."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb, factorial, prod
from typing import Any, NamedTuple

from kiebitz.core import Position, View

PLACES = ("hands", "pile")  # facts in which cards may be hidden one by one

Cards = Counter[Any]


class Hidden(NamedTuple):
    """What a view hides.

    unseen: the unseen cards.
    missing: number of hidden cards of each hand.
    places: places of hidden cards in the pile.
    """

    unseen: Cards
    missing: list[int]
    places: list[int]


def hidden(view: View) -> Hidden | None:
    """What a view hides; None if that is more than cards in hands and the pile.

    More: writes, stacks or cards gone unseen are hidden as well, or a reshuffle tells some unseen cards from others.
    """
    known, world = view.facts(), view.sample().facts()
    if known.get("reshuffled") or any(known[key] != world[key] for key in world if key not in (*PLACES, "viewer")):
        return None
    unseen: Cards = Counter()
    for seen, full in zip(known["hands"], world["hands"], strict=True):
        unseen += Counter(full) - Counter(seen)
    places = [place for place, card in enumerate(known["pile"]) if card is None]
    unseen += Counter(world["pile"][place] for place in places)
    missing = [len(full) - len(seen) for seen, full in zip(known["hands"], world["hands"], strict=True)]
    return Hidden(unseen, missing, places)


def number_unseen(view: View) -> int:
    """How many cards the viewer has not seen; 0 if more than cards in hands and the pile is hidden."""
    found = hidden(view)
    return found.unseen.total() if found else 0


def worlds(view: View) -> Iterator[tuple[Position, int]]:
    """Yields (position, weight) for every world; weights are whole numbers proportional to the chances.

    Only for views of which `number_unseen` is more than 0.
    """
    found = hidden(view)
    assert found is not None
    known = view.facts()
    for hands, rest, ways in dealt(found.unseen, found.missing):
        weight = ways * prod(map(factorial, rest.values()))
        full = [[*cards, *more] for cards, more in zip(known["hands"], hands, strict=True)]
        for order in orders(rest):
            pile = list(known["pile"])
            for place, card in zip(found.places, order, strict=True):
                pile[place] = card
            facts = known | {"hands": full, "pile": pile, "viewer": None}
            yield view.game.position(facts, view.names, trusted=True), weight


def dealt(unseen: Cards, missing: Sequence[int]) -> Iterator[tuple[list[list[Any]], Cards, int]]:
    """Yields (cards for each hand, cards left, ways to deal them so)."""
    if not missing:
        yield [], unseen, 1
        return
    for cards, ways in choices(sorted(unseen.items()), missing[0]):
        for others, rest, more in dealt(unseen - Counter(cards), missing[1:]):
            yield [cards, *others], rest, ways * more


def choices(counted: Sequence[tuple[Any, int]], n: int) -> Iterator[tuple[list[Any], int]]:
    """Yields (n cards, number of ways to choose them) from (card, copies) pairs."""
    if not counted:
        if n == 0:
            yield [], 1
        return
    (card, copies), *rest = counted
    for taken in range(min(copies, n) + 1):
        for others, ways in choices(rest, n - taken):
            yield [card] * taken + others, comb(copies, taken) * ways


def orders(cards: Cards) -> Iterator[list[Any]]:
    """Yields the different orders of a multiset."""
    if not cards:
        yield []
        return
    for card in sorted(cards):
        for rest in orders(cards - Counter([card])):
            yield [card, *rest]
