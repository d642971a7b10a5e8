"""Positions and views from position files and records."""

from pathlib import Path

from kiebitz.core import Position, View
from kiebitz.notation.document import Document, from_path
from kiebitz.notation.games import from_document
from kiebitz.records.reading import is_record
from kiebitz.records.record import Record


def load(path: str | Path) -> Position | View:
    """The position or view of a position file, or of a record at its end.

    Raises NotationError if the file cannot be read, PositionError if the position or an entry is impossible. The texts
    of both name file, line and field.
    """
    return state_of(from_path(path))


def state_of(document: Document, at: int | None = None) -> Position | View:
    """The position or view that a document describes.

    at: the table before this entry of a record; None: the table at the end.

    Raises PositionError if it is impossible, EntryError if there is no such entry.
    """
    if at is None and not is_record(document):
        return from_document(document)
    return Record.from_document(document, at).state()
