"""Texts of the one-line form: `kiebitz1 key=value ...` with commas for blanks and percent codes for other marks."""

import re
from typing import TypeGuard
from urllib.parse import quote, unquote

from kiebitz.foreign_text import composed

LINE_MARK = "kiebitz1"
DIGITS = 9  # of a whole number
LARGEST = 10**DIGITS
INTEGER = re.compile(r"-?+[0-9]{1,9}+\Z")
BROKEN_CODE = re.compile(r"%(?![0-9A-Fa-f]{2})")
CARD_MARKS = "*|@?:;()+-"


def is_text(value: object) -> bool:
    """Whether a value is a text."""
    return isinstance(value, str)


def is_integer(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number of at most nine digits."""
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < LARGEST


def is_player(value: object) -> bool:
    """Whether a value is a name or a seat number."""
    return is_text(value) or is_integer(value)


def decode(value: str) -> str:
    """The text of a percent-encoded one. Raises ValueError if a code is broken, or codes are no UTF-8."""
    if BROKEN_CODE.search(value):
        raise ValueError(value)
    return composed(unquote(value, errors="strict"))


def encode_name(value: str | int) -> str:
    """A name with percent codes for all special marks."""
    return quote(str(value), safe="")


def decode_name(value: str) -> str:
    """The text of an encoded name. Raises ValueError if the value is written like a list of TOML."""
    if value.startswith(("[", '"')):  # encode_name writes these marks as percent codes
        raise ValueError(value)
    return decode(value)


def encode_words(value: str, marks: str = CARD_MARKS + "/") -> str:
    """Words with commas between them; `marks` get no percent codes."""
    return quote(" ".join(value.split()), safe=marks + " ").replace(" ", ",")


def decode_words(value: str) -> str:
    """Words with blanks between them."""
    return decode(value.replace(",", " "))


def decode_integer(value: str) -> int:
    """A whole number. Raises ValueError if the text is none."""
    if not INTEGER.match(value):
        raise ValueError(value)
    return int(value)


def decode_flag(value: str) -> bool:
    """true or false. Raises ValueError if the text is neither."""
    if value not in ("true", "false"):
        raise ValueError(value)
    return value == "true"


def encode_key(path: tuple[str, ...]) -> str:
    """The key of a field; dots and blanks in the name of a player become percent codes."""
    return ".".join(quote(part, safe="").replace(".", "%2E") for part in path)
