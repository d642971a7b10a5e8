"""Kwatro's moves as text: `BX2@0,1 GO2@0,2`, `swap YO2@0,1`, `trade RO1 **`, `pass`.

Parts of a move are ("play", [(card, row, column), ...]), ("swap", card, row, column) or ("trade", [card, ...]). A pass
is a trade of no card. Reading accepts extra blanks, small letters and any order of a play's cards. Writing gives every
move one text.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Literal

from kiebitz.errors import NotationError
from kiebitz.notation.document import shortened
from kiebitz.notation.hands import Facts, joined_at
from kiebitz.notation.kwatro.cards import HAND, KNOWN, RIGHT, WILD, canonical
from kiebitz.notation.kwatro.options import Options

Placed = tuple[str, int, int]
Parts = (
    tuple[Literal["play"], list[Placed]] | tuple[Literal["swap"], str, int, int] | tuple[Literal["trade"], list[str]]
)

PLACED = re.compile(r"([^@]++)@([+-]?+[0-9]{1,3}+),([+-]?+[0-9]{1,3}+)\Z")
FARTHEST = 127  # rows and columns fit a signed byte
FORMS = "BX2@0,1 GO2@0,2 (card@row,column), swap YO2@0,1, trade RO1 ** or pass"


def parse_move(text: str, names: Sequence[str] | None = None) -> Parts:
    """The parts of a move's text. Raises NotationError, which says what would be right."""
    words = joined_at(text, "@,").split()
    if not words:
        raise NotationError(f"empty move; right would be {FORMS}")
    kind = words[0].lower()
    if kind == "pass":
        if len(words) > 1:
            raise NotationError(f"{shortened(text)}: a pass names no cards; right would be pass, or trade RO1 **")
        return "trade", []
    if kind == "trade":
        return "trade", distinct([card_of(word, text) for word in words[1:]], text)
    if kind == "swap":
        if len(words) != 2:
            raise NotationError(
                f"{shortened(text)}: a swap names one hand card and the wild's cell, as in swap YO2@0,1"
            )
        card, row, column = placed_of(words[1], text)
        if card == WILD:
            raise NotationError(
                f"{shortened(text)}: a wild takes no wild; right would be a real card, as in swap YO2@0,1"
            )
        return "swap", card, row, column
    placed = sorted((placed_of(word, text) for word in words), key=lambda part: part[1:])
    distinct([card for card, _, _ in placed], text)
    for before, after in pairwise(placed):
        if before[1:] == after[1:]:
            raise NotationError(f"{shortened(text)}: two cards at {before[1]},{before[2]}; a cell takes one")
    return "play", placed


def card_of(word: str, text: str) -> str:
    """The card that a word names."""
    card = canonical(word)
    if card not in KNOWN:
        raise NotationError(f"{shortened(text)}: {shortened(word)} is no card; {RIGHT}")
    return card


def placed_of(word: str, text: str) -> Placed:
    """Card, row and column of a word such as `BX2@0,1`."""
    found = PLACED.match(word)
    if found is None:
        raise NotationError(f"{shortened(text)}: {shortened(word)} is no card@row,column; right would be {FORMS}")
    row, column = int(found[2]), int(found[3])
    if max(abs(row), abs(column)) > FARTHEST:
        raise NotationError(f"{shortened(text)}: {row},{column} is too far out; rows and columns end at {FARTHEST}")
    return card_of(found[1], text), row, column


def distinct(cards: list[str], text: str) -> list[str]:
    """The cards, if a hand can hold them."""
    if len(cards) > HAND:
        raise NotationError(f"{shortened(text)}: {len(cards)} cards; a hand has at most {HAND}")
    for card in cards:
        if cards.count(card) > (2 if card == WILD else 1):
            raise NotationError(f"{shortened(text)}: {card} is named {cards.count(card)} times; there are fewer of it")
    return cards


def format_move(parts: Parts, options: Options) -> str:
    """The one text of a move. Traded cards are sorted if the options make their order meaningless."""
    if parts[0] == "swap":
        _, card, row, column = parts
        return f"swap {card}@{row},{column}"
    if parts[0] == "play":
        placed = sorted(parts[1], key=lambda part: tuple(part[1:]))
        return " ".join(f"{card}@{row},{column}" for card, row, column in placed)
    cards = list(parts[1])
    if options.traded_cards == "shuffle_in":
        cards.sort()
    return " ".join(["trade", *cards]) if cards else "pass"


def fields_of_move(parts: Parts, facts: Facts | None, names: Sequence[str] | None) -> dict[str, Any]:
    """The fields of a move in JSON answers: kind and cards."""
    if parts[0] == "play":
        return {"kind": "play", "cards": [list(placed) for placed in parts[1]]}
    if parts[0] == "swap":
        return {"kind": "swap", "cards": [list(parts[1:])]}
    return {"kind": "trade", "cards": list(parts[1])}
