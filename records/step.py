"""One step of a record: the table after an entry."""

from collections import Counter
from dataclasses import replace
from typing import Any

from kiebitz.core import Position
from kiebitz.errors import KiebitzError
from kiebitz.notation.games import parse
from kiebitz.records.entry import Entry
from kiebitz.records.hand import drawn, handed
from kiebitz.records.losing import lose, moved_unseen, seat_of
from kiebitz.records.move import in_full, moved, moved_in_sample
from kiebitz.records.table import Table
from kiebitz.records.traits import EntryError


def after(table: Table, entry: Entry) -> tuple[Entry, Table]:
    """The entry written out in full, and the table after it.

    Raises EntryError if the entry does not fit the table.
    """
    steps = {
        "move": moved,
        "draw": drawn,
        "show": drawn,
        "hand": handed,
        "turn up": turned_up,
        "missed": missed,
        "table": table_is_now,
        "scores": scored,
        "remark": remarked,
    }
    return steps[entry.kind](table, entry)


def after_all(table: Table, entry: Entry) -> tuple[Entry, Table, str | None]:
    """The same for an entry that stands although it does not fit: also why it does not fit, or None if it does."""
    try:
        return *after(table, entry), None
    except EntryError as error:
        return *forced(table, entry, str(error)), str(error)


def turned_up(table: Table, entry: Entry) -> tuple[Entry, Table]:
    """The cards that the last move turned up."""
    if table.open_end is None:
        raise EntryError("the last move turned up no cards, or they are named with it")
    before, move = table.open_end
    _, result = moved_in_sample(before, replace(move, turned_up=entry.cards))
    return entry, result


def scored(table: Table, entry: Entry) -> tuple[Entry, Table]:
    """The scores that the players have counted. They replace the scores of the table if they stand."""
    if len(entry.scores) != table.game.players:
        raise EntryError(f"{len(entry.scores)} scores; right would be one for each of {table.game.players} players")
    counted = replace(table, counted=entry.scores, _cache={})
    if not entry.stand or table.facts is None or "scores" not in table.facts:
        return entry, counted
    facts = table.facts | {"scores": list(entry.scores)}
    world = table.game.position(facts, table.names, trusted=True) if table.world is not None else None
    return entry, replace(counted, facts=facts, world=world, seeded=False)


def table_is_now(table: Table, entry: Entry) -> tuple[Entry, Table]:
    """The table as somebody sees it now. Cards that had left the game before are still gone."""
    try:
        state = parse(entry.line, "table")
    except KiebitzError as error:
        raise EntryError(str(error)) from None
    if state.game != table.game or state.names != table.names:
        raise EntryError("the table is of another game, other players or other rules than the record")
    facts = state.facts()
    if "gone" in facts:
        facts["gone"] = all_gone(table, facts)
    return replace(entry, line=state.to_line()), begun(state, facts)


def all_gone(table: Table, facts: dict[str, Any]) -> list[str]:
    """The cards of Quanto that have left the game: those of the new facts, and those of the table before."""
    gone = table.out() - Counter(facts["display"]) if table.facts is None else Counter[str](table.facts["gone"])
    before = gone - Counter(card for stack in facts["stacks"] if stack for card in stack["cards"])
    joined = [*(Counter[str](facts["gone"]) | before).elements()]
    most = Table(table.game, table.names, facts).unknown_gone() + len(facts["gone"])
    return table.traits.ordered(joined) if len(joined) <= most else list(facts["gone"])


def begun(state: Any, facts: dict[str, Any] | None = None) -> Table:
    """The table of a position or view."""
    facts = state.facts() if facts is None else facts
    whole = isinstance(state, Position)
    shown = tuple(() for _ in state.names)
    world = state.copy() if whole else None
    return Table(state.game, state.names, facts | {"viewer": None}, world, shown=shown)


def remarked(table: Table, entry: Entry) -> tuple[Entry, Table]:
    """A remark changes nothing."""
    return entry, table


def missed(table: Table, entry: Entry) -> tuple[Entry, Table]:
    """A turn that was not seen."""
    return entry, lose(table, moved_unseen(table, entry), f"a turn of {table.names[seat_of(entry)]} was missed")


def forced(table: Table, entry: Entry, why: str) -> tuple[Entry, Table]:
    """An entry that does not fit but stands: the table goes on as far as it can be followed."""
    if entry.kind != "move" or table.facts is None:
        return entry, table
    seat = seat_of(entry)
    facts = table.facts | table.traits.out_of_turn(seat, table.facts)
    there = replace(table, facts=facts, world=None, open_end=None, _cache={})
    for stands, drew in ((False, entry.drew), (False, None), (True, entry.drew), (True, None)):
        try:
            told = replace(entry, hand=None, drew=drew)
            return entry, (moved_in_sample(there, in_full(there, told), True) if stands else moved(there, told))[1]
        except EntryError:
            continue
    return entry, lose(table, moved_unseen(table, entry), f"a move against the rules stood ({why})")
