"""Records as the text of a file."""

from collections.abc import Iterable
from typing import Any

from kiebitz.notation.registry import notation_of
from kiebitz.notation.writing import toml_text
from kiebitz.records.entry import Entry
from kiebitz.records.history import Start
from kiebitz.records.schema import LARGEST_TOML, deal_schema, position_schema
from kiebitz.records.text import line_of


def toml_of(start: Start, entries: Iterable[Entry]) -> str:
    """The text of a record's file."""
    turns = "\n".join(line_of(entry, start.table.names) for entry in entries)
    return of_deal(start, turns) if start.dealt else of_position(start, turns)


def of_position(start: Start, turns: str) -> str:
    """The text of a record that begins with a position."""
    game, notation = start.table.game, notation_of(start.table.game.name)
    facts = start.table.known() | {"viewer": start.viewer}
    values = notation.values(facts, game.options, start.table.names) | {"turns": turns}
    return toml_text(position_schema(notation.schema), values)


def of_deal(start: Start, turns: str) -> str:
    """The text of a record that begins with a deal."""
    game, names, facts = start.table.game, start.table.names, start.table.known()
    values: dict[str, Any] = {
        "game": game.name,
        "players": list(names),
        "turns": turns,
        "rules": game.options.changed(),
    }
    if start.viewer is not None:
        values["viewer"] = names[start.viewer]
    if start.seed is not None:
        values["seed"] = start.seed if start.seed < LARGEST_TOML else str(start.seed)
    values["start"] = start.table.traits.open_cards(facts)
    hands = {names[seat]: " ".join(hand) for seat, hand in enumerate(facts["hands"]) if hand}
    if start.seed is None and start.viewer is not None and [*hands] == [names[start.viewer]]:
        values["hand"] = hands[names[start.viewer]]
    elif start.seed is None:
        values["hands"] = hands
    return toml_text(deal_schema(game.name, notation_of(game.name).Options), values)
