"""Records: a game as it goes, from its start, with everything that happened at the table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kiebitz.core import Game, Move, Position, View
from kiebitz.errors import Fault, PositionError
from kiebitz.notation.document import Document, from_path, from_text
from kiebitz.notation.hands import cards_in
from kiebitz.records.entry import Cards, Entry
from kiebitz.records.history import Node, Start, dealt_by_people, dealt_by_seed, from_state, grown
from kiebitz.records.reading import read
from kiebitz.records.table import Table
from kiebitz.records.traits import EntryError, Range
from kiebitz.records.writing import toml_of


@dataclass(frozen=True)
class Decision:
    """A decision of a record.

    number: number of its entry, from 1.
    player: the seat that decides.
    move: the text of the move.
    table: the table before it.
    after: the table after it.
    irregular: why it was against the rules although it stood; None if it was not.
    fault: why it does not fit; None if it does.
    """

    number: int
    player: int
    move: str
    table: Table
    after: Table
    irregular: str | None
    fault: str | None

    def view(self, player: int | None = None) -> View:
        """What a player knew before the decision, by default the one who decides.

        Raises EntryError if the record does not know it.
        """
        return self.table.view(self.player if player is None else player)


class Record:
    """A game as it goes: a start and what happened, as far as it is known.

    All hands and draws may be known, as in games that the program plays. Or the record is kept by one player, who knows
    the own hand and draws only; then `viewer` is the seat of that player. What was not seen stays unknown.

    start: the table at the start, who keeps the record, and how the game was dealt.
    head: the last entry, with the table after it; None for no entry.
    """

    def __init__(self, start: Start, head: Node | None = None) -> None:
        self.start = start
        self.head = head or Node(None, start.table)
        self._undone: list[Node] = []
        self._done: list[Node] = []

    @classmethod
    def deal(cls, game: Game, seed: int, names: Sequence[str] | None = None) -> "Record":
        """The record of a game that the program deals by a seed: every card is known."""
        return cls(dealt_by_seed(game, seed, names))

    @classmethod
    def begin(cls, state: Position | View) -> "Record":
        """A record that begins with any position, or with a view; then the viewer keeps the record."""
        return cls(from_state(state))

    @classmethod
    def open_deal(
        cls,
        game: Game,
        cards: str,
        names: Sequence[str] | None = None,
        viewer: int | None = None,
        hands: Mapping[int, Sequence[str]] | None = None,
    ) -> "Record":
        """The record of a game that people have dealt.

        cards: the open cards of the deal: Kwatro's starter, Quanto's display, Qwinto's square.
        names: the players' names by seat; None for P0, P1, ...
        viewer: the player who keeps the record.
        hands: the known hands, by seat.

        Raises EntryError if a card does not fit.
        """
        return cls(dealt_by_people(game, cards, names, viewer, hands))

    @classmethod
    def load(cls, path: str | Path) -> "Record":
        """The record of a file; a position file is a record without entries.

        Raises NotationError if the file cannot be read, PositionError if an entry does not fit. Both name the line.
        """
        return cls.from_document(from_path(path))

    @classmethod
    def parse(cls, text: str, name: str = "text") -> "Record":
        """The record of a text. Errors as for `load`.

        name: a word that stands for the text in messages.
        """
        return cls.from_document(from_text(text, name))

    @classmethod
    def from_document(cls, document: Document, at: int | None = None) -> "Record":
        """The record of a document. Raises PositionError with the faults, EntryError if there is no entry `at`.

        at: only the entries before this one are read; None: all.
        """
        start, head, faults = read(document, at)
        if faults:
            raise PositionError(faults)
        return cls(start, head)

    def to_toml(self) -> str:
        """The text of a file. Reading it gives an equal record."""
        return toml_of(self.start, self.entries)

    @property
    def viewer(self) -> int | None:
        """The seat of the player who keeps the record; None: nobody, or somebody who sees all hands."""
        return self.start.viewer

    @property
    def game(self) -> Game:
        """The game."""
        return self.head.table.game

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return self.head.table.names

    @property
    def table(self) -> Table:
        """The table at the end."""
        return self.head.table

    @property
    def entries(self) -> list[Entry]:
        """All entries, in order."""
        return [node.entry for node in [*self.head.back()][::-1] if node.entry is not None]

    def __len__(self) -> int:
        return self.head.number

    def __eq__(self, other: object) -> bool:
        """Whether start and entries are equal."""
        return isinstance(other, Record) and self._key() == other._key()

    __hash__ = None  # type: ignore[assignment]

    def _key(self) -> tuple[Any, ...]:
        start, table = self.start, self.start.table
        return table.game, table.names, table.facts, table.shown, start.viewer, start.seed, start.dealt, self.entries

    def node(self, number: int) -> Node:
        """The node of an entry. Raises EntryError if there is none."""
        if not 0 <= number <= self.head.number:
            raise EntryError(f"there is no entry {number}; right would be 0 to {self.head.number}")
        node = self.head
        while node.number > number and node.parent is not None:
            node = node.parent
        return node

    def at(self, number: int | None = None) -> Table:
        """The table before an entry, by its number; None or one more than the last: the table at the end."""
        if number is None:
            return self.head.table
        if not 1 <= number <= self.head.number + 1:
            raise EntryError(
                f"there is no entry {number}; right would be 1 to {self.head.number + 1}, which is the end"
            )
        return self.node(number - 1).table

    def state(self, number: int | None = None) -> Position | View:
        """The position before an entry if every card is known, else the view of a player whose hand is known."""
        return self.at(number).state(self.viewer)

    def decisions(self) -> Iterator[Decision]:
        """The decisions, in order."""
        for node in [*self.head.back()][::-1]:
            entry = node.entry
            if entry is not None and entry.kind == "move" and entry.seat is not None and node.parent is not None:
                before = node.parent.table
                yield Decision(node.number, entry.seat, entry.move, before, node.table, entry.irregular, node.fault)

    def faults(self) -> list[Fault]:
        """The entries that do not fit those before them, and are not marked as irregular."""
        nodes = [*self.head.back()][::-1]
        return [
            Fault(f"entry {node.number}", node.fault)
            for node in nodes
            if node.fault is not None and node.entry is not None and node.entry.irregular is None
        ]

    def left(self, number: int | None = None) -> dict[str, Range]:
        """For each card the bounds of the copies that the keeper of the record has not seen before an entry."""
        return self.at(number).left(self.viewer)

    # What happened next

    def play(self, move: Move | str, drew: str | Cards | None = None, turned_up: str | Cards | None = None) -> Entry:
        """The player to move makes a move.

        drew: the cards that were drawn to a hand after it, as far as known.
        turned_up: the cards that were turned up for everybody after it, in order.

        Raises EntryError if it is not legal, or if the cards cannot be drawn.
        """
        seat = self.head.table.to_move
        if seat is None and self.head.table.over:
            raise EntryError("the game is over")
        return self.add(Entry("move", seat, str(move), drew=cards_of(drew), turned_up=cards_of(turned_up)))

    def draw(self, cards: str | Cards, seat: int | None = None) -> Entry:
        """A player, by default the keeper of the record, has drawn these cards.

        Raises EntryError if that is impossible.
        """
        return self.add(Entry("draw", self.viewer if seat is None else seat, cards=cards_of(cards) or ()))

    def add(self, entry: Entry) -> Entry:
        """Adds an entry; returns it as it is kept, written out in full.

        Raises EntryError if it does not fit and is marked neither as irregular nor as unfit. Nothing changes then.
        """
        self._go(grown(self.head, entry))
        assert self.head.entry is not None
        return self.head.entry

    # Corrections

    def change(self, number: int, entry: Entry) -> None:
        """Puts another entry in the place of one. Later entries stay; those that no longer fit are marked."""
        self._replay(number, [entry], 1)

    def insert(self, number: int, entry: Entry) -> None:
        """Inserts an entry before one."""
        self._replay(number, [entry], 0)

    def remove(self, number: int) -> None:
        """Removes an entry."""
        self._replay(number, [], 1)

    def _replay(self, number: int, entries: Sequence[Entry], without: int) -> None:
        if not 1 <= number <= self.head.number + (not without):
            raise EntryError(f"there is no entry {number}; right would be 1 to {self.head.number}")
        later = self.entries[number - 1 + without :]
        node = self.node(number - 1)
        for entry in entries:
            node = grown(node, entry)
        for entry in later:
            node = grown(node, replace(entry, unfit=True))
        self._go(node)

    def _go(self, head: Node) -> None:
        self._done.append(self.head)
        self._undone.clear()
        self.head = head

    def undo(self) -> bool:
        """Takes back the last change of the record; False if there is none."""
        if not self._done:
            return False
        self._undone.append(self.head)
        self.head = self._done.pop()
        return True

    def redo(self) -> bool:
        """Makes the change again that was taken back last; False if there is none."""
        if not self._undone:
            return False
        self._done.append(self.head)
        self.head = self._undone.pop()
        return True

    def branch(self, number: int | None = None) -> "Record":
        """Another record with the entries before one, by default with all. Changes of one do not touch the other."""
        return Record(self.start, self.head if number is None else self.node(number - 1))


def cards_of(cards: str | Sequence[str] | None) -> Cards | None:
    """Cards as an entry keeps them."""
    if cards is None:
        return None
    return tuple(cards_in(cards)) if isinstance(cards, str) else tuple(cards)
