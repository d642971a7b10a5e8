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

A record that the program has made has `seed` and every hand and draw. In the place of `start` the file may have the
fields of a position file: then the game goes on from that position.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import kiebitz.notation.schema as fields
from kiebitz.core import Game
from kiebitz.errors import Fault, KiebitzError, PositionError
from kiebitz.notation.document import Document, FaultReport, shortened
from kiebitz.notation.games import document_notation, document_of, from_document, game
from kiebitz.notation.games import faults_of as position_faults
from kiebitz.notation.players import seat_reported
from kiebitz.records.games import RECORDED, traits_of
from kiebitz.records.history import Node, Start, dealt_by_people, dealt_by_seed, from_state, grown
from kiebitz.records.schema import TURNS, deal_schema
from kiebitz.records.text import cards_tuple, entry_of
from kiebitz.records.traits import EntryError

RECORD_FIELDS = ("turns", "start", "seed")


def is_record(document: Document) -> bool:
    """Whether a document has a field that only records have. Other games may have fields of these names."""
    return document.raw.get("game") in RECORDED and any(field in document.raw for field in RECORD_FIELDS)


def check(path_or_text: str | Path) -> list[Fault]:
    """Every fault of a position file or of a record, or of a text of either; empty if it is possible.

    A string is a text if it has line breaks or starts with `kiebitz1`. Any other string is a path.

    Raises NotationError if the file or the text cannot be read.
    """
    return faults_of(document_of(path_or_text))


def faults_of(document: Document, at: int | None = None) -> list[Fault]:
    """Every fault of the head of a record and of the texts of its entries, and every entry that does not fit.

    at: only the entries before this one are looked at; None: all.
    """
    if not is_record(document) and at is None:
        return position_faults(document)
    try:
        _, head, faults = read(document, at)
    except PositionError as error:
        return error.faults
    places = [place for place, _ in numbered(document, str(document.raw.get("turns", "")))]
    nodes = [node for node in head.back() if node.fault is not None and node.entry is not None]
    unfit = [
        Fault(f"{places[node.number - 1]}, entry {node.number}", str(node.fault))
        for node in nodes[::-1]
        if node.entry is not None and node.entry.irregular is None
    ]
    return unfit + faults


def read(document: Document, at: int | None = None) -> tuple[Start, Node, list[Fault]]:
    """The start of a record, the last entry that could be read, and the faults.

    at: only the entries before this one are read; None: all.

    Raises PositionError if the start is wrong, EntryError if there is no such entry.
    """
    start = start_of(document)
    node, names = Node(None, start.table), start.table.names
    given = document.raw.get("turns", "")
    if not isinstance(given, str):
        return start, node, [Fault(document.where("turns"), f"is {shortened(given)}; right would be {TURNS.right}")]
    lines = [*numbered(document, given)]
    if at is not None and not 1 <= at <= len(lines) + 1:
        raise EntryError(f"there is no entry {at}; right would be 1 to {len(lines) + 1}, which is the end")
    faults: list[Fault] = []
    for number, (place, text) in enumerate(lines if at is None else lines[: at - 1], 1):
        try:
            entry = entry_of(text, names)
            node = grown(node, entry) if not faults else node
        except KiebitzError as error:
            faults.append(Fault(f"{place}, entry {number}", str(error)))
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
        if "viewer" not in values:
            report.add("hand", 'needs the player whose hand it is; right would be viewer = "NAME", or [hands]')
        elif viewer is not None:
            hands[viewer] = list(cards_tuple(values["hand"]))
    return hands
