"""Records as TOML files.

    game = "kwatro"
    players = ["Anna", "Ben"]
    viewer = "Anna"               # the player who keeps the record; left out if nobody does
    hand = "RO1 BT2 ** GX4"       # of the viewer, at the start; or [hands]
    start = "RT2"                 # Kwatro's starter, Quanto's display, Qwinto's square
    turns = \"\"\"
    Anna: BX2@0,1; drew YS3
    Ben: pass
    \"\"\"

A record that the program has made has `seed` and every hand and draw. In the place of `start` the file may have the fields
of a position file: then the game goes on from that position.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from collections.abc import Iterator, Mapping
from typing import Any

import kiebitz.notation.schema as fields
from kiebitz.core import Game
from kiebitz.errors import Fault, KiebitzError, PositionError
from kiebitz.notation.document import Document, FaultReport, shortened
from kiebitz.notation.games import document_notation, from_document, game
from kiebitz.notation.players import seat_reported
from kiebitz.records.history import Node, Start, dealt_by_people, dealt_by_seed, from_state, grown
from kiebitz.records.schema import TURNS, deal_schema
from kiebitz.records.table import EntryError
from kiebitz.records.text import cards_tuple, entry_of
from kiebitz.records.traits import traits_of

RECORD_FIELDS = ("turns", "start", "seed")


def is_record(document: Document) -> bool:
    """Whether a document has a field that only records have."""
    return any(field in document.raw for field in RECORD_FIELDS)


def faults_of(document: Document) -> list[Fault]:
    """Every fault of the head of a record and of the texts of its entries, and the first entry that does not fit."""
    try:
        return read(document)[2]
    except PositionError as error:
        return error.faults


def read(document: Document) -> tuple[Start, Node, list[Fault]]:
    """The start of a record, its last entry that could be read, and the faults. Raises PositionError if the start is wrong."""
    start = start_of(document)
    node, names = Node(None, start.table), start.table.names
    given = document.raw.get("turns", "")
    if not isinstance(given, str):
        return start, node, [Fault(document.where("turns"), f"is {shortened(given)}; right would be {TURNS.right}")]
    entries, faults = [], []
    for place, text in numbered(document, given):
        try:
            entries.append((place, entry_of(text, names)))
        except KiebitzError as error:
            faults.append(Fault(place, str(error)))
    for place, entry in () if faults else entries:
        try:
            node = grown(node, entry)
        except EntryError as error:
            return start, node, [Fault(f"{place}, entry {node.number + 1}", str(error))]
    return start, node, faults


def numbered(document: Document, text: str) -> Iterator[tuple[str, str]]:
    """The place and the text of every line that is not empty."""
    first = document.lines.get(("turns",), 0)
    several = "\n" in text
    for number, line in enumerate(text.split("\n"), first + several):
        if line.strip():
            yield (f"{document.name}, line {number}" if first else document.where("turns")), line


def start_of(document: Document) -> Start:
    """The start of a record. Raises PositionError if the start is wrong."""
    raw = document.raw
    if "start" not in raw and "seed" not in raw:
        head = {key: value for key, value in raw.items() if key != "turns"}
        return from_state(from_document(Document(document.name, head, document.one_line, document.lines)))
    notation = document_notation(document)
    values = fields.read(deal_schema(notation.game, notation.Options), document)
    found = game(notation.game, len(values["players"]), values.get("rules", {}))
    names = tuple(values["players"])
    report = FaultReport(document.where)
    if faults := [*notation.player_faults(found.options, names, document.where)]:
        raise PositionError(faults)
    viewer = seat_reported(values["viewer"], names, "viewer", report) if "viewer" in values else None
    hands = hands_of(values, names, viewer, report)
    if report.faults:
        raise PositionError(report.faults)
    try:
        return dealt(found, names, values, viewer, hands)
    except EntryError as error:
        raise PositionError([Fault(document.where("start" if "start" in values else "seed"), str(error))]) from None


def dealt(
    found: Game, names: tuple[str, ...], values: Mapping[str, Any], viewer: int | None, hands: dict[int, list[str]]
) -> Start:
    """The start of a deal. Raises EntryError if the cards do not fit."""
    if "seed" not in values:
        return dealt_by_people(found, values["start"], names, viewer, hands)
    start = dealt_by_seed(found, int(values["seed"]), names)
    if "start" in values:
        told = dealt_by_people(found, values["start"], names, viewer, hands)
        here, there = (traits_of(found.name).open_cards(one.table.known()) for one in (told, start))
        if here != there:
            raise EntryError(f"is {here}, but seed {values['seed']} deals {there}; leave out the one that is wrong")
    return start


def hands_of(
    values: Mapping[str, Any], names: tuple[str, ...], viewer: int | None, report: FaultReport
) -> dict[int, list[str]]:
    """The known hands at the start, by seat."""
    hands = {}
    for name, text in values.get("hands", {}).items():
        seat = seat_reported(name, names, ("hands", name), report)
        if seat is not None:
            hands[seat] = list(cards_tuple(text))
    if "hand" in values:
        if viewer is None:
            report.add("hand", 'needs the player whose hand it is; right would be viewer = "NAME", or [hands]')
        else:
            hands[viewer] = list(cards_tuple(values["hand"]))
    return hands
