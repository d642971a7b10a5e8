"""Qwinto's position file: fields to facts. Facts and their meaning are those of the engine's bindings."""

from collections.abc import Mapping
from typing import Any

from kiebitz.notation import fields, reading
from kiebitz.notation.fields import Record, Table
from kiebitz.notation.hands import UNKNOWN
from kiebitz.notation.options import record
from kiebitz.notation.players import seat_reported
from kiebitz.notation.qwinto.births import births_read
from kiebitz.notation.qwinto.cards import DECK, HAND, STACKS, cards_in
from kiebitz.notation.qwinto.options import Options
from kiebitz.notation.qwinto.sheet import ROWS, empty_sheet, row_from_text
from kiebitz.notation.qwinto.turn import DECLINE, decided_before, end_of

SHEET = Record(
    {
        "orange": fields.text(". 5 . | . 10 13 . 17 ."),
        "yellow": fields.text("2 3 7 8 10 | 11 12 15 16"),
        "purple": fields.text("2 4 . 6 | 7 . 9 11 ."),
        "penalties": fields.integer(2),
    }
)
SCHEMA = Record(
    {
        "game": fields.choice(["qwinto"]),
        "players": fields.names(),
        "to_move": fields.player(),
        "viewer": fields.player(),  # whose knowledge this is, if not that of the player to move
        "active": fields.player(),  # whose turn it was when the game ended
        "square": fields.text("P4 Y3 / G6 O2"),  # TL TR / BL BR
        "hand": fields.text("G5 O-2 P0"),  # of the viewer
        "covered": fields.text("O1 G0"),
        "pile": fields.count_or_cards(15, "O1 G0 P-2"),
        "hand_sizes": fields.integers(3, 3),
        "reshuffled": fields.text("O1 G0 P-2 / Y3 Y4"),  # the cards of each reshuffle so far, / between them
        "announced": Record(
            {"sum": fields.integer(14), "colours": fields.text("Y"), "active": fields.player()},
            frozenset({"sum", "colours"}),
        ),
        "writes": Table(fields.text("Y7")),  # decisions of this turn that are known
        "drawn": Table(fields.integers(0, 0, 1)),  # after how many reshuffles each unknown card of a hand was drawn
        "hands": Table(fields.text("G5 O-2 ?")),
        "sheets": Table(SHEET),
        "rules": record(Options),
    },
    frozenset({"game", "players", "square"}),
)


class Reader(reading.Reader):
    """Reads Qwinto's fields."""

    cards_in = staticmethod(cards_in)

    def facts(self) -> dict[str, Any]:
        values = self.values
        to_move, told = self.seat("to_move"), self.seat("viewer")
        facts: dict[str, Any] = {"game": "qwinto", "players": self.players, "to_move": to_move}
        facts["decision"] = "write" if "announced" in values else "place"
        facts["active"] = self.active(to_move)
        facts["square"], facts["covered"] = cards_in(values["square"]), sorted(cards_in(values.get("covered", "")))
        facts["sheets"] = self.sheets()
        facts["announced"] = self.announced()
        facts["writes"] = self.writes()
        lines = self.hand_lines((to_move if told is None else told) or 0)
        facts["hand_sizes"] = self.sizes(lines, facts)
        facts["hands"] = [
            sorted(card for card in lines.get(seat, ()) if card != UNKNOWN) for seat in range(self.players)
        ]
        facts["pile"] = self.pile(facts)
        complete = told is None and not self.hidden(facts)
        over = end_of(facts, self.options, self.names) is not None
        facts["viewer"] = self.viewer(told, to_move, complete, over)
        facts["reshuffled"], facts["drawn"] = births_read(values, facts, self.names, self.report)
        return facts

    def active(self, to_move: int | None) -> int:
        """Who announced; else who is to move; when the game is over, whose turn ended it."""
        announced, told = self.seat("announced", "active"), self.seat("active")
        if announced is not None and told is not None:
            self.report.add("active", "stands in announced already; leave it out here")
        for seat in (announced, told, to_move):
            if seat is not None:
                return seat
        return 0

    def hidden(self, facts: Mapping[str, Any]) -> bool:
        """Whether there is anything that a view does not show and a position must."""
        if facts["decision"] == "write" and facts["to_move"] is not None:
            before = decided_before(self.players, facts["active"], facts["to_move"])
            if any(facts["writes"][seat] is None for seat in before):
                return True
        return None in facts["pile"] or [len(hand) for hand in facts["hands"]] != facts["hand_sizes"]

    def announced(self) -> dict[str, Any] | None:
        if "announced" not in self.values:
            return None
        told = self.values["announced"]
        colours = told["colours"].upper().replace(" ", "").replace(",", "")
        # In the order of the rows; what is no colour stays for the check to find.
        return {"sum": told["sum"], "colours": "".join(sorted(colours, key="OYP".find))}

    def writes(self) -> list[str | None]:
        writes: list[str | None] = [None] * self.players
        for name, text in self.values.get("writes", {}).items():
            seat = seat_reported(name, self.names, ("writes", name), self.report)
            if "announced" not in self.values:
                self.report.add(("writes", name), "nothing is announced; leave writes out, or add announced")
            elif seat is not None:
                word = text.lower().removeprefix("write ").strip()
                writes[seat] = DECLINE if word == DECLINE else word.upper()
        return writes

    def sheets(self) -> list[dict[str, Any]]:
        sheets = [empty_sheet() for _ in range(self.players)]
        for seat, name, told in self.by_seat("sheets"):
            sheets[seat]["penalties"] = told.get("penalties", 0)
            for row in ROWS:
                if row in told:
                    try:
                        sheets[seat][row] = row_from_text(row, told[row])
                    except ValueError as error:
                        self.report.add(("sheets", name, row), str(error))
        return sheets

    def hand_lines(self, holder: int) -> dict[int, list[str]]:
        """As in all games, but `hand` may stand beside [hands] of the others, or be missing."""
        lines = self.hands_shown()
        if "hand" in self.values:
            if holder in lines:
                self.report.add("hand", f"stands in hands.{self.names[holder]} too; give it once")
            lines[holder] = cards_in(self.values["hand"])
        return lines

    def sizes(self, lines: Mapping[int, list[str]], facts: Mapping[str, Any]) -> list[int]:
        default = default_sizes(lines, facts)
        sizes = self.counts("hand_sizes", default)
        wrong = [size for size in sizes if not 0 <= size <= HAND]
        if wrong:
            self.report.add("hand_sizes", f"{wrong[0]} is no number of cards; right would be 0 to {HAND}")
            return default
        return sizes

    def pile(self, facts: Mapping[str, Any]) -> list[str | None]:
        """The cards, top first, or None for each if only their number is known."""
        rest = max(0, len(DECK) - len(STACKS) - len(facts["covered"]) - sum(facts["hand_sizes"]))
        pile = self.values.get("pile", rest)
        if isinstance(pile, str):
            return [None if card == UNKNOWN else card for card in cards_in(pile)]
        if not 0 <= pile <= len(DECK):
            self.report.add("pile", f"{pile} is no number of cards; right would be {rest}, or leave it out")
            pile = rest
        return [None] * pile


def default_sizes(lines: Mapping[int, list[str]], facts: Mapping[str, Any]) -> list[int]:
    """Three cards each, one less for who has placed one; a hand that is shown has its own size."""
    placed = facts["active"] if facts["decision"] == "write" else None
    return [len(lines[seat]) if seat in lines else HAND - (seat == placed) for seat in range(facts["players"])]
