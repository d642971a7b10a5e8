"""The cards that a view hides, from the facts of the view and of a world that agrees with it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

PLACES = ("hands", "pile")  # facts that may hide single cards


class Hidden(NamedTuple):
    """The hidden cards of a view.

    unseen: the cards that the viewer has not seen, with the number of copies.
    missing: number of hidden cards of each hand, by seat.
    places: places of hidden cards in the pile, from 0 at the top.
    """

    unseen: Counter[str]
    missing: list[int]
    places: list[int]


def hidden_cards(known: Mapping[str, Any], world: Mapping[str, Any], chance_facts: Iterable[str]) -> Hidden | None:
    """The hidden cards of a view; None if the view hides more than single cards of hands and pile.

    It may also hide decisions, stacks or cards that have left the game. The result is None too if some unseen cards are
    likelier than others.

    known: the facts of the view.
    world: the facts of any world that agrees with the view.
    chance_facts: facts that, unless empty, make some unseen cards likelier than others.
    """
    uneven = any(known.get(key) for key in chance_facts)
    if uneven or any(known[key] != world[key] for key in world if key not in (*PLACES, "viewer")):
        return None
    unseen: Counter[str] = Counter()
    for seen, full in zip(known["hands"], world["hands"], strict=True):
        unseen += Counter(full) - Counter(seen)
    places = [place for place, card in enumerate(known["pile"]) if card is None]
    unseen += Counter(world["pile"][place] for place in places)
    missing = [len(full) - len(seen) for seen, full in zip(known["hands"], world["hands"], strict=True)]
    return Hidden(unseen, missing, places)
