"""The fields of a position: the values that each field may have, and how the one-line form encodes them.

A game's schema is a Record that names the kind of each field, in the order in which the fields are written:

    position("NAME", record(Options), {"display": text("2 4 J"), "won": integers(3, 0)}, "display")
"""

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kiebitz.errors import PositionError
from kiebitz.notation.document import Document, FaultReport, Path, shortened
from kiebitz.notation.encoding import (
    CARD_MARKS,
    DIGITS,
    INTEGER,
    LARGEST,
    decode,
    decode_flag,
    decode_integer,
    decode_name,
    decode_words,
    encode_name,
    encode_words,
    is_integer,
    is_player,
    is_text,
)

LONGEST_WORD = 60  # characters of an unknown word that are compared with known words


@dataclass(frozen=True)
class Leaf:
    """A single value.

    right: the values that are right, in words, for messages.
    accepts: whether a decoded value is right.
    encode: the text of a value in the one-line form.
    decode: the value of such a text; raises ValueError if the text is wrong.
    upright: whether TOML shows the text line by line.
    in_line: `right` for the one-line form; empty if it is the same.
    numbers: whether the value is made of whole numbers.
    """

    right: str
    accepts: Callable[[object], bool]
    encode: Callable[[Any], str]
    decode: Callable[[str], Any]
    upright: bool = False
    in_line: str = ""
    numbers: bool = False


@dataclass(frozen=True)
class Table:
    """A table with free keys, such as names of players. All entries are of one kind."""

    entry: "Kind"


@dataclass(frozen=True)
class Record:
    """A table with fixed keys.

    fields: the kind of each field, in the order in which the fields are written.
    required: the fields that must not be missing.
    """

    fields: Mapping[str, "Kind"]
    required: frozenset[str] = frozenset()


Kind = Leaf | Table | Record


def position(game: str, options: Record, fields: Mapping[str, Kind], *required: str) -> Record:
    """The schema of a position file: the fields of every game around those of one game.

    game: the name of the game.
    options: the kind of its rule options.
    fields: the fields of the game in the order of writing.
    required: those of them that must not be missing.
    """
    first = {
        "game": choice([game]),
        "players": names(),
        "to_move": player(),
        "viewer": player(),  # the player whose view this is; left out for the player to move
    }
    return Record({**first, **fields, "rules": options}, frozenset({"game", "players", *required}))


def text(example: str) -> Leaf:
    """Words on one line; the one-line form has commas for blanks."""
    in_line = f"words such as {encode_words(example)}"
    return Leaf(f'a text such as "{example}"', is_text, encode_words, decode_words, in_line=in_line)


def rows(example: str) -> Leaf:
    """Words on several lines; the one-line form has commas for blanks and slashes for line ends."""
    right = 'lines of text between """ and """, such as ' + example
    return Leaf(
        right,
        is_text,
        lambda value: "/".join(encode_words(row, CARD_MARKS) for row in value.split("\n")),
        lambda value: "\n".join(decode_words(row) for row in value.split("/")),
        upright=True,
        in_line=f"rows such as {encode_words(example)}, / between them",
    )


def integer(example: int) -> Leaf:
    """A whole number of at most nine digits."""
    return Leaf(f"a whole number such as {example}", is_integer, str, decode_integer, numbers=True)


def listed(
    right: str,
    in_line: str,
    accepts: Callable[[object], bool],
    encode: Callable[[Any], str],
    decode: Callable[[str], Any],
    numbers: bool = False,
) -> Leaf:
    """A list; the one-line form has commas between the items. `accepts`, `encode` and `decode` are for one item."""
    return Leaf(
        right,
        lambda value: isinstance(value, list) and all(map(accepts, value)),
        lambda value: ",".join(map(encode, value)),
        lambda value: [*map(decode, value.split(","))] if value else [],
        in_line=in_line,
        numbers=numbers,
    )


def integers(*example: int) -> Leaf:
    """A list of whole numbers."""
    right, in_line = f"a list of whole numbers such as {[*example]}", ",".join(map(str, example))
    return listed(right, f"whole numbers such as {in_line}", is_integer, str, decode_integer, numbers=True)


def names() -> Leaf:
    """A list of texts that may hold any mark."""
    right = 'a list of names such as ["Anna", "Ben"]'
    return listed(right, "names such as Anna,Ben (%20 stands for a blank)", is_text, encode_name, decode_name)


def player() -> Leaf:
    """A player: the name, or the seat number counted from 0."""
    return Leaf('a player\'s name such as "Anna", or a seat number from 0', is_player, encode_name, decode)


def players() -> Leaf:
    """A list of players."""
    right = 'a list of players such as ["Anna"] or [0]'
    return listed(right, "players such as Anna,Ben or 0,1", is_player, encode_name, decode_name)


def count_or_cards(count: int, cards: str) -> Leaf:
    """A number of cards, or the cards themselves.

    In the one-line form `8` is a number of cards and `8,` is the card 8.
    """
    right = f"a number of cards such as {count}, or the cards such as"
    return Leaf(
        f'{right} "{cards}"',
        lambda value: is_integer(value) or is_text(value),
        lambda value: str(value) if is_integer(value) else encode_words(value) + "," * bool(INTEGER.match(value)),
        lambda value: decode_integer(value) if INTEGER.match(value) else decode_words(value),
        in_line=f"{right} {encode_words(cards)}",
    )


def choice(values: Iterable[str]) -> Leaf:
    """One of a few named values."""
    values = tuple(values)
    right, in_line = "one of " + ", ".join(f'"{value}"' for value in values), f"one of {', '.join(values)}"
    return Leaf(right, lambda value: isinstance(value, str) and value in values, str, str, in_line=in_line)


def flag() -> Leaf:
    """true or false."""
    return Leaf("true or false", lambda value: isinstance(value, bool), lambda value: str(value).lower(), decode_flag)


def whole(least: int, most: int) -> Leaf:
    """A whole number within bounds, both included."""
    right = f"a whole number from {least} to {most}"
    return Leaf(right, lambda value: is_integer(value) and least <= value <= most, str, decode_integer)


def read(schema: Record, document: Document) -> dict[str, Any]:
    """The checked values of a document. Raises PositionError with every unknown, missing or ill-typed field."""
    report = FaultReport(document.where)
    values: dict[str, Any] = checked(schema, document.raw, (), report, document.one_line)
    if report.faults:
        raise PositionError(report.faults)
    return values


def checked(kind: Kind, value: Any, path: Path, report: FaultReport, encoded: bool = False) -> Any:
    """The value, decoded. Faults go into the report.

    Unknown and missing fields of a record are left out. A wrong leaf becomes None, a wrong table becomes empty.
    """
    if isinstance(kind, Leaf):
        return checked_leaf(kind, value, path, report, encoded)
    if not isinstance(value, Mapping):
        report.add(path, f"is {shortened(value)}; right would be {described(kind, encoded)}")
        return {}
    if isinstance(kind, Table):
        return {key: checked(kind.entry, item, (*path, key), report, encoded) for key, item in value.items()}
    for key in value:
        if key not in kind.fields:
            report.add((*path, str(key)), f"is no field{nearest(str(key), kind.fields)}")
    for key in sorted(kind.required - value.keys()):
        report.add((*path, key), f"is missing; right would be {described(kind.fields[key], encoded)}")
    known = {key: item for key, item in kind.fields.items() if key in value}
    return {key: checked(item, value[key], (*path, key), report, encoded) for key, item in known.items()}


def checked_leaf(kind: Leaf, value: Any, path: Path, report: FaultReport, encoded: bool) -> Any:
    """A single value, decoded; None if it is wrong."""
    shown = value
    if encoded and isinstance(value, str):
        try:
            value = kind.decode(value)
        except ValueError:
            value = None
    if (encoded and not isinstance(shown, str)) or not kind.accepts(value):
        limit = f"; a number has at most {DIGITS} digits" if kind.numbers and too_long(shown) else ""
        report.add(path, f"is {shortened(shown)}; right would be {described(kind, encoded)}{limit}")
        return None
    return value


def too_long(value: object) -> bool:
    """Whether a value, or a part of it, is a whole number with too many digits."""
    if isinstance(value, list):
        return any(map(too_long, value))
    if isinstance(value, str):
        return any(len(word) > DIGITS and word.isdecimal() for word in value.replace("-", "").split(","))
    return isinstance(value, int) and abs(value) >= LARGEST


def described(kind: Kind, encoded: bool) -> str:
    """The right values of a kind in words."""
    if isinstance(kind, Leaf):
        return (encoded and kind.in_line) or kind.right
    return "keys with a dot, such as hands.Anna" if encoded else "a table, one line an entry"


def nearest(word: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown word: the most similar known word, or all known words."""
    known = [str(item) for item in known]
    close = difflib.get_close_matches(word[:LONGEST_WORD], known, n=1, cutoff=0.5)
    return f"; did you mean {close[0]}?" if close else f"; known are {', '.join(known)}"
