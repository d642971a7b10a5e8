"""Reading a position: the part that all games share of turning the fields of a document into facts."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, NamedTuple

from kiebitz.notation.document import FaultReport, shortened
from kiebitz.notation.encoding import encode_words
from kiebitz.notation.hands import UNKNOWN, Facts, cards_in
from kiebitz.notation.players import seat_reported


class Reading(NamedTuple):
    """A position that was read; the methods `write` and `line` of a notation take the same three values.

    facts: the position as plain values (docs/facts.md).
    options: the options object of the game.
    names: the names of the players by seat.
    """

    facts: dict[str, Any]
    options: Any
    names: tuple[str, ...]


class Reader(ABC):
    """Turns checked values into facts.

    A value that does not fit is reported and replaced by the default. Each game has a subclass, which reads the table
    and says how many cards hands and pile hold.

    game: the name of the game.
    deck: every card with its copies.
    hand_example: a hand, for messages.
    """

    game: ClassVar[str]
    deck: ClassVar[tuple[str, ...]]
    hand_example: ClassVar[str]
    # The cards of a text. A word that is no card stays in the list, so that the checks report it.
    cards_in: Callable[[str], list[str]] = staticmethod(cards_in)

    def __init__(self, values: Mapping[str, Any], names: tuple[str, ...], options: Any, report: FaultReport):
        self.values, self.names, self.options, self.report = values, names, options, report
        self.players = len(names)

    def facts(self) -> dict[str, Any]:
        """The facts of the position. Faults that appear on the way go into the report."""
        to_move, told = self.seat("to_move"), self.seat("viewer")
        facts: dict[str, Any] = {"game": self.game, "players": self.players, "to_move": to_move}
        self.read_table(facts)
        lines = self.hand_lines((to_move if told is None else told) or 0)
        facts["hand_sizes"] = self.hand_sizes(lines, facts)
        facts["hands"] = [self.known_hand(lines.get(seat), seat, facts) for seat in range(self.players)]
        facts["pile"] = self.pile(lines, facts)
        complete = self.complete(lines, facts)
        facts["viewer"] = self.viewer(told, to_move, complete, self.over(facts))
        return facts | self.memory(facts)

    @abstractmethod
    def read_table(self, facts: dict[str, Any]) -> None:
        """Adds the facts that all players see: cards on the table, scores and the like."""

    @abstractmethod
    def full_hand(self) -> int:
        """The number of cards in a full hand."""

    @abstractmethod
    def held_back(self, facts: Facts) -> int:
        """The number of cards in hands and pile together."""

    @abstractmethod
    def over(self, facts: Facts) -> bool:
        """Whether the game is over."""

    def memory(self, facts: Facts) -> dict[str, Any]:
        """Facts that the table does not show: players know them because they have followed the game."""
        return {}

    def known_hand(self, line: list[str] | None, seat: int, facts: Facts) -> list[str]:
        """The known cards of a hand, sorted.

        line: the hand as the file shows it, with `?` for unknown cards; None if the file does not show it.
        """
        return self.ordered(card for card in line or () if card != UNKNOWN)

    def ordered(self, cards: Iterable[str]) -> list[str]:
        """The cards in the order of the facts."""
        return sorted(cards)

    def open_hands(self, lines: Mapping[int, list[str]]) -> bool:
        """Whether the file shows every card of every hand."""
        return len(lines) == self.players and not any(UNKNOWN in line for line in lines.values())

    def complete(self, lines: Mapping[int, list[str]], facts: Facts) -> bool:
        """Whether no card is hidden. Then the fields describe a position, else a view."""
        return self.open_hands(lines) and None not in facts["pile"]

    def seat(self, *path: str) -> int | None:
        """The seat of the player that a field names; None if there is no such field."""
        value: Any = self.values
        for key in path:
            if key not in value:
                return None
            value = value[key]
        # A wrong name is reported. Seat 0 stands for it, so that the other faults are found too.
        return seat_reported(value, self.names, path, self.report) or 0

    def by_seat(self, field: str) -> Iterator[tuple[int, str, Any]]:
        """Seat, name and value of each entry of a table; an unknown name is reported and left out."""
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
        """The hands in the table [hands], by seat; `?` stands for an unknown card."""
        lines: dict[int, list[str]] = {}
        for seat, name, text in self.by_seat("hands"):
            if seat in lines:
                self.report.add(("hands", name), f"is a second hand of {self.names[seat]}")
            else:
                lines[seat] = self.cards_in(text)
        return lines

    def hand_lines(self, holder: int) -> dict[int, list[str]]:
        """The hands that the file shows, by seat. The hand of the holder must be among them.

        holder: the seat whose hand the field `hand` shows.
        """
        lines = self.hands_shown()
        if "hand" in self.values and "hands" in self.values:
            self.report.add("hand", "stands beside [hands]; right would be one of them")
        elif "hand" in self.values:
            lines[holder] = self.cards_in(self.values["hand"])
        if holder not in lines:
            file = f'"{self.hand_example}", or [hands]'
            right = f"{encode_words(self.hand_example)}, or hands.NAME" if self.report.one_line else file
            self.report.add("hand", f"is missing: right would be the cards of {self.names[holder]} such as {right}")
        return lines

    def hand_sizes(self, lines: Mapping[int, list[str]], facts: Facts) -> list[int]:
        """The number of cards in each hand: the field `hand_sizes`, or as many cards as the file shows.

        A hand that the file does not show is full. If it is the only such hand and the pile is empty, it has all cards
        that lie nowhere else.
        """
        full = self.full_hand()
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
                sizes[missing[0]] = min(max(self.held_back(facts) - sum(map(len, lines.values())), 0), full)
            else:
                self.report.add("hand_sizes", f"is missing; with an empty pile right would be such as {sizes}")
        return sizes

    def pile(self, lines: Mapping[int, list[str]], facts: Facts) -> list[str | None]:
        """The pile, top first: its cards, or None for each card if only their number is known.

        Without the field `pile` it has all cards that table and hands leave.
        """
        given, right = self.values.get("pile"), max(0, self.held_back(facts) - sum(facts["hand_sizes"]))
        default: list[str | None] = [None] * min(right, len(self.deck))
        if isinstance(given, str):
            cards = self.cards_in(given)
            if cards and (UNKNOWN in cards or not self.open_hands(lines)):
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
        """The seat whose view the fields describe; None if every card is known.

        told: the field `viewer`; without it the player to move is the viewer, unless every card is known.
        """
        if complete:
            return told
        # While the game goes on, another check reports the missing to_move.
        if told is None and to_move is None and over:
            self.report.add("viewer", "is missing; without to_move it must say whose hand this is")
        return (to_move if told is None else told) or 0
