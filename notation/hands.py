"""Hands in facts: the known cards, and the number of all cards."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

UNKNOWN = "?"  # a card of which nothing is known

Facts = Mapping[str, Any]  # a position as plain values, see docs/facts.md
Where = Callable[..., str]  # the place of a field in words, from the path of the field


def cards_in(text: str) -> list[str]:
    """The words of a text. Blanks or commas separate them."""
    return text.replace(",", " ").split()


def shown_hand(facts: Facts, seat: int) -> list[str]:
    """The cards of a hand, with `?` for each unknown card."""
    hand = facts["hands"][seat]
    size = facts["hand_sizes"][seat] if "hand_sizes" in facts else len(hand)
    return [*hand, *[UNKNOWN] * (size - len(hand))]


def shown_hands(facts: Facts, names: Sequence[str]) -> dict[str, str]:
    """The table [hands] of a position file: all hands by name."""
    return {name: " ".join(shown_hand(facts, seat)) for seat, name in enumerate(names)}


def hand_place(facts: Facts, seat: int, names: Sequence[str], where: Where) -> str:
    """The field in which a hand stands."""
    return where("hand") if facts["viewer"] == seat else where("hands", names[seat])
