"""Drawings of a table as rows of pieces, each a text and its style, turned into what shows them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

Piece = tuple[str, str]  # a text and its style
FAINT = "dim"


def plain(pieces: Iterable[Piece]) -> str:
    """A row without its styles."""
    return "".join(text for text, _ in pieces).rstrip()


def styled(rows: Iterable[list[Piece]]) -> "Text":
    """The rows for rich."""
    # The notation is loaded by every import of kiebitz; rich only by who draws in a terminal.
    from rich.text import Text

    return Text("\n").join(Text.assemble(*pieces) for pieces in rows)
