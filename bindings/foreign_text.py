"""Text of other people: one form for equal texts that come in, and nothing but print for texts that go out."""

import unicodedata
from itertools import groupby

# Stream-safe text (Unicode annex 15) has at most 30 combining marks in a row. Bringing longer rows into order takes
# quadratic time.
MOST_COMBINED = 30
UNPRINTABLE = "?"
LAYOUT = frozenset("\n\t")


def composed(text: str) -> str:
    """The text in Unicode's normal form C, in which equal names have equal marks.

    Raises ValueError if more than 30 combining marks stand in a row.
    """
    if text.isascii():
        return text
    for combining, marks in groupby(text, lambda mark: unicodedata.combining(mark) > 0):
        if combining and sum(1 for _ in marks) > MOST_COMBINED:
            raise ValueError(f"more than {MOST_COMBINED} combining marks in a row")
    return unicodedata.normalize("NFC", text)


def printable(text: str) -> str:
    """The text as terminals may get it: a question mark for every mark that is no print, no line end and no tab.

    Escape sequences, marks that turn the direction of writing and lone surrogates are no print.
    """
    if text.isprintable():
        return text
    return "".join(mark if mark.isprintable() or mark in LAYOUT else UNPRINTABLE for mark in text)
