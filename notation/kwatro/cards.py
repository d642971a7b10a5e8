"""Kwatro's cards, and the rule for the cards of a line.

A card is colour, shape and number, such as RT2 = red triangle 2, or the wild **.
"""

from collections.abc import Sequence

COLOURS, SHAPES, NUMBERS = "RYGB", "OSTX", "1234"
ATTRIBUTES = ("colour", "shape", "number")
WILD = "**"
REAL = tuple(colour + shape + number for colour in COLOURS for shape in SHAPES for number in NUMBERS)
DECK = (*REAL, WILD, WILD)
LOT = 4  # cards of a complete line
HAND = 4  # cards of a full hand
KNOWN = frozenset(DECK)
RIGHT = f"right would be a colour of {COLOURS}, a shape of {SHAPES} and a number 1-4, such as RT2, or {WILD}"


def canonical(text: str) -> str:
    """A card in capital letters. A text that is no card stays unchanged."""
    return text.upper() if text.upper() in KNOWN else text


def cards_in(text: str) -> list[str]:
    """The cards of a text, separated by blanks or commas. A word that is no card stays; the checks report it."""
    return [canonical(word) for word in text.replace(",", " ").split()]


def face_value(card: str) -> int:
    """The number of a card, 0 for a wild."""
    return 0 if card == WILD else int(card[2])


def clashing(cards: Sequence[str]) -> list[str]:
    """The attributes in which real cards are neither all equal nor all different. A valid line has none of them."""
    wrong = []
    for attribute, values in zip(ATTRIBUTES, zip(*cards, strict=True), strict=False):
        if len(set(values)) not in (1, len(values)):
            wrong.append(attribute)
    return wrong
