"""History: the start of a record, and its entries as a tree that branches share."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kiebitz.core import Game, Position, View
from kiebitz.notation.games import parse
from kiebitz.notation.players import default_names
from kiebitz.records.entry import Entry
from kiebitz.records.step import after, after_all, begun
from kiebitz.records.table import Table
from kiebitz.records.traits import EntryError


@dataclass(frozen=True)
class Start:
    """The start of a record.

    table: the table.
    viewer: the player who keeps the record; None: nobody, or somebody who sees all hands.
    seed: the seed of the deal, if the program has dealt.
    dealt: whether the start is a deal.
    """

    table: Table
    viewer: int | None = None
    seed: int | None = None
    dealt: bool = False


@dataclass(frozen=True)
class Node:
    """An entry with the table after it, in a tree of entries.

    entry: the entry; None at the start.
    table: the table after the entry.
    number: number of the entry, from 1; 0 at the start.
    parent: the node of the entry before; None at the start.
    fault: why the entry does not fit the table before it, although it stands; None if it fits.
    """

    entry: Entry | None
    table: Table
    number: int = 0
    parent: "Node | None" = None
    fault: str | None = None

    def back(self) -> "Iterator[Node]":
        """This node and those before it, latest first, without the start."""
        node = self
        while node.parent is not None:
            yield node
            node = node.parent


def grown(node: Node, entry: Entry) -> Node:
    """The node of a new entry after a node. Raises EntryError if it does not fit and must fit."""
    check_form(entry, len(node.table.names))
    if entry.irregular is None and not entry.unfit:
        entry, table = after(node.table, entry)
        return Node(entry, table, node.number + 1, node)
    entry, table, fault = after_all(node.table, entry)
    return Node(
        replace(entry, unfit=fault is not None and entry.irregular is None), table, node.number + 1, node, fault
    )


def check_form(entry: Entry, players: int) -> None:
    """Raises EntryError if an entry is incomplete or cannot be written on one line."""
    about_all = entry.kind in ("turn up", "table", "scores", "remark")
    if not about_all and entry.seat not in range(players):
        raise EntryError(f"seat {entry.seat} is no player; right would be 0 to {players - 1}")
    if entry.kind == "move" and not entry.move.strip():
        raise EntryError("a move is missing")
    for text in (entry.text, entry.line, entry.move, entry.irregular or ""):
        if not text.isprintable():
            raise EntryError(f"{text!r} holds a mark that cannot be printed; right would be text on one line")


def dealt_by_seed(game: Game, seed: int, names: Sequence[str] | None = None) -> Start:
    """The start of a game that the program deals: every card is known."""
    table = replace(begun(game.deal(seed, names)), seeded=True)
    return Start(table, seed=seed, dealt=True)


def from_state(state: Position | View) -> Start:
    """The start with any position, or with a view, whose viewer keeps the record.

    A view that hides nothing is a position, as in files.
    """
    if isinstance(state, View):
        state = parse(state.to_line())
    table = begun(state)
    if isinstance(state, Position):
        return Start(table)
    hands = table.known_hands()
    shown = tuple(() if seat == state.player else tuple(hand) for seat, hand in enumerate(hands))
    return Start(replace(table, shown=shown), state.player)


def dealt_by_people(
    game: Game,
    cards: str,
    names: Sequence[str] | None = None,
    viewer: int | None = None,
    hands: Mapping[int, Sequence[str]] | None = None,
) -> Start:
    """The start of a game that people have dealt. Parameters and errors as for `Record.open_deal`."""
    table = open_table(game, cards, names)
    for seat, hand in (hands or {}).items():
        table = after(table, Entry("hand", seat, cards=tuple(hand)))[1]
    return Start(table, viewer, dealt=True)


def open_table(game: Game, start: str, names: Sequence[str] | None) -> Table:
    """The table after a deal of which the open cards are known."""
    names = tuple(names) if names is not None else default_names(game.players)
    table = Table(game, names, None, shown=tuple(() for _ in names))
    facts = {"game": game.name, "players": game.players, "viewer": None}
    facts |= table.traits.open_deal(start, game.players, game.options)
    table = replace(table, facts=facts)
    if wrong := [card for card, number in table.unseen().items() if number < 0]:
        raise EntryError(f"start: {wrong[0]} is no card of {game.name}, or stands there too often")
    faults = game.notation.faults(table.sampled().facts(), game.options, names)
    if faults:
        raise EntryError("\n".join(f"start: {fault.what}" for fault in faults))
    return table
