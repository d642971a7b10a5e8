"""Kwatro's position file: fields to facts. Facts and their meaning are those of the engine's bindings."""

from collections.abc import Mapping, Sequence
from typing import Any

from kiebitz.notation import fields, reading
from kiebitz.notation.fields import Record, Table
from kiebitz.notation.hands import UNKNOWN
from kiebitz.notation.kwatro.cards import DECK, HAND, WILD, cards_in
from kiebitz.notation.kwatro.faults import end_of, gone_out
from kiebitz.notation.kwatro.options import Options
from kiebitz.notation.kwatro.table import from_grid
from kiebitz.notation.options import record
from kiebitz.notation.players import seat_reported

SCHEMA = Record(
    {
        "game": fields.choice(["kwatro"]),
        "players": fields.names(),
        "to_move": fields.player(),
        "viewer": fields.player(),  # whose knowledge this is, if not that of the player to move
        "scores": fields.integers(34, 28),
        "hand": fields.text("RO1 BT2 ** GX4"),  # of the viewer
        "origin": fields.integers(0, 0),
        "grid": fields.rows("RT2 BX2 GO2"),
        "pile": fields.count_or_cards(41, "RO1 BT2 ** GX4"),
        "bottom": fields.text("RO1 ? BT2"),  # known cards at the bottom of the pile, the lowest last
        "traded_by": fields.players(),  # who put the lowest cards of the pile there, the lowest last
        "hand_sizes": fields.integers(4, 4),
        "known_wilds": fields.integers(0, 1),  # recycled wilds that everybody knows of
        "passes": fields.integer(2),  # in a row, just before this turn
        "out": fields.players(),  # who has played the last card, in the final round
        "hands": Table(fields.text("RO1 BT2 ** ?")),
        "rules": record(Options),
    },
    frozenset({"game", "players", "grid"}),
)


class Reader(reading.Reader):
    """Reads Kwatro's fields."""

    deck, cards_in, hand_example = DECK, staticmethod(cards_in), "RO1 BT2 ** GX4"

    def facts(self) -> dict[str, Any]:
        values, nothing = self.values, [0] * self.players
        to_move, viewer = self.seat("to_move"), self.seat("viewer")
        facts: dict[str, Any] = {"game": "kwatro", "players": self.players, "to_move": to_move}
        facts["table"] = from_grid(values["grid"], self.origin())
        facts["known_wilds"] = self.counts("known_wilds", nothing)
        facts["scores"], facts["passes"] = self.counts("scores", nothing), values.get("passes", 0)
        lines = self.hand_lines((to_move if viewer is None else viewer) or 0)
        rest = len(DECK) - len(facts["table"])
        facts["hand_sizes"] = self.hand_sizes(lines, HAND, rest)
        facts["hands"] = [self.known_hand(lines, seat, facts["known_wilds"]) for seat in range(self.players)]
        complete = len(lines) == self.players and not any(UNKNOWN in line for line in lines.values())
        facts["pile"] = self.pile(rest - sum(facts["hand_sizes"]), complete)
        complete = complete and None not in facts["pile"]
        over = end_of(facts, self.options, self.names) is not None
        facts["viewer"] = self.viewer(viewer, to_move, complete, over)
        facts["traded_by"] = self.traded_by(facts)
        facts["out"] = self.out(facts)
        return facts

    def origin(self) -> tuple[int, int]:
        origin = self.values.get("origin", [0, 0])
        if len(origin) != 2:
            self.report.add(
                "origin", f"has {len(origin)} numbers; right would be [row, column] of the grid's first cell"
            )
            return 0, 0
        return tuple(origin)

    def known_hand(self, lines: Mapping[int, list[str]], seat: int, known_wilds: Sequence[int]) -> list[str]:
        # Two wilds at most exist; the check names what goes beyond, and need not see a billion of them.
        unseen = [WILD] * min(max(known_wilds[seat], 0), HAND)
        return sorted(card for card in lines.get(seat, unseen) if card != UNKNOWN)

    def pile(self, rest: int, open_hands: bool) -> list[str | None]:
        """As all games read it, with the known cards of the bottom."""
        pile = self.pile_cards(rest, open_hands)
        if "bottom" not in self.values:
            return pile
        bottom = cards_in(self.values["bottom"])
        if isinstance(self.values.get("pile"), str):
            self.report.add("bottom", "stands beside a pile of known cards; right would be one of them")
        elif self.options.traded_cards == "shuffle_in":
            self.report.add(
                "bottom", "with the rule traded_cards = shuffle_in nobody knows where cards lie; leave it out"
            )
        elif len(bottom) > len(pile):
            self.report.add("bottom", f"names {len(bottom)} cards, but the pile has {len(pile)}")
        else:
            pile[len(pile) - len(bottom) :] = [None if card == UNKNOWN else card for card in bottom]
        return pile

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
