"""Quanto's position file: fields to facts. Facts and their meaning are those of the engine's bindings."""

from collections.abc import Mapping
from typing import Any

from kiebitz.notation import fields, reading
from kiebitz.notation.fields import Record, Table
from kiebitz.notation.hands import UNKNOWN
from kiebitz.notation.options import record
from kiebitz.notation.quanto.cards import DECK, cards_in, ordered, without
from kiebitz.notation.quanto.options import Options

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
        "won": fields.integers(12, 8, 9),
        "last_taker": fields.player(),
        "pile": fields.count_or_cards(52, "5 7* J 12"),
        "hand_sizes": fields.integers(4, 4, 4),
        "seen": fields.text("1 1 5 7*"),  # cards known to be gone: won or set aside
        "hands": Table(fields.text("8 1 J ?")),
        "quanto": Table(STACK),
        "rules": record(Options),
    },
    frozenset({"game", "players", "display"}),
)


class Reader(reading.Reader):
    """Reads Quanto's fields."""

    deck, cards_in, hand_example = DECK, staticmethod(cards_in), "8 1 J 12*"

    def facts(self) -> dict[str, Any]:
        values = self.values
        to_move, viewer = self.seat("to_move"), self.seat("viewer")
        facts: dict[str, Any] = {"game": "quanto", "players": self.players, "to_move": to_move}
        facts["turned"] = ordered(cards_in(values.get("turned", "")))
        facts["decision"] = "three" if facts["turned"] else "play"
        facts["display"] = ordered(cards_in(values["display"]))
        facts["won"] = self.counts("won", [0] * self.players)
        facts["stacks"] = self.stacks()
        facts["last_taker"] = self.seat("last_taker")
        facts["phase"] = values.get("phase", "play")
        lines = self.hand_lines((to_move if viewer is None else viewer) or 0)
        facts["hands"] = [ordered(c for c in lines.get(seat, []) if c != UNKNOWN) for seat in range(self.players)]
        rest = len(DECK) - sum(facts["won"]) - lying(facts)
        facts["hand_sizes"] = self.hand_sizes(lines, self.options.cards(self.players), rest)
        shown = "hands" in values and len(lines) == self.players
        open_hands = shown and not any(UNKNOWN in line for line in lines.values())
        facts["pile"] = self.pile_cards(rest - sum(facts["hand_sizes"]), open_hands)
        complete = open_hands and None not in facts["pile"] and all(map(noted, facts["stacks"]))
        facts["gone"] = self.gone(facts, complete)
        facts["viewer"] = self.viewer(viewer, to_move, complete, over=not any(facts["hand_sizes"]))
        return facts

    def stacks(self) -> list[dict[str, Any] | None]:
        """By seat; `size` only where not every card was noted."""
        stacks: list[dict[str, Any] | None] = [None] * self.players
        for seat, name, given in self.by_seat("quanto"):
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
