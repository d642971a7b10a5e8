"""Quanto's facts from the fields of a position file, and back. docs/facts.md explains the facts."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kiebitz.notation.hands import Facts, hand_fields, pile_field
from kiebitz.notation.players import seat_values
from kiebitz.notation.quanto.cards import DECK, cards_in, ordered, stack_size, without
from kiebitz.notation.quanto.options import Options
from kiebitz.notation.reading import Reader


class QuantoReader(Reader):
    """Reads Quanto's fields."""

    game, deck, cards_in, hand_example = "quanto", DECK, staticmethod(cards_in), "8 1 J 12*"

    def read_table(self, facts: dict[str, Any]) -> None:
        """Adds display, turned cards, won cards and stacks."""
        values = self.values
        facts["turned"] = ordered(cards_in(values.get("turned", "")))
        facts["decision"] = "three" if facts["turned"] else "play"
        facts["display"] = ordered(cards_in(values["display"]))
        facts["won"] = self.counts("won", [0] * self.players)
        facts["stacks"] = self.stacks()
        facts["last_taker"] = self.seat("last_taker")
        facts["phase"] = values.get("phase", "play")

    def full_hand(self) -> int:
        """The number of cards in a full hand."""
        cards: int = self.options.cards(self.players)
        return cards

    def held_back(self, facts: Facts) -> int:
        """The number of cards in hands and pile together."""
        return len(DECK) - sum(facts["won"]) - lying(facts)

    def ordered(self, cards: Iterable[str]) -> list[str]:
        """The cards by number."""
        return ordered(cards)

    def complete(self, lines: Mapping[int, list[str]], facts: Facts) -> bool:
        """Whether no card is hidden, not even in a stack."""
        return super().complete(lines, facts) and all(map(noted, facts["stacks"]))

    def over(self, facts: Facts) -> bool:
        """Whether the game is over."""
        return not any(facts["hand_sizes"])

    def stacks(self) -> list[dict[str, Any] | None]:
        """The stack of each seat, or None. A stack has the key `size` only if not every card was noted."""
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

    def memory(self, facts: Facts) -> dict[str, Any]:
        """The cards known to be gone. If no card is hidden, these are all cards that lie nowhere."""
        if "seen" in self.values or facts["viewer"] is not None:
            return {"gone": ordered(cards_in(self.values.get("seen", "")))}
        lie = [*facts["display"], *facts["turned"], *facts["pile"], *(card for hand in facts["hands"] for card in hand)]
        lie += [card for stack in facts["stacks"] if stack for card in stack["cards"]]
        return {"gone": without(DECK, lie)}


def noted(stack: Mapping[str, Any] | None) -> bool:
    """Whether all cards of a stack are known."""
    return stack is None or "size" not in stack


def lying(facts: Facts) -> int:
    """The number of cards on the table: display, stacks and turned cards."""
    stacks = sum(stack_size(stack) for stack in facts["stacks"] if stack)
    return len(facts["display"]) + len(facts["turned"]) + stacks


def defaults(facts: Facts) -> dict[str, Any]:
    """Facts that may be left out: nothing is won, and nobody has a stack."""
    players = facts["players"]
    return {
        "decision": "three" if facts.get("turned") else "play",
        "turned": [],
        "won": [0] * players,
        "stacks": [None] * players,
        "gone": [],
        "last_taker": None,
        "phase": "play",
    }


def values_of(facts: Facts, options: Options, names: Sequence[str]) -> dict[str, Any]:
    """The fields of a position file. Fields that follow from others are left out."""
    values: dict[str, Any] = {
        "display": " ".join(facts["display"]),
        "won": facts["won"],
        "pile": pile_field(facts),
    }
    values |= seat_values(facts, names)
    if facts["last_taker"] is not None:
        values["last_taker"] = names[facts["last_taker"]]
    if facts["turned"]:
        values["turned"] = " ".join(facts["turned"])
    if facts["phase"] != "play":
        values["phase"] = facts["phase"]
    if facts["gone"] and facts["viewer"] is not None:
        values["seen"] = " ".join(facts["gone"])
    values |= hand_values(facts, options, names)
    values["quanto"] = {name: stack_values(stack) for name, stack in zip(names, facts["stacks"], strict=True) if stack}
    return values


def stack_values(stack: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a stack."""
    values = {"chip": stack["chip"], "cards": " ".join(stack["cards"])}
    return values | ({"size": stack["size"]} if "size" in stack else {})


def hand_values(facts: Facts, options: Options, names: Sequence[str]) -> dict[str, Any]:
    """The hands, and their sizes if these do not follow."""
    viewer, sizes, values = facts["viewer"], facts["hand_sizes"], hand_fields(facts, names)
    full = options.cards(facts["players"])
    if "hand" in values and (not facts["pile"] or any(s != full for seat, s in enumerate(sizes) if seat != viewer)):
        values["hand_sizes"] = sizes
    return values
