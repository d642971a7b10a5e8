"""The games of an arena's file as records (docs/records.md)."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from kiebitz.arena.errors import ArenaError
from kiebitz.arena.plan import Plan
from kiebitz.arena.record import GameRecord
from kiebitz.arena.store import GAME_COLUMNS, game_of
from kiebitz.records import Entry, EntryError, Record


def write_records(database: str, folder: Path, unit: int | None = None) -> int:
    """Writes each game of an arena's file as a record, one file a game; returns their number.

    unit: only the games of this unit; None: all.

    Files of an earlier run are written again. Raises ArenaError if the database cannot be read, if it has no such unit,
    or if a game does not follow the rules of this version.
    """
    count = 0
    for plan, game in kept_games(database, unit):
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"unit-{game.unit:05}-game-{game.number}.toml"
        path.write_text(record_of(plan, game, database).to_toml(), encoding="utf-8")
        count += 1
    if not count and unit is not None:
        raise ArenaError(f"{database}: has no finished unit {unit}")
    return count


def kept_games(database: str, unit: int | None) -> Iterator[tuple[Plan, GameRecord]]:
    """The plan and each finished game of a file, which may be in use by a running arena."""
    if not Path(database).is_file():
        raise ArenaError(f"{database}: cannot be read; right would be the file that an arena kept with --db")
    which = "" if unit is None else "WHERE unit = ?"
    try:
        with closing(sqlite3.connect(f"{Path(database).resolve().as_uri()}?mode=ro", uri=True)) as connection:
            plan = Plan.from_json({k: json.loads(v) for k, v in connection.execute("SELECT key, value FROM arena")})
            query = f"SELECT {GAME_COLUMNS} FROM game {which} ORDER BY unit, number"
            for row in connection.execute(query, () if unit is None else (unit,)):
                yield plan, game_of(row)
    except (sqlite3.Error, KeyError, TypeError, ValueError) as error:
        if isinstance(error, ArenaError):
            raise
        raise ArenaError(f"{database}: is no arena's file, or one of an older version ({error})") from None


def record_of(plan: Plan, game: GameRecord, database: str) -> Record:
    """The record of one game, with all hands and draws. Its last entries say who sat where, and how it ended."""
    record = Record.deal(plan.make_game(), plan.deal_of(game.unit))
    for move in game.moves.split("\n") if game.moves else ():
        try:
            record.play(move)
        except EntryError as error:
            place = f"unit {game.unit}, game {game.number}, move {len(record) + 1}"
            raise ArenaError(f"{database}: {place}: {error}; the file is of a version with other rules") from None
    seats = ", ".join(f"{name}: {plan.labels[entry]}" for name, entry in zip(record.names, game.seats, strict=True))
    record.add(Entry("remark", text=f"unit {game.unit}, game {game.number}; {seats}"))
    if game.forfeit is not None:
        name = record.names[game.forfeit.seat]
        record.add(Entry("remark", text=printable(f"{name} forfeits: {game.forfeit.reason}")))
    return record


def printable(text: str) -> str:
    """The text on one line."""
    return "".join(mark if mark.isprintable() else "?" for mark in text)
