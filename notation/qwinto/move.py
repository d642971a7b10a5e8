"""Qwinto's moves as text: `G5@TL`, `O3@TL P3@TR`, `write Y7`, `decline`.

Parts of a move are ("place", [(card, stack), ...]) in the order of placing, ("write", field) or ("decline",). Reading
accepts extra blanks and small letters. Writing gives every move one text.
"""

from collections.abc import Sequence
from typing import Any, Literal

from kiebitz.errors import NotationError
from kiebitz.notation.document import shortened
from kiebitz.notation.hands import Facts, joined_at
from kiebitz.notation.qwinto.cards import (
    KNOWN,
    NEIGHBOURS,
    RIGHT,
    STACKS,
    announcement,
    canonical,
    placed_on,
    three_cards,
    value,
)
from kiebitz.notation.qwinto.options import Options
from kiebitz.notation.qwinto.sheet import FIELDS

Placed = tuple[str, str]
Parts = tuple[Literal["place"], list[Placed]] | tuple[Literal["write"], str] | tuple[Literal["decline"]]

FORMS = "G5@TL (card@stack), O3@TL P3@TR, write Y7 or decline"


def parse_move(text: str, names: Sequence[str] | None = None) -> Parts:
    """The parts of a move's text. Raises NotationError, which says what would be right."""
    words = joined_at(text, "@").split()
    if not words:
        raise NotationError(f"empty move; right would be {FORMS}")
    kind = words[0].lower()
    if kind == "decline":
        if len(words) > 1:
            raise NotationError(f"{shortened(text)}: to decline names nothing; right would be decline")
        return ("decline",)
    if kind == "write":
        return "write", field_of(words[1:], text)
    placed = [placed_of(word, text) for word in words]
    if len(placed) > 2:
        raise NotationError(f"{shortened(text)}: {len(placed)} cards; one is placed, or two of the same number")
    if len(placed) == 2:
        check_pair(placed[0], placed[1], text)
    return "place", placed


def field_of(words: list[str], text: str) -> str:
    """The field that words name."""
    if len(words) != 1 or words[0].upper() not in FIELDS:
        named = " ".join(words)
        raise NotationError(
            f"{shortened(text)}: {shortened(named)} is no field; right would be one of {' '.join(FIELDS)}"
        )
    return words[0].upper()


def placed_of(word: str, text: str) -> Placed:
    """Card and stack of a word such as `G5@TL`."""
    card, mark, stack = word.partition("@")
    if not mark:
        raise NotationError(f"{shortened(text)}: {shortened(word)} is no card@stack; right would be {FORMS}")
    if canonical(card) not in KNOWN:
        raise NotationError(f"{shortened(text)}: {shortened(card)} is no card; {RIGHT}")
    if stack.upper() not in STACKS:
        raise NotationError(
            f"{shortened(text)}: {shortened(stack)} is no stack; right would be one of {' '.join(STACKS)}"
        )
    return canonical(card), stack.upper()


def check_pair(first: Placed, second: Placed, text: str) -> None:
    """Raises NotationError unless two different cards have the same number and lie on orthogonally adjacent stacks."""
    if first[0] == second[0]:
        raise NotationError(f"{shortened(text)}: there is only one {first[0]}")
    if value(first[0]) != value(second[0]):
        raise NotationError(
            f"{shortened(text)}: {first[0]} and {second[0]} are no pair; right would be two of one number"
        )
    if second[1] not in NEIGHBOURS[first[1]]:
        beside = " or ".join(NEIGHBOURS[first[1]])
        raise NotationError(f"{shortened(text)}: {second[1]} is not beside {first[1]}; right would be {beside}")


def format_move(parts: Parts, options: Options) -> str:
    """The one text of a move. It does not depend on the options."""
    if parts[0] == "place":
        return " ".join(f"{card}@{stack}" for card, stack in parts[1])
    return " ".join(parts)


def fields_of_move(parts: Parts, facts: Facts | None, names: Sequence[str] | None) -> dict[str, Any]:
    """The fields of a move in JSON answers. A placement has `sum` and `colours` only if the facts are given."""
    if parts[0] == "write":
        return {"kind": "write", "field": parts[1]}
    if parts[0] == "decline":
        return {"kind": "decline"}
    fields: dict[str, Any] = {"kind": "place", "cards": [list(placed) for placed in parts[1]]}
    if facts is not None:
        number, colours = announced_by(facts, parts[1])
        fields |= {"sum": number, "colours": list(colours)}
    return fields


def announced_by(facts: Facts, placed: list[Placed]) -> tuple[int, str]:
    """The sum and the rows that a placement announces."""
    return announcement(three_cards(placed_on(facts["square"], placed), placed[-1][1]))
