"""Records: whole games as they go, typed at the table or played by the program."""

from kiebitz.records.entry import Entry
from kiebitz.records.record import Decision, Record
from kiebitz.records.table import EntryError, Table

__all__ = ["Decision", "Entry", "EntryError", "Record", "Table"]
