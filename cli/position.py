"""The position of a command: from a file, standard input, or --line."""

import sys
from typing import Annotated

from typer import Argument, Option

from kiebitz import Position, View
from kiebitz.errors import Fault, KiebitzError, NotationError, PositionError
from kiebitz.notation.document import Document, from_path, from_text
from kiebitz.notation.games import from_document

STANDARD_INPUT = "-"

File = Annotated[
    str | None,
    Argument(metavar="FILE", help="A position file (TOML or one line); - reads standard input.", show_default=False),
]
Line = Annotated[
    str | None,
    Option("--line", metavar="TEXT", help='The position itself in its one-line form, "kiebitz1 game=...".'),
]


def read_table(file: str | None, line: str | None) -> Position | View:
    """The position or view of a command; KiebitzError if there is none, if there are two, or if it cannot be read."""
    if (file is None) == (line is None):
        raise KiebitzError("give one position: a FILE, - for standard input, or --line TEXT")
    return from_document(document_of(file) if file is not None else document_of_line(line or ""))


def document_of(file: str) -> Document:
    """The text of a file or of standard input, ready to be read or checked."""
    if file != STANDARD_INPUT:
        return from_path(file)
    if sys.stdin is None:
        raise NotationError("standard input: is closed; give a position FILE, or pipe a position into this command")
    try:
        return from_text(sys.stdin.buffer.read().decode("utf-8-sig"), "standard input")
    except UnicodeDecodeError as error:
        raise NotationError(f"standard input: byte {error.start} is no UTF-8; a position is UTF-8 text") from None


def document_of_line(text: str) -> Document:
    """The text after --line, ready to be read or checked."""
    return from_text(text, "--line")


def mover(table: Position | View) -> str | None:
    """The name of the player to move, None when the game is over."""
    return None if table.to_move is None else table.names[table.to_move]


def decision(table: Position | View) -> str:
    """The kind of decision at hand; games with one kind only call it a turn."""
    return str(table.facts().get("decision", "turn"))


def require_decision(table: Position | View) -> None:
    """PositionError when the game is over, IllegalMoveError when the hand of the player to move is not known."""
    if table.to_move is None:
        raise PositionError([Fault("to_move", "the game is over; right would be a position with somebody to move")])
    table.legal_moves()
