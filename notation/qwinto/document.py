"""Qwinto's facts from the fields of a position file, and back. docs/facts.md explains the facts."""

from collections.abc import Mapping, Sequence
from typing import Any

from kiebitz.notation.hands import UNKNOWN, Facts, shown_hand, shown_hands
from kiebitz.notation.players import needs_viewer, seat_reported
from kiebitz.notation.qwinto.cards import DECK, HAND, STACKS, cards_in
from kiebitz.notation.qwinto.options import Options
from kiebitz.notation.qwinto.pile_generation import generations_read
from kiebitz.notation.qwinto.sheet import ROWS, Sheet, empty_sheet, row_from_text, row_text
from kiebitz.notation.qwinto.turn import DECLINE, decided_before, end_of
from kiebitz.notation.reading import Reader


class QwintoReader(Reader):
    """Reads Qwinto's fields."""

    game, deck, cards_in, hand_example = "qwinto", DECK, staticmethod(cards_in), "G5 O-2 P0"

    def read_table(self, facts: dict[str, Any]) -> None:
        """Adds the square, the sheets, and the announcement and decisions of the present turn."""
        values = self.values
        facts["decision"] = "write" if "announced" in values else "place"
        facts["active"] = self.active(facts["to_move"])
        facts["square"], facts["covered"] = cards_in(values["square"]), sorted(cards_in(values.get("covered", "")))
        facts["sheets"] = self.sheets()
        facts["announced"] = self.announced()
        facts["writes"] = self.writes()

    def full_hand(self) -> int:
        """The number of cards in a full hand."""
        return HAND

    def held_back(self, facts: Facts) -> int:
        """The number of cards in hands and pile together."""
        return len(DECK) - len(STACKS) - len(facts["covered"])

    def over(self, facts: Facts) -> bool:
        """Whether the game is over."""
        return end_of(facts, self.options, self.names) is not None

    def complete(self, lines: Mapping[int, list[str]], facts: Facts) -> bool:
        """Whether no card and no decision is hidden, and the field `viewer` is missing."""
        if "viewer" in self.values:
            return False
        if facts["decision"] == "write" and facts["to_move"] is not None:
            before = decided_before(self.players, facts["active"], facts["to_move"])
            if any(facts["writes"][seat] is None for seat in before):
                return False
        return None not in facts["pile"] and [len(hand) for hand in facts["hands"]] == facts["hand_sizes"]

    def memory(self, facts: Facts) -> dict[str, Any]:
        """The pile generations of hidden cards."""
        reshuffled, drawn = generations_read(self.values, facts, self.names, self.report)
        return {"reshuffled": reshuffled, "drawn": drawn}

    def active(self, to_move: int | None) -> int:
        """The active player: the one who announced, else the player to move.

        If the game is over, the field `active` names the player whose turn ended it.
        """
        announced, told = self.seat("announced", "active"), self.seat("active")
        if announced is not None and told is not None:
            self.report.add("active", "stands in announced already; leave it out here")
        for seat in (announced, told, to_move):
            if seat is not None:
                return seat
        return 0

    def announced(self) -> dict[str, Any] | None:
        """The announced sum and colours."""
        if "announced" not in self.values:
            return None
        told = self.values["announced"]
        colours = told["colours"].upper().replace(" ", "").replace(",", "")
        # Colours stand in the order of the rows. A mark that is no colour stays, so that the checks report it.
        return {"sum": told["sum"], "colours": "".join(sorted(colours, key="OYP".find))}

    def writes(self) -> list[str | None]:
        """The decision of each seat in this turn: a field, `decline`, or None if it is unknown or still to come."""
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
        """The score sheets by seat. A row that the file does not name is empty."""
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
        """The hands that the file shows, by seat. Here `hand` may be missing, or stand beside [hands] of the others."""
        lines = self.hands_shown()
        if "hand" in self.values:
            if holder in lines:
                self.report.add("hand", f"stands in hands.{self.names[holder]} too; give it once")
            lines[holder] = cards_in(self.values["hand"])
        return lines

    def hand_sizes(self, lines: Mapping[int, list[str]], facts: Facts) -> list[int]:
        """The number of cards in each hand: the field `hand_sizes`, else `default_sizes`."""
        default = default_sizes(lines, facts)
        sizes = self.counts("hand_sizes", default)
        wrong = [size for size in sizes if not 0 <= size <= HAND]
        if wrong:
            self.report.add("hand_sizes", f"{wrong[0]} is no number of cards; right would be 0 to {HAND}")
            return default
        return sizes

    def pile(self, lines: Mapping[int, list[str]], facts: Facts) -> list[str | None]:
        """The pile, top first: its cards, or None for each unknown card. A text may have `?` for unknown cards."""
        rest = max(0, self.held_back(facts) - sum(facts["hand_sizes"]))
        pile = self.values.get("pile", rest)
        if isinstance(pile, str):
            return [None if card == UNKNOWN else card for card in cards_in(pile)]
        if not 0 <= pile <= len(DECK):
            self.report.add("pile", f"{pile} is no number of cards; right would be {rest}, or leave it out")
            pile = rest
        return [None] * pile


def default_sizes(lines: Mapping[int, list[str]], facts: Facts) -> list[int]:
    """The number of cards in each hand, if the file does not tell it.

    A hand that the file shows has its own size. Another hand has three cards, or two after its player has placed one.
    """
    placed = facts["active"] if facts["decision"] == "write" else None
    return [len(lines[seat]) if seat in lines else HAND - (seat == placed) for seat in range(facts["players"])]


def defaults(facts: Facts) -> dict[str, Any]:
    """Facts that may be left out: nothing is covered, announced or written."""
    players, sizes = facts["players"], facts.get("hand_sizes", [len(hand) for hand in facts["hands"]])
    return {
        "active": facts.get("to_move") or 0,
        "decision": "write" if facts.get("announced") else "place",
        "covered": [],
        "announced": None,
        "writes": [None] * players,
        "reshuffled": [],
        "drawn": [[0] * (size - len(hand)) for size, hand in zip(sizes, facts["hands"], strict=True)],
    }


def values_of(facts: Facts, options: Options, names: Sequence[str]) -> dict[str, Any]:
    """The fields of a position file. Fields that follow from others are left out."""
    top = facts["square"]
    values: dict[str, Any] = {"square": f"{top[0]} {top[1]} / {top[2]} {top[3]}"}
    if facts["to_move"] is not None:
        values["to_move"] = names[facts["to_move"]]
    elif facts["active"]:
        values["active"] = names[facts["active"]]
    if needs_viewer(facts):
        values["viewer"] = names[facts["viewer"]]
    if facts["covered"]:
        values["covered"] = " ".join(facts["covered"])
    values |= hand_values(facts, names)
    known = facts["pile"] and None not in facts["pile"]
    values["pile"] = " ".join(facts["pile"]) if known else len(facts["pile"])
    if facts["announced"] is not None:
        values["announced"] = dict(facts["announced"])
        if facts["active"] != facts["to_move"]:
            values["announced"]["active"] = names[facts["active"]]
    values["writes"] = {name: text for name, text in zip(names, facts["writes"], strict=True) if text is not None}
    if facts["reshuffled"]:
        values["reshuffled"] = " / ".join(" ".join(cards) for cards in facts["reshuffled"])
        values["drawn"] = {name: drawn for name, drawn in zip(names, facts["drawn"], strict=True) if drawn}
    values["sheets"] = {name: sheet_values(sheet) for name, sheet in zip(names, facts["sheets"], strict=True)}
    values["sheets"] = {name: sheet for name, sheet in values["sheets"].items() if sheet}
    return values


def hand_values(facts: Facts, names: Sequence[str]) -> dict[str, Any]:
    """The field `hand` if it is enough; else the table [hands], with `?` for each unknown card."""
    values: dict[str, Any] = {}
    viewer, hands, sizes = facts["viewer"], facts["hands"], facts["hand_sizes"]
    lines: dict[int, list[str]] = {}
    if viewer is None or any(hand for seat, hand in enumerate(hands) if seat != viewer):
        lines = {seat: shown_hand(facts, seat) for seat in range(len(hands))}
        values["hands"] = shown_hands(facts, names)
    elif hands[viewer]:
        lines = {viewer: hands[viewer]}
        values["hand"] = " ".join(hands[viewer])
    if sizes != default_sizes(lines, facts):
        values["hand_sizes"] = sizes
    return values


def sheet_values(sheet: Sheet) -> dict[str, Any]:
    """The rows with a number, and the penalties if there are any."""
    values = {row: row_text(row, sheet[row]) for row in ROWS if any(number is not None for number in sheet[row])}
    return values | ({"penalties": sheet["penalties"]} if sheet["penalties"] else {})
