"""Kwatro's position file: fields to facts and back. Facts and their meaning are those of the engine's bindings."""

from collections.abc import Mapping, Sequence
from typing import Any

from kiebitz.errors import Fault, PositionError
from kiebitz.notation import fields
from kiebitz.notation.fields import Record, Table
from kiebitz.notation.kwatro.cards import DECK, HAND, UNKNOWN, WILD, cards_in
from kiebitz.notation.kwatro.faults import LEAST_PLAYERS, MOST_PLAYERS, end_of, faults, gone_out
from kiebitz.notation.kwatro.options import Options
from kiebitz.notation.kwatro.table import from_grid
from kiebitz.notation.options import record
from kiebitz.notation.players import name_faults, seat_reported
from kiebitz.notation.reading import Reading
from kiebitz.notation.source import Document, Report, shortened

SCHEMA = Record(
    {
        "game": fields.choice(["kwatro"]),
        "players": fields.names(),
        "to_move": fields.player(),
        "viewer": fields.player(),  # whose knowledge this is, if not that of the player to move
        "scores": fields.integers("[34, 28]"),
        "hand": fields.text("RO1 BT2 ** GX4"),  # of the viewer
        "origin": fields.integers("[0, 0]"),
        "grid": fields.rows("RT2 BX2 GO2"),
        "pile": fields.count_or_cards(41, "RO1 BT2 ** GX4"),
        "bottom": fields.text("RO1 ? BT2"),  # known cards at the bottom of the pile, the lowest last
        "traded_by": fields.players(),  # who put the lowest cards of the pile there, the lowest last
        "hand_sizes": fields.integers("[4, 4]"),
        "known_wilds": fields.integers("[0, 1]"),  # recycled wilds that everybody knows of
        "passes": fields.integer(2),  # in a row, just before this turn
        "out": fields.players(),  # who has played the last card, in the final round
        "hands": Table(fields.text("RO1 BT2 ** ?")),
        "rules": record(Options),
    },
    frozenset({"game", "players", "grid"}),
)


def read(document: Document) -> Reading:
    """The position of a document; PositionError lists every fault."""
    reading, found = read_unchecked(document)
    if found:
        raise PositionError(found)
    return reading


def check(document: Document) -> list[Fault]:
    """Every fault of a document's position; NotationError is left to the reading of its text."""
    try:
        return read_unchecked(document)[1]
    except PositionError as error:
        return error.faults


def read_unchecked(document: Document) -> tuple[Reading, list[Fault]]:
    values = fields.read(SCHEMA, document)
    names = tuple(values["players"])
    if not LEAST_PLAYERS <= len(names) <= MOST_PLAYERS:
        raise PositionError(name_faults(names, LEAST_PLAYERS, MOST_PLAYERS, document.where))
    options = Options(**values.get("rules", {}))
    report = Report(document.where)
    facts = Reader(values, names, options, report).facts()

    def where(*path: str) -> str:
        if path == ("hand",) and "hands" in values:
            path = ("hands", names[facts["viewer"]])
        return document.where(*path)

    # What the reader replaced by a default is not judged once more.
    replaced = {fault.where for fault in report.faults}
    found = [fault for fault in faults(facts, options, names, where) if fault.where not in replaced]
    return Reading(facts, options, names), report.faults + found


class Reader:
    """Turns checked values into facts; what does not fit is reported and replaced by the default."""

    def __init__(self, values: Mapping[str, Any], names: tuple[str, ...], options: Options, report: Report):
        self.values, self.names, self.options, self.report = values, names, options, report
        self.players = len(names)

    def facts(self) -> dict[str, Any]:
        values = self.values
        to_move, viewer = self.seat("to_move"), self.seat("viewer")
        facts: dict[str, Any] = {"game": "kwatro", "players": self.players, "to_move": to_move}
        facts["table"] = from_grid(values["grid"], self.origin())
        facts["known_wilds"] = self.counts("known_wilds", 0)
        facts["scores"], facts["passes"] = self.counts("scores", 0), values.get("passes", 0)
        lines = self.hand_lines((to_move if viewer is None else viewer) or 0)
        facts["hand_sizes"] = self.hand_sizes(lines, len(facts["table"]))
        facts["hands"] = [self.known_hand(lines, seat, facts["known_wilds"]) for seat in range(self.players)]
        complete = len(lines) == self.players and not any(UNKNOWN in line for line in lines.values())
        facts["pile"] = self.pile(facts, complete)
        facts["viewer"] = None if complete and None not in facts["pile"] else self.viewer(facts, viewer)
        if viewer is not None and facts["viewer"] is None:
            self.report.add("viewer", "every card is known here, to everybody; leave viewer out")
        facts["traded_by"] = self.traded_by(facts)
        facts["out"] = self.out(facts)
        return facts

    def seat(self, field: str) -> int | None:
        if field not in self.values:
            return None
        # A wrong name is reported; what else is wrong shall be found all the same, with anybody's seat.
        return seat_reported(self.values[field], self.names, field, self.report) or 0

    def viewer(self, facts: Mapping[str, Any], viewer: int | None) -> int:
        if viewer is not None:
            return viewer
        # While the game is not over, the missing to_move is the fault.
        if facts["to_move"] is None and end_of(facts, self.options, self.names):
            self.report.add("viewer", "is missing; without to_move it must say whose hand this is")
        return facts["to_move"] or 0

    def origin(self) -> tuple[int, int]:
        origin = self.values.get("origin", [0, 0])
        if len(origin) != 2:
            self.report.add(
                "origin", f"has {len(origin)} numbers; right would be [row, column] of the grid's first cell"
            )
            return 0, 0
        return tuple(origin)

    def counts(self, field: str, default: int) -> list[int]:
        counts = self.values.get(field, [default] * self.players)
        if len(counts) != self.players:
            self.report.add(field, f"has {len(counts)} numbers; right would be one for each of {self.players} players")
            return [default] * self.players
        return list(counts)

    def hand_lines(self, holder: int) -> dict[int, list[str]]:
        """The hands that the file shows, by seat, `?` for unknown cards."""
        lines: dict[int, list[str]] = {}
        for name, text in self.values.get("hands", {}).items():
            seat = seat_reported(name, self.names, ("hands", name), self.report)
            if seat in lines:
                self.report.add(("hands", name), f"is a second hand of {self.names[seat]}")
            elif seat is not None:
                lines[seat] = cards_in(text)
        if "hand" in self.values and "hands" in self.values:
            self.report.add("hand", "stands beside [hands]; right would be one of them")
        elif "hand" in self.values:
            lines[holder] = cards_in(self.values["hand"])
        if holder not in lines:
            name = self.names[holder]
            self.report.add(
                "hand", f'is missing: right would be the cards of {name} such as "RO1 BT2 ** GX4", or [hands]'
            )
        return lines

    def hand_sizes(self, lines: Mapping[int, list[str]], table: int) -> list[int]:
        """As given, or as the lines tell; without a line four, or with two players and no pile what is left."""
        if "hand_sizes" in self.values:
            sizes = self.counts("hand_sizes", HAND)
            for seat, line in lines.items():
                if len(line) != sizes[seat]:
                    what = f"says {sizes[seat]} for {self.names[seat]}, whose hand shows {len(line)} cards"
                    self.report.add("hand_sizes", what)
            return sizes
        empty = self.values.get("pile") in (0, "")
        missing = [seat for seat in range(self.players) if seat not in lines]
        sizes = [len(lines.get(seat, [UNKNOWN] * HAND)) for seat in range(self.players)]
        if empty and len(missing) == 1:
            rest = len(DECK) - table - sum(len(line) for line in lines.values())
            sizes[missing[0]] = min(max(rest, 0), HAND)
        elif empty and missing:
            self.report.add("hand_sizes", f"is missing; with an empty pile right would be such as {sizes}")
        return sizes

    def known_hand(self, lines: Mapping[int, list[str]], seat: int, known_wilds: Sequence[int]) -> list[str]:
        # Two wilds at most exist; the check names what goes beyond, and need not see a billion of them.
        unseen = [WILD] * min(max(known_wilds[seat], 0), HAND)
        return sorted(card for card in lines.get(seat, unseen) if card != UNKNOWN)

    def pile(self, facts: Mapping[str, Any], hands_known: bool) -> list[str | None]:
        given = self.values.get("pile")
        rest = len(DECK) - len(facts["table"]) - sum(facts["hand_sizes"])
        if isinstance(given, str):
            cards: list[str | None] = [*cards_in(given)]
            if "bottom" in self.values:
                self.report.add("bottom", "stands beside a pile of known cards; right would be one of them")
            if cards and not (hands_known and UNKNOWN not in cards):
                what = f"is {shortened(given)}; cards in order need [hands] of all players and no {UNKNOWN}"
                self.report.add("pile", f"{what}, else right would be their number, here {max(0, rest)}")
                cards = [None] * min(max(0, rest), len(DECK))
            return cards
        count = rest if given is None else given
        if not 0 <= count <= len(DECK):
            if given is not None:
                self.report.add("pile", f"is {given}; right would be {max(0, rest)}")
            count = min(max(0, rest), len(DECK))
        if "bottom" in self.values and self.options.traded_cards == "shuffle_in":
            self.report.add(
                "bottom", "with the rule traded_cards = shuffle_in nobody knows where cards lie; leave it out"
            )
            return [None] * count
        bottom = cards_in(self.values.get("bottom", ""))
        if len(bottom) > count:
            self.report.add("bottom", f"names {len(bottom)} cards, but the pile has {count}")
            return [None] * count
        known = [None if card == UNKNOWN else card for card in bottom]
        return [None] * (count - len(known)) + known

    def traded_by(self, facts: Mapping[str, Any]) -> list[int | None]:
        """As given for the lowest cards; else known cards of the bottom are the viewer's own, a `?` is not."""
        pile, viewer = facts["pile"], facts["viewer"]
        if "traded_by" in self.values:
            given = [seat_reported(value, self.names, "traded_by", self.report) for value in self.values["traded_by"]]
            if len(given) > len(pile):
                self.report.add("traded_by", f"names {len(given)} players for a pile of {len(pile)} cards")
                return [None] * len(pile)
            return [None] * (len(pile) - len(given)) + given
        bottom = [card != UNKNOWN for card in cards_in(self.values.get("bottom", ""))][: len(pile)]
        if viewer is None or self.options.traded_cards == "shuffle_in":
            return [None] * len(pile)
        # With more than two players it stays open which of the others; the next seat stands for them.
        other = (viewer + 1) % self.players
        return [None] * (len(pile) - len(bottom)) + [viewer if known else other for known in bottom]

    def out(self, facts: Mapping[str, Any]) -> list[int]:
        if "out" not in self.values:
            return gone_out(facts) if self.options.final_round else []
        seats = [seat_reported(value, self.names, "out", self.report) for value in self.values["out"]]
        return [seat for seat in seats if seat is not None]
