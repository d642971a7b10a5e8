"""Drawings of a position as rows of pieces, each a text and its style, for plain text and for the terminal."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

Piece = tuple[str, str]  # a text and its style
Row = list[Piece]
FAINT = "dim"


def plain(pieces: Iterable[Piece]) -> str:
    """A row without its styles."""
    return "".join(text for text, _ in pieces).rstrip()


def styled(rows: Iterable[Row]) -> "Text":
    """The rows for rich."""
    # Every import of kiebitz loads this module; only drawing in a terminal needs rich.
    from rich.text import Text

    return Text("\n").join(Text.assemble(*pieces) for pieces in rows)
