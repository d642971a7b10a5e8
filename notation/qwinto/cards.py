"""Qwinto's cards and the square of four stacks.

A card is colour and value, such as O-2 = orange minus two. The tops of the stacks stand in the order TL TR BL BR.
"""

from collections.abc import Sequence

COLOURS = {"O": "orange", "Y": "yellow", "P": "purple", "G": "grey"}
VALUES = (-2, 0, 1, 2, 3, 4, 5, 6)
DECK = tuple(f"{colour}{value}" for colour in COLOURS for value in VALUES)
KNOWN = frozenset(DECK)
HAND = 3
RIGHT = "right would be a colour of O, Y, P, G and a value of -2, 0, 1 ... 6, such as O5 or G-2"

STACKS = ("TL", "TR", "BL", "BR")
NEIGHBOURS = {"TL": ("TR", "BL"), "TR": ("TL", "BR"), "BL": ("TL", "BR"), "BR": ("TR", "BL")}


def canonical(text: str) -> str:
    """A card in capital letters. A text that is no card stays unchanged."""
    return text.upper() if text.upper() in KNOWN else text


def cards_in(text: str) -> list[str]:
    """The cards of a text, separated by blanks, commas or slashes.

    A word that is no card stays, so that the checks report it.
    """
    return [canonical(word) for word in text.replace(",", " ").replace("/", " ").split()]


def value(card: str) -> int:
    """The number of a card."""
    return int(card[1:])


def placed_on(square: Sequence[str], placed: Sequence[tuple[str, str]]) -> list[str]:
    """The tops of the stacks after cards were placed.

    square: the four tops in the order of STACKS.
    placed: a card and its stack, for each placed card.
    """
    after = list(square)
    for card, stack in placed:
        after[STACKS.index(stack)] = card
    return after


def three_cards(square: Sequence[str], stack: str) -> list[str]:
    """The three cards of an announcement: the top of the stack, then the tops of its two orthogonal neighbours."""
    return [square[STACKS.index(name)] for name in (stack, *NEIGHBOURS[stack])]


def announcement(cards: Sequence[str]) -> tuple[int, str]:
    """The sum of three cards, and the rows that their colours name, in the order O Y P. Grey names no row."""
    return sum(map(value, cards)), "".join(colour for colour in "OYP" if any(card[0] == colour for card in cards))


def rows_named(colours: str) -> str:
    """The rows in words, such as `orange or purple`."""
    return " or ".join(COLOURS[colour] for colour in colours)
