"""Records: whole games as they go, typed at the table or played by the program."""

from kiebitz.records.entry import Entry
from kiebitz.records.reading import check, faults_of, is_record
from kiebitz.records.record import Decision, Record
from kiebitz.records.state import load, state_of
from kiebitz.records.table import Table
from kiebitz.records.traits import EntryError
from kiebitz.records.typed import understood, understood_cards

__all__ = [
    "Decision",
    "Entry",
    "EntryError",
    "Record",
    "Table",
    "check",
    "faults_of",
    "is_record",
    "load",
    "state_of",
    "understood",
    "understood_cards",
]
