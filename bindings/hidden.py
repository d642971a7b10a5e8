"""The cards that a view hides, from the facts of the view and of a world that agrees with it."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

PLACES = ("hands", "pile")  # facts in which cards may be hidden one by one


class Hidden(NamedTuple):
    """The hidden cards of a view.

    unseen: the cards that the viewer has not seen, with their numbers.
    missing: the number of hidden cards of each hand, by seat.
    places: the places of hidden cards in the pile, counted from 0 at the top.
    """

    unseen: Counter[str]
    missing: list[int]
    places: list[int]


def hidden_cards(known: Mapping[str, Any], world: Mapping[str, Any]) -> Hidden | None:
    """The hidden cards; None if hands and pile are not all that is hidden.

    known: the facts of the view.
    world: the facts of any world that agrees with it.

    Decisions, stacks or cards that are gone may be hidden too, and a reshuffle may tell some unseen cards from others.
    """
    if known.get("reshuffled") or any(known[key] != world[key] for key in world if key not in (*PLACES, "viewer")):
        return None
    unseen: Counter[str] = Counter()
    for seen, full in zip(known["hands"], world["hands"], strict=True):
        unseen += Counter(full) - Counter(seen)
    places = [place for place, card in enumerate(known["pile"]) if card is None]
    unseen += Counter(world["pile"][place] for place in places)
    missing = [len(full) - len(seen) for seen, full in zip(known["hands"], world["hands"], strict=True)]
    return Hidden(unseen, missing, places)
