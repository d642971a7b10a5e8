"""Every world that agrees with a view, where few cards are unseen: what is sampled elsewhere is listed here."""

from collections import Counter
from math import comb, factorial, prod

PLACES = ("hands", "pile")  # facts in which cards may be hidden one by one


def hidden(view):
    """(unseen cards, hidden cards of each hand, places of hidden cards in the pile); None if that is not all.

    Not all: writes, stacks or cards gone unseen are hidden as well, or a reshuffle tells some unseen cards from others.
    """
    known, world = view.facts(), view.sample().facts()
    if known.get("reshuffled") or any(known[key] != world[key] for key in world if key not in (*PLACES, "viewer")):
        return None
    unseen = Counter()
    for seen, full in zip(known["hands"], world["hands"], strict=True):
        unseen += Counter(full) - Counter(seen)
    places = [place for place, card in enumerate(known["pile"]) if card is None]
    unseen += Counter(world["pile"][place] for place in places)
    missing = [len(full) - len(seen) for seen, full in zip(known["hands"], world["hands"], strict=True)]
    return unseen, missing, places


def number_unseen(view):
    """How many cards the viewer has not seen; 0 if that is not all that is hidden."""
    found = hidden(view)
    return found[0].total() if found else 0


def worlds(view):
    """Yields (position, weight) for every world; weights are whole numbers proportional to the chances.

    Only for views of which `number_unseen` is more than 0.
    """
    unseen, missing, places = hidden(view)
    known = view.facts()
    for hands, rest, ways in dealt(unseen, missing):
        weight = ways * prod(map(factorial, rest.values()))
        for order in orders(rest):
            pile = list(known["pile"])
            for place, card in zip(places, order, strict=True):
                pile[place] = card
            full = [[*cards, *more] for cards, more in zip(known["hands"], hands, strict=True)]
            facts = known | {"hands": full, "pile": pile, "viewer": None}
            yield view.game.position(facts, view.names, trusted=True), weight


def dealt(unseen, missing):
    """Yields (cards for each hand, cards left, ways to deal them so)."""
    if not missing:
        yield [], unseen, 1
        return
    for cards, ways in choices(sorted(unseen.items()), missing[0]):
        for others, rest, more in dealt(unseen - Counter(cards), missing[1:]):
            yield [cards, *others], rest, ways * more


def choices(counted, n):
    """Yields (n cards, number of ways to choose them) from (card, copies) pairs."""
    if not counted:
        if n == 0:
            yield [], 1
        return
    (card, copies), *rest = counted
    for taken in range(min(copies, n) + 1):
        for others, ways in choices(rest, n - taken):
            yield [card] * taken + others, comb(copies, taken) * ways


def orders(cards):
    """Yields the different orders of a multiset."""
    if not cards:
        yield []
        return
    for card in sorted(cards):
        for rest in orders(cards - Counter([card])):
            yield [card, *rest]
