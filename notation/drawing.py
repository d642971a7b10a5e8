"""Drawings of a position: rows of pieces, each of them a text with its style, for plain text or for the terminal."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

Piece = tuple[str, str]  # a text and its style
Row = list[Piece]
FAINT = "dim"


def plain(pieces: Iterable[Piece]) -> str:
    """A row as plain text, without styles and without blanks at its end."""
    return "".join(text for text, _ in pieces).rstrip()


def styled(rows: Iterable[Row]) -> "Text":
    """The rows as one text of rich, a line each."""
    # Every import of kiebitz loads this module; only drawing in a terminal needs rich.
    from rich.text import Text

    return Text("\n").join(Text.assemble(*pieces) for pieces in rows)
