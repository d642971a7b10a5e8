"""The fields of a record's file."""

from typing import Any

import kiebitz.notation.schema as fields
from kiebitz.notation.options import record
from kiebitz.notation.schema import Kind, Leaf, Record, Table

LARGEST_SEED = 2**64 - 1
LARGEST_TOML = 2**63  # TOML promises whole numbers below this one only
TURNS = fields.rows("Anna: BX2@0,1; drew RO1")
SEED = Leaf(
    f"a whole number from 0 to {LARGEST_SEED}, from {LARGEST_TOML} on in quotes",
    lambda value: not isinstance(value, bool) and str(value).isdecimal() and int(str(value)) <= LARGEST_SEED,
    str,
    str,
)


def deal_schema(game: str, options: type[Any]) -> Record:
    """The fields of a record that begins with a deal."""
    known: dict[str, Kind] = {
        "game": fields.choice([game]),
        "players": fields.names(),
        "viewer": fields.player(),
        "seed": SEED,
        "start": fields.text("RT2"),
        "hand": fields.text("RO1 BT2 ** GX4"),
        "turns": TURNS,
        "hands": Table(fields.text("RO1 BT2 ** GX4")),
        "rules": record(options),
    }
    return Record(known, frozenset({"game", "players"}))


def position_schema(position: Record) -> Record:
    """The fields of a record that begins with a position: those of the position file, and `turns` before the tables."""
    leaves = {key: kind for key, kind in position.fields.items() if isinstance(kind, Leaf)}
    return Record(leaves | {"turns": TURNS} | dict(position.fields), position.required)
