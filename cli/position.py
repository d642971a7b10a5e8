"""The position that a command gets: from a file, from standard input or from --line."""

import sys
from typing import Annotated

from typer import Argument, Option

from kiebitz import Position, View
from kiebitz.errors import Fault, KiebitzError, NotationError, PositionError
from kiebitz.notation.document import Document, from_path, from_stream, from_text
from kiebitz.records import EntryError, Record, state_of

STANDARD_INPUT = "-"

File = Annotated[
    str | None,
    Argument(metavar="FILE", help="A position file or a record. - is standard input.", show_default=False),
]
Line = Annotated[
    str | None,
    Option("--line", metavar="TEXT", help='The position as one line "kiebitz1 game=...", instead of FILE.'),
]
At = Annotated[
    int | None,
    Option("--at", min=1, metavar="N", help="The table before entry N of a record. The default is the end."),
]


def read_state(file: str | None, line: str | None, at: int | None = None) -> Position | View:
    """The position or view of a command.

    at: the table before this entry of a record; None: the table at the end.

    Raises KiebitzError unless exactly one of file and line is given, or if it cannot be read.
    """
    try:
        return state_of(one_document(file, line), at)
    except EntryError as error:
        raise KiebitzError(f"--at: {error}") from None


def one_document(file: str | None, line: str | None) -> Document:
    """The document of a command. Raises KiebitzError unless exactly one of file and line is given."""
    if (file is None) == (line is None):
        raise KiebitzError("give one position: a FILE, - for standard input, or --line TEXT")
    return document_of(file) if file is not None else document_of_line(line or "")


def record_of(document: Document, at: int | None) -> Record:
    """The record of a document, up to an entry. Raises KiebitzError if there is no such entry."""
    try:
        return Record.from_document(document, at)
    except EntryError as error:
        raise KiebitzError(f"--at: {error}") from None


def document_of(file: str) -> Document:
    """The document of a file or of standard input."""
    if file != STANDARD_INPUT:
        return from_path(file)
    if sys.stdin is None:
        raise NotationError("standard input: is closed; give a position FILE, or pipe a position into this command")
    return from_stream(sys.stdin.buffer, "standard input")


def document_of_line(text: str) -> Document:
    """The document of the text after --line."""
    return from_text(text, "--line")


def mover(state: Position | View) -> str | None:
    """The name of the player to move; None if the game is over."""
    return None if state.to_move is None else state.names[state.to_move]


def decision(state: Position | View) -> str:
    """The kind of the present decision. Games with only one kind call it `turn`."""
    return str(state.facts().get("decision", "turn"))


def require_decision(state: Position | View) -> None:
    """Raises PositionError if the game is over, IllegalMoveError if the hand of the player to move is unknown."""
    if state.to_move is None:
        raise PositionError([Fault("to_move", "the game is over; right would be a position with a player to move")])
    state.candidate_moves()
