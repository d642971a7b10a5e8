"""Kwatro's facts from the fields of a position file, and back. docs/facts.md explains the facts."""

from collections.abc import Mapping, Sequence
from typing import Any

from kiebitz.notation.hands import UNKNOWN, Facts, pile_field, shown_hands
from kiebitz.notation.kwatro.cards import DECK, HAND, WILD, cards_in
from kiebitz.notation.kwatro.checks import end_of, gone_out
from kiebitz.notation.kwatro.options import Options
from kiebitz.notation.kwatro.table import from_grid, to_grid
from kiebitz.notation.players import seat_reported, seat_values
from kiebitz.notation.reading import Reader


class KwatroReader(Reader):
    """Reads Kwatro's fields."""

    game, deck, cards_in, hand_example = "kwatro", DECK, staticmethod(cards_in), "RO1 BT2 ** GX4"

    def read_table(self, facts: dict[str, Any]) -> None:
        """Adds the cards on the table, scores, passes, and the wilds that everybody knows of."""
        nothing = [0] * self.players
        facts["table"] = from_grid(self.values["grid"], self.origin())
        facts["known_wilds"] = self.counts("known_wilds", nothing)
        facts["scores"], facts["passes"] = self.counts("scores", nothing), self.values.get("passes", 0)

    def full_hand(self) -> int:
        """The number of cards in a full hand."""
        return HAND

    def held_back(self, facts: Facts) -> int:
        """The number of cards in hands and pile together."""
        return len(DECK) - len(facts["table"])

    def over(self, facts: Facts) -> bool:
        """Whether the game is over."""
        return end_of(facts, self.options, self.names) is not None

    def memory(self, facts: Facts) -> dict[str, Any]:
        """The players who put cards under the pile, and those who have gone out."""
        return {"traded_by": self.traded_by(facts), "out": self.out(facts)}

    def origin(self) -> tuple[int, int]:
        """Row and column of the first cell of the grid."""
        origin = self.values.get("origin", [0, 0])
        if len(origin) != 2:
            self.report.add(
                "origin", f"has {len(origin)} numbers; right would be [row, column] of the grid's first cell"
            )
            return 0, 0
        return origin[0], origin[1]

    def known_hand(self, line: list[str] | None, seat: int, facts: Facts) -> list[str]:
        """The known cards of a hand. Of a hand that the file does not show, only wilds can be known."""
        if line is None:
            # The checks report a wrong number later. The limit keeps a huge number from filling the memory.
            return [WILD] * min(max(facts["known_wilds"][seat], 0), HAND)
        return super().known_hand(line, seat, facts)

    def pile(self, lines: Mapping[int, list[str]], facts: Facts) -> list[str | None]:
        """The pile as all games read it, with the known cards of the field `bottom`."""
        pile = super().pile(lines, facts)
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

    def traded_by(self, facts: Facts) -> list[int | None]:
        """The seat that traded each card of the pile; None for a card that was not traded.

        The field `traded_by` names the players for the lowest cards. Without the field, the viewer has traded the known
        cards of `bottom`, and another player has traded each `?`.
        """
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
        # With more than two players the file does not say which other player it was. The next seat stands for them.
        other = (viewer + 1) % self.players
        return [None] * (len(pile) - len(bottom)) + [viewer if known else other for known in bottom]

    def out(self, facts: Facts) -> list[int]:
        """The seats that have gone out in the final round."""
        if "out" not in self.values:
            return gone_out(facts) if self.options.final_round else []
        seats = [seat_reported(value, self.names, "out", self.report) for value in self.values["out"]]
        return [seat for seat in seats if seat is not None]


def defaults(facts: Facts) -> dict[str, Any]:
    """Facts that may be left out: no card was traded, nobody has scored or passed."""
    players, pile = facts["players"], facts["pile"]
    return {
        "traded_by": [None] * len(pile),
        "known_wilds": [0] * players,
        "scores": [0] * players,
        "passes": 0,
        "out": [],
    }


def values_of(facts: Facts, options: Options, names: Sequence[str]) -> dict[str, Any]:
    """The fields of a position file. Fields that follow from others are left out."""
    grid, origin = to_grid(facts["table"])
    values: dict[str, Any] = {"scores": facts["scores"], "grid": grid, **seat_values(facts, names)}
    if origin != (0, 0):
        values["origin"] = list(origin)
    values |= hand_values(facts, names) | pile_values(facts, names)
    if any(facts["known_wilds"]):
        values["known_wilds"] = facts["known_wilds"]
    if facts["passes"]:
        values["passes"] = facts["passes"]
    if facts["out"] or options.final_round:
        values["out"] = [names[seat] for seat in facts["out"]]
    return values


def hand_values(facts: Facts, names: Sequence[str]) -> dict[str, Any]:
    """The field `hand` if it is enough; else the table [hands], with `?` for each unknown card."""
    values: dict[str, Any] = {}
    viewer, hands, sizes = facts["viewer"], facts["hands"], facts["hand_sizes"]
    expected = [[WILD] * known for known in facts["known_wilds"]]
    others = [seat for seat in range(len(hands)) if seat != viewer]
    if viewer is not None and all(hands[seat] == expected[seat] for seat in others):
        values["hand"] = " ".join(hands[viewer])
    else:
        values["hands"] = shown_hands(facts, names)
    if any(size != HAND for size in sizes) or not facts["pile"]:
        values["hand_sizes"] = sizes
    return values


def pile_values(facts: Facts, names: Sequence[str]) -> dict[str, Any]:
    """The pile as its cards or their number, and the cards that were traded."""
    pile, traders = facts["pile"], facts["traded_by"]
    traded = len(pile) - traders.count(None)
    values: dict[str, Any] = {"pile": pile_field(facts)}
    if facts["viewer"] is not None and traded:
        values["bottom"] = " ".join(card or UNKNOWN for card in pile[-traded:])
    if traded:
        values["traded_by"] = [names[seat] for seat in traders[-traded:]]
    return values
