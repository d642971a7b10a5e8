"""Hands as facts hold them: the known cards, and how many there are in all."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

UNKNOWN = "?"  # a card of which nothing is known

Facts = Mapping[str, Any]
Where = Callable[..., str]


def shown_hand(facts: Facts, seat: int) -> list[str]:
    """The cards of a hand, `?` for each that is not known."""
    hand = facts["hands"][seat]
    size = facts["hand_sizes"][seat] if "hand_sizes" in facts else len(hand)
    return [*hand, *[UNKNOWN] * (size - len(hand))]


def shown_hands(facts: Facts, names: Sequence[str]) -> dict[str, str]:
    """All hands as the table [hands] of a position file has them."""
    return {name: " ".join(shown_hand(facts, seat)) for seat, name in enumerate(names)}


def hand_place(facts: Facts, seat: int, names: Sequence[str], where: Where) -> str:
    """The field in which a hand stands."""
    return where("hand") if facts["viewer"] == seat else where("hands", names[seat])
