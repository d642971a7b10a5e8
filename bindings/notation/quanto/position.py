"""Quanto's position file: fields to facts. Facts and their meaning are those of the engine's bindings."""

from collections.abc import Mapping
from typing import Any

from kiebitz.errors import Fault, PositionError
from kiebitz.notation import fields
from kiebitz.notation.fields import Record, Table
from kiebitz.notation.options import record
from kiebitz.notation.players import name_faults, seat_reported
from kiebitz.notation.quanto.cards import DECK, UNKNOWN, cards_in, ordered, without
from kiebitz.notation.quanto.faults import faults
from kiebitz.notation.quanto.options import LEAST_PLAYERS, MOST_PLAYERS, Options
from kiebitz.notation.reading import Reading
from kiebitz.notation.source import Document, Report, shortened

STACK = Record(
    {
        "chip": fields.integer(10),
        "cards": fields.text("4 6 10"),
        "size": fields.integer(3),  # of a stack whose cards were not noted
    },
    frozenset({"chip"}),
)
SCHEMA = Record(
    {
        "game": fields.choice(["quanto"]),
        "players": fields.names(),
        "to_move": fields.player(),
        "viewer": fields.player(),  # whose knowledge this is, if not that of the player to move
        "display": fields.text("2 4 4 8* 11 J"),
        "turned": fields.text("5 8 8"),  # by a discarded 3, one of them to be played now
        "phase": fields.choice(["play", "chain"]),  # chain: the play after a discarded 2, with turn = "one_of"
        "hand": fields.text("8 1 J 12*"),  # of the viewer
        "won": fields.integers("[12, 8, 9]"),
        "last_taker": fields.player(),
        "pile": fields.count_or_cards(52, "5 7* J 12"),
        "hand_sizes": fields.integers("[4, 4, 4]"),
        "seen": fields.text("1 1 5 7*"),  # cards known to be gone: won or set aside
        "hands": Table(fields.text("8 1 J ?")),
        "quanto": Table(STACK),
        "rules": record(Options),
    },
    frozenset({"game", "players", "display"}),
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
            path = ("hands", names[facts["viewer"] or 0])
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
        facts: dict[str, Any] = {"game": "quanto", "players": self.players, "to_move": to_move}
        facts["turned"] = ordered(cards_in(values.get("turned", "")))
        facts["decision"] = "three" if facts["turned"] else "play"
        facts["display"] = ordered(cards_in(values["display"]))
        facts["won"] = self.counts("won", 0)
        facts["stacks"] = self.stacks()
        facts["last_taker"] = self.seat("last_taker")
        facts["phase"] = values.get("phase", "play")
        lines = self.hand_lines((to_move if viewer is None else viewer) or 0)
        facts["hands"] = [ordered(c for c in lines.get(seat, []) if c != UNKNOWN) for seat in range(self.players)]
        facts["hand_sizes"] = self.hand_sizes(lines, facts)
        shown = "hands" in values and len(lines) == self.players
        open_hands = shown and not any(UNKNOWN in line for line in lines.values())
        facts["pile"] = self.pile(facts, open_hands)
        complete = open_hands and None not in facts["pile"] and all(map(noted, facts["stacks"]))
        facts["gone"] = self.gone(facts, complete)
        facts["viewer"] = None if complete else self.viewer(facts, viewer)
        if viewer is not None and complete:
            self.report.add("viewer", "every card is known here, to everybody; leave viewer out")
        return facts

    def seat(self, field: str) -> int | None:
        if field not in self.values:
            return None
        # A wrong name is reported; what else is wrong shall be found all the same, with anybody's seat.
        return seat_reported(self.values[field], self.names, field, self.report) or 0

    def viewer(self, facts: Mapping[str, Any], viewer: int | None) -> int:
        if viewer is not None:
            return viewer
        if facts["to_move"] is None and not any(facts["hand_sizes"]):
            self.report.add("viewer", "is missing; without to_move it must say whose hand this is")
        return facts["to_move"] or 0

    def counts(self, field: str, default: int) -> list[int]:
        counts = self.values.get(field, [default] * self.players)
        if len(counts) != self.players:
            self.report.add(field, f"has {len(counts)} numbers; right would be one for each of {self.players} players")
            return [default] * self.players
        return list(counts)

    def stacks(self) -> list[dict[str, Any] | None]:
        """By seat; `size` only where not every card was noted."""
        stacks: list[dict[str, Any] | None] = [None] * self.players
        for name, given in self.values.get("quanto", {}).items():
            seat = seat_reported(name, self.names, ("quanto", name), self.report)
            if seat is None:
                continue
            if stacks[seat] is not None:
                self.report.add(("quanto", name), f"is a second stack of {self.names[seat]}; a player has one")
                continue
            stack: dict[str, Any] = {"chip": given.get("chip", 0), "cards": ordered(cards_in(given.get("cards", "")))}
            if not given.keys() & {"cards", "size"}:
                self.report.add(
                    ("quanto", name), 'has neither cards nor size; right would be cards = "4 6" or size = 2'
                )
            if given.get("size", len(stack["cards"])) != len(stack["cards"]):
                stack["size"] = given["size"]
            stacks[seat] = stack
        return stacks

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
            self.report.add("hand", f'is missing: right would be the cards of {name} such as "8 1 J 12*", or [hands]')
        return lines

    def hand_sizes(self, lines: Mapping[int, list[str]], facts: Mapping[str, Any]) -> list[int]:
        """As given, or as the lines tell; without a line full hands, or with one such hand and no pile what is left."""
        full = self.options.cards(self.players)
        if "hand_sizes" in self.values:
            sizes = self.counts("hand_sizes", full)
            for seat, line in lines.items():
                if len(line) != sizes[seat]:
                    what = f"says {sizes[seat]} for {self.names[seat]}, whose hand shows {len(line)} cards"
                    self.report.add("hand_sizes", what)
            return sizes
        missing = [seat for seat in range(self.players) if seat not in lines]
        sizes = [len(lines[seat]) if seat in lines else full for seat in range(self.players)]
        if self.values.get("pile") not in (0, "") or not missing:
            return sizes
        if len(missing) == 1:
            rest = len(DECK) - sum(facts["won"]) - lying(facts) - sum(len(line) for line in lines.values())
            sizes[missing[0]] = min(max(rest, 0), full)
        else:
            self.report.add("hand_sizes", f"is missing; with an empty pile right would be such as {sizes}")
        return sizes

    def pile(self, facts: Mapping[str, Any], open_hands: bool) -> list[str | None]:
        given = self.values.get("pile")
        rest = len(DECK) - sum(facts["won"]) - lying(facts) - sum(facts["hand_sizes"])
        if isinstance(given, str):
            cards = cards_in(given)
            if cards and (UNKNOWN in cards or not open_hands):
                what = f"is {shortened(given)}; cards in order need [hands] of all players and no {UNKNOWN}"
                self.report.add("pile", f"{what}, else right would be their number, here {max(0, rest)}")
                return [None] * min(max(0, rest), len(DECK))
            return [*cards]
        count = rest if given is None else given
        if not 0 <= count <= len(DECK):
            if given is not None:
                self.report.add("pile", f"is {given}; right would be {max(0, rest)}")
            count = min(max(0, rest), len(DECK))
        return [None] * count

    def gone(self, facts: Mapping[str, Any], complete: bool) -> list[str]:
        """The cards known to have left; where all others are known, those that are nowhere."""
        if "seen" in self.values or not complete:
            return ordered(cards_in(self.values.get("seen", "")))
        lie = [*facts["display"], *facts["turned"], *facts["pile"], *(card for hand in facts["hands"] for card in hand)]
        lie += [card for stack in facts["stacks"] if stack for card in stack["cards"]]
        return without(DECK, lie)


def noted(stack: Mapping[str, Any] | None) -> bool:
    return stack is None or "size" not in stack


def lying(facts: Mapping[str, Any]) -> int:
    """Cards face up on the table: display, stacks and turned cards."""
    stacks = sum(stack.get("size", len(stack["cards"])) for stack in facts["stacks"] if stack)
    return len(facts["display"]) + len(facts["turned"]) + stacks
