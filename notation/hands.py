"""Hands in facts: the known cards, and the number of all cards."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

UNKNOWN = "?"  # a card of which nothing is known

Facts = Mapping[str, Any]  # a position as plain values, see docs/facts.md
Where = Callable[..., str]  # the place of a field in words, from the path of the field


def cards_in(text: str) -> list[str]:
    """The words of a text. Blanks or commas separate them."""
    return text.replace(",", " ").split()


def joined_at(text: str, marks: str) -> str:
    """The text without blanks around these marks, and with single blanks elsewhere."""
    text = " ".join(text.split())
    for mark in marks:
        text = text.replace(f" {mark}", mark).replace(f"{mark} ", mark)
    return text


def shown_hand(facts: Facts, seat: int) -> list[str]:
    """The cards of a hand, with `?` for each unknown card."""
    hand = facts["hands"][seat]
    size = facts["hand_sizes"][seat] if "hand_sizes" in facts else len(hand)
    return [*hand, *[UNKNOWN] * (size - len(hand))]


def shown_hands(facts: Facts, names: Sequence[str]) -> dict[str, str]:
    """The table [hands] of a position file: all hands by name."""
    return {name: " ".join(shown_hand(facts, seat)) for seat, name in enumerate(names)}


def hand_fields(facts: Facts, names: Sequence[str]) -> dict[str, Any]:
    """`hand` if no other hand is known; else [hands], with `?` for each unknown card."""
    viewer, hands = facts["viewer"], facts["hands"]
    if viewer is not None and not any(hand for seat, hand in enumerate(hands) if seat != viewer):
        return {"hand": " ".join(hands[viewer])}
    return {"hands": shown_hands(facts, names)}


def pile_field(facts: Facts) -> str | int:
    """The pile as its cards in order, or as their number in a view."""
    return " ".join(facts["pile"]) if facts["viewer"] is None and facts["pile"] else len(facts["pile"])


def hand_place(facts: Facts, seat: int, names: Sequence[str], where: Where) -> str:
    """The field in which a hand stands."""
    return where("hand") if facts["viewer"] == seat else where("hands", names[seat])
