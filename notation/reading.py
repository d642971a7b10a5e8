"""Reading a position, as far as it is the same for all games: from the fields of a document to facts and faults."""

from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

from kiebitz.errors import Fault, PositionError
from kiebitz.notation import fields
from kiebitz.notation.hands import UNKNOWN
from kiebitz.notation.players import seat_of, seat_reported
from kiebitz.notation.source import Document, Report, shortened


class Reading(NamedTuple):
    """Plain facts, the game's frozen options and the players' names; what write and line of the game take."""

    facts: dict[str, Any]
    options: Any
    names: tuple[str, ...]


def read_unchecked(language: ModuleType, document: Document) -> tuple[Reading, list[Fault]]:
    """The Reading of a document and all its faults; PositionError if they leave nothing to read."""
    values = fields.read(language.SCHEMA, document)
    names = tuple(values["players"])
    options = language.Options(**values.get("rules", {}))
    least, most = language.player_limits(options)
    if not least <= len(names) <= most:
        raise PositionError(language.player_faults(options, names, document.where))
    report = Report(document.where, document.one_line)
    facts = language.Reader(values, names, options, report).facts()
    listed = {seat_of(name, names) for name in values.get("hands", ())}

    def where(*path: str) -> str:
        if path == ("hand",) and facts["viewer"] in listed:
            path = ("hands", names[facts["viewer"]])
        return document.where(*path)

    # What the reader replaced by a default is not judged once more.
    replaced = {fault.where for fault in report.faults}
    found = [fault for fault in language.faults(facts, options, names, where) if fault.where not in replaced]
    return Reading(facts, options, names), report.faults + found


class Reader:
    """Turns checked values into facts; what does not fit is reported and replaced by the default.

    Each game has its own, which names its cards and adds `facts()`.
    """

    deck: ClassVar[tuple[str, ...]]
    cards_in: Callable[[str], list[str]]
    hand_example: ClassVar[str]

    def __init__(self, values: Mapping[str, Any], names: tuple[str, ...], options: Any, report: Report):
        self.values, self.names, self.options, self.report = values, names, options, report
        self.players = len(names)

    def seat(self, *path: str) -> int | None:
        """The seat of the player that a field names, None without the field."""
        value: Any = self.values
        for key in path:
            if key not in value:
                return None
            value = value[key]
        # A wrong name is reported; what else is wrong shall be found all the same, with anybody's seat.
        return seat_reported(value, self.names, path, self.report) or 0

    def by_seat(self, field: str) -> Iterator[tuple[int, str, Any]]:
        """Seat, name as written and value of each entry of a table, less those of nobody at the table."""
        for name, value in self.values.get(field, {}).items():
            seat = seat_reported(name, self.names, (field, name), self.report)
            if seat is not None:
                yield seat, name, value

    def counts(self, field: str, default: list[int]) -> list[int]:
        """A number for each player."""
        counts = self.values.get(field, default)
        if len(counts) != self.players:
            self.report.add(field, f"has {len(counts)} numbers; right would be one for each of {self.players} players")
            counts = default
        return list(counts)

    def hands_shown(self) -> dict[int, list[str]]:
        """The hands in [hands], by seat, `?` for unknown cards."""
        lines: dict[int, list[str]] = {}
        for seat, name, text in self.by_seat("hands"):
            if seat in lines:
                self.report.add(("hands", name), f"is a second hand of {self.names[seat]}")
            else:
                lines[seat] = self.cards_in(text)
        return lines

    def hand_lines(self, holder: int) -> dict[int, list[str]]:
        """The hands that the file shows, in [hands] or as `hand`, of which the holder's must be one."""
        lines = self.hands_shown()
        if "hand" in self.values and "hands" in self.values:
            self.report.add("hand", "stands beside [hands]; right would be one of them")
        elif "hand" in self.values:
            lines[holder] = self.cards_in(self.values["hand"])
        if holder not in lines:
            file = f'"{self.hand_example}", or [hands]'
            right = f"{fields.encode_words(self.hand_example)}, or hands.NAME" if self.report.one_line else file
            self.report.add("hand", f"is missing: right would be the cards of {self.names[holder]} such as {right}")
        return lines

    def hand_sizes(self, lines: Mapping[int, list[str]], full: int, rest: int) -> list[int]:
        """As given, or as the lines tell; without a line full hands, or with one such hand and no pile what is left.

        rest: cards in hands and pile together.
        """
        if "hand_sizes" in self.values:
            sizes = self.counts("hand_sizes", [full] * self.players)
            for seat, line in lines.items():
                if len(line) != sizes[seat]:
                    what = f"says {sizes[seat]} for {self.names[seat]}, whose hand shows {len(line)} cards"
                    self.report.add("hand_sizes", what)
            return sizes
        sizes = [len(lines[seat]) if seat in lines else full for seat in range(self.players)]
        missing = [seat for seat in range(self.players) if seat not in lines]
        if self.values.get("pile") in (0, "") and missing:
            if len(missing) == 1:
                sizes[missing[0]] = min(max(rest - sum(map(len, lines.values())), 0), full)
            else:
                self.report.add("hand_sizes", f"is missing; with an empty pile right would be such as {sizes}")
        return sizes

    def pile_cards(self, rest: int, open_hands: bool) -> list[str | None]:
        """The cards in order, or None for each if only their number is known; the rest if nothing is said."""
        given, right = self.values.get("pile"), max(0, rest)
        default: list[str | None] = [None] * min(right, len(self.deck))
        if isinstance(given, str):
            cards = self.cards_in(given)
            if cards and (UNKNOWN in cards or not open_hands):
                what = f"is {shortened(given)}; cards in order need [hands] of all players and no {UNKNOWN}"
                self.report.add("pile", f"{what}, else right would be their number, here {right}")
                return default
            return [*cards]
        if given is None:
            return default
        if not 0 <= given <= len(self.deck):
            self.report.add("pile", f"is {given}; right would be {right}")
            return default
        return [None] * given

    def viewer(self, told: int | None, to_move: int | None, complete: bool, over: bool) -> int | None:
        """Whose knowledge this is: nobody's if all is known, else as told, else that of the player to move."""
        if complete:
            if told is not None:
                self.report.add("viewer", "every card is known here, to everybody; leave viewer out")
            return None
        # While the game is not over, the missing to_move is the fault.
        if told is None and to_move is None and over:
            self.report.add("viewer", "is missing; without to_move it must say whose hand this is")
        return (to_move if told is None else told) or 0
