"""Files of arenas with damage: bytes overwritten, files cut off, values of a wrong kind, rows deleted."""

import sqlite3
from contextlib import closing, suppress
from functools import cache
from pathlib import Path

import kiebitz
from kiebitz.arena.errors import ArenaError
from kiebitz.arena.heartbeat import Unwatched
from kiebitz.arena.json_report import json_report
from kiebitz.arena.match import play_units
from kiebitz.arena.plan import Plan
from kiebitz.arena.results import Results
from kiebitz.arena.store import Store

PLAN = Plan("qwinto", ("greedy", "random"), seed=5)
UNITS = 2
COLUMNS = {
    "arena": ("key", "value"),
    "session": ("id", "started", "host", "process", "versions", "command"),
    "unit": ("number", "deal", "session", "dealt"),
    "game": ("unit", "number", "seats", "scores", "forfeit", "reason", "moves", "movers", "times", "luck", "wins"),
}
PLACES = [(table, column) for table, columns in COLUMNS.items() for column in columns]
VALUES = (None, 0, -1, 2**62, 0.5, float("inf"), "", "x", "[]", "null", "-1", "0 0 0", b"", b"\xff" * 5, "9" * 400)
OVERWRITE, CUT, SET, DELETE = range(4)
BESIDE = ("", "-wal", "-shm", "-journal", ".lock")


@cache
def sound_store(folder: Path) -> bytes:
    """The bytes of a file with finished units."""
    path = folder / "sound.db"
    with closing(Store.open(path, PLAN)) as store:
        game = kiebitz.game(PLAN.game, PLAN.players)
        store.add(PLAN, play_units(PLAN, game, range(UNITS), {}, Unwatched()))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    return path.read_bytes()


def read_damaged_store(folder: Path, data: bytes) -> None:
    """Damages a sound file as the input says, and reads all of it. An ArenaError is the right answer to damage."""
    path = folder / "damaged.db"
    for ending in BESIDE:
        path.with_name(path.name + ending).unlink(missing_ok=True)
    path.write_bytes(sound_store(folder))
    for i in range(0, len(data) - 3, 4):
        damage(path, *data[i : i + 4])
    with suppress(ArenaError):
        read(path)


def damage(path: Path, kind: int, a: int, b: int, c: int) -> None:
    """Does one damage to the file: `kind` chooses what, and the other bytes where and with which value."""
    content = path.read_bytes()
    if kind % 4 == OVERWRITE and content:
        at = (a << 8 | b) % len(content)
        path.write_bytes(content[:at] + bytes([c]) + content[at + 1 :])
    elif kind % 4 == CUT:
        path.write_bytes(content[: (a << 8 | b) % (len(content) + 1)])
    else:
        table, column = PLACES[a % len(PLACES)]
        row = f"WHERE rowid = (SELECT rowid FROM {table} LIMIT 1 OFFSET {b % 4})"
        if table in ("arena", "game"):  # tables without rowid
            key = COLUMNS[table][0]
            row = f"WHERE {key} = (SELECT {key} FROM {table} LIMIT 1 OFFSET {b % 8})"
        statement = f"DELETE FROM {table} {row}" if kind % 4 == DELETE else f"UPDATE {table} SET {column} = ? {row}"
        with suppress(sqlite3.Error, UnicodeDecodeError), closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(statement, () if kind % 4 == DELETE else (VALUES[c % len(VALUES)],))


def read(path: Path) -> None:
    """Reads everything that `kiebitz arena` reads before it plays."""
    with closing(Store.open(path, PLAN)) as store:
        results = Results(UNITS)
        for record in store.units():
            results.add(record)
        json_report(PLAN, results, store, "")
