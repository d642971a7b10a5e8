"""Results as facts: one SQLite file an arena, each unit with all its games committed at once.

    arena    the configuration, key by key: what is played
    session  one row a run of the program: when, where, by which versions, with which command
    unit     one row a deal: its seed, the session that played it, the fingerprint of the position that was dealt
    game     its games: seats, scores, forfeits, moves as text (one a line), movers (a byte a move, the seat), times
             (float32 a move, seconds), luck (by seat [points, share of the win], if it is measured), wins (float32 a
             move, the share of the win that the solver expected, NaN if it named none; NULL if no solver did)

The players' seeds are functions of (seed, unit, game, seat, decision) and are not kept.

Older formats are read as follows. Format 1 has no wins: opening adds the column, and its games count as played without
expectations. Formats 1 and 2 have luck in points alone, by another value: it counts as not measured. Formats before 4
do not note the dealt position: opening adds the column, and those units do not count as distinct or equal deals.
SQLite's WAL keeps a killed process from losing or halving a commit. The lock keeps a second process out.
"""

import json
import os
import platform
import socket
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import kiebitz
from kiebitz.arena.lock import ArenaLock
from kiebitz.arena.plan import ArenaError, Plan
from kiebitz.arena.record import Forfeit, GameRecord, UnitRecord

FORMAT = 4
FilePath = str | os.PathLike[str]
SCHEMA = """
CREATE TABLE arena (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE session (
    id INTEGER PRIMARY KEY, started TEXT NOT NULL, host TEXT NOT NULL, process INTEGER NOT NULL,
    versions TEXT NOT NULL, command TEXT NOT NULL);
CREATE TABLE unit (
    number INTEGER PRIMARY KEY, deal TEXT NOT NULL, session INTEGER NOT NULL REFERENCES session, dealt TEXT);
CREATE TABLE game (
    unit INTEGER NOT NULL REFERENCES unit, number INTEGER NOT NULL, seats TEXT NOT NULL, scores TEXT NOT NULL,
    forfeit INTEGER, reason TEXT, moves TEXT NOT NULL, movers BLOB NOT NULL, times BLOB NOT NULL, luck TEXT,
    wins BLOB, PRIMARY KEY (unit, number)) WITHOUT ROWID;
"""
GAME_COLUMNS = "unit, number, seats, scores, forfeit, reason, moves, movers, times, luck, wins"


class Store:
    """The open file of an arena, locked; made by `Store.open`."""

    def __init__(self, path: FilePath, connection: sqlite3.Connection, lock: ArenaLock) -> None:
        self.path = path
        self.connection = connection
        self.lock = lock
        self.session: int | None = None

    @classmethod
    def open(cls, path: FilePath, plan: Plan, command: str = "", sprt: tuple[float, float] | None = None) -> "Store":
        """Opens the file of this plan or makes it; ArenaError if it holds another plan or cannot be written."""
        refuse_read_only(path)
        lock = ArenaLock(path)
        try:
            store = cls(path, connected(path), lock)
            with store.failures():
                store.begin(plan, command, sprt)
            return store
        except BaseException:
            lock.release()
            raise

    def begin(self, plan: Plan, command: str, sprt: tuple[float, float] | None) -> None:
        """Makes the tables or checks that they are of this plan, and notes this run of the program."""
        wanted = {**plan.to_json(), "sprt": sprt}
        with self.transaction():
            if not self.connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
                for statement in SCHEMA.split(";"):
                    self.connection.execute(statement)
                rows = [("format", FORMAT), *wanted.items()]
                self.connection.executemany("INSERT INTO arena VALUES (?, ?)", [(k, json.dumps(v)) for k, v in rows])
            else:
                kept = self.configuration()
                began = kept.get("format", 1)
                refuse_newer(self.path, began)
                refuse_other(self.path, kept, wanted)
                self.bring_up_to_date(began)
            self.session = self.connection.execute(
                "INSERT INTO session (started, host, process, versions, command) VALUES (?, ?, ?, ?, ?)",
                (datetime.now(UTC).isoformat(), socket.gethostname(), os.getpid(), json.dumps(versions()), command),
            ).lastrowid

    def configuration(self) -> dict[str, Any]:
        """The kept plan with all that was noted beside it, by name."""
        try:
            return {k: json.loads(v) for k, v in self.connection.execute("SELECT key, value FROM arena")}
        except sqlite3.OperationalError:
            raise ArenaError(f"{self.path}: is a database, but not an arena's; give another --db") from None

    def bring_up_to_date(self, kept: int) -> None:
        """Adds the columns that an older format lacks; all that is kept stays as it is."""
        if kept < 2:
            self.connection.execute("ALTER TABLE game ADD COLUMN wins BLOB")
        if kept < 4:
            self.connection.execute("ALTER TABLE unit ADD COLUMN dealt TEXT")
        if kept < FORMAT:
            self.connection.execute("UPDATE arena SET value = ? WHERE key = 'format'", (json.dumps(FORMAT),))

    def plan(self) -> Plan:
        """The kept plan."""
        return Plan.from_json(self.configuration())

    def add(self, plan: Plan, records: Sequence[UnitRecord]) -> None:
        """Keeps finished units: all of them, or none if that fails."""
        units = [(r.unit, str(plan.deal_of(r.unit)), self.session, r.dealt) for r in records]
        games = [row_of(game) for record in records for game in record.games]
        with self.failures(), self.transaction():
            self.connection.executemany("INSERT INTO unit VALUES (?, ?, ?, ?)", units)
            self.connection.executemany("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", games)

    def finished(self) -> set[int]:
        """The numbers of the units that are kept."""
        with self.failures():
            return {number for (number,) in self.connection.execute("SELECT number FROM unit")}

    def distinct_deals(self) -> tuple[int, int]:
        """The numbers of planned deals and of different dealt positions, over units that note their deal."""
        counts = "SELECT COUNT(DISTINCT number / ?), COUNT(DISTINCT dealt) FROM unit WHERE dealt IS NOT NULL"
        with self.failures():
            planned, different = self.connection.execute(counts, (self.plan().units_a_deal,)).fetchone()
            return planned, different

    def units(self) -> Iterator[UnitRecord]:
        """All units in the order of their numbers."""
        with self.failures():
            dealt = dict(self.connection.execute("SELECT number, dealt FROM unit"))
            games: list[GameRecord] = []
            for row in self.connection.execute(f"SELECT {GAME_COLUMNS} FROM game ORDER BY unit, number"):
                game = game_of(row)
                if games and games[0].unit != game.unit:
                    yield UnitRecord(games[0].unit, tuple(games), dealt[games[0].unit])
                    games = []
                games.append(game)
            if games:
                yield UnitRecord(games[0].unit, tuple(games), dealt[games[0].unit])

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All changes within are kept together or not at all."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.connection.execute("COMMIT")
        except BaseException:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            raise

    @contextmanager
    def failures(self) -> Iterator[None]:
        """Turns an error of SQLite, on a full disk for example, into an ArenaError."""
        try:
            yield
        except sqlite3.Error as error:
            raise ArenaError(f"{self.path}: {error}; units that were kept before are still there") from None

    def close(self) -> None:
        """Closes the file and ends the lock."""
        self.connection.close()
        self.lock.release()


def connected(path: FilePath) -> sqlite3.Connection:
    """The open database; ArenaError if there cannot be one."""
    try:
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("PRAGMA journal_mode=WAL")
        # A killed process loses nothing either way; a power cut may lose the last commits, never halve one.
        connection.execute("PRAGMA synchronous=NORMAL")
        return connection
    except sqlite3.Error as error:
        raise ArenaError(f"{path}: cannot be used as the arena's database: {error}") from None


def refuse_read_only(path: FilePath) -> None:
    """ArenaError for a read-only file, even if this process could write it, and for a directory."""
    if os.path.isdir(path):
        raise ArenaError(f"{path}: is a directory; right would be a file such as {os.path.join(path, 'arena.db')}")
    if os.path.exists(path) and not (os.access(path, os.W_OK) and os.stat(path).st_mode & 0o222):
        raise ArenaError(f"{path}: is read-only; make it writable, or give another --db")


def refuse_newer(path: FilePath, kept: int) -> None:
    """ArenaError if a later format was used, which this version would misread."""
    if kept > FORMAT:
        raise ArenaError(
            f"{path}: has format {kept}, this version knows up to {FORMAT}; use a newer kiebitz, or give another --db"
        )


def refuse_other(path: FilePath, kept: dict[str, Any], wanted: dict[str, Any]) -> None:
    """ArenaError if the file was begun with another plan."""
    wanted = json.loads(json.dumps(wanted))
    for key, value in wanted.items():
        if kept.get(key) != value:
            raise ArenaError(
                f"{path}: was begun with {key} = {json.dumps(kept.get(key))}, not {json.dumps(value)}; "
                "one file holds one arena: repeat its command, or give another --db"
            )


def versions() -> dict[str, str]:
    """Versions behind a run of the program."""
    return {
        "kiebitz": kiebitz.__version__,
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "sqlite": sqlite3.sqlite_version,
    }


def row_of(game: GameRecord) -> tuple[Any, ...]:
    """A game as a row of its table."""
    seat, reason = game.forfeit if game.forfeit is not None else (None, None)
    return (
        game.unit,
        game.number,
        " ".join(map(str, game.seats)),
        " ".join(map(str, game.scores)),
        seat,
        reason,
        game.moves,
        game.movers,
        game.times,
        None if game.luck is None else json.dumps(game.luck),
        game.wins,
    )


def game_of(row: tuple[Any, ...]) -> GameRecord:
    """The game of such a row."""
    unit, number, seats, scores, seat, reason, moves, movers, times, luck, wins = row
    forfeit = None if seat is None else Forfeit(seat, reason)
    return GameRecord(
        unit,
        number,
        tuple(map(int, seats.split())),
        tuple(map(int, scores.split())),
        forfeit,
        moves,
        movers,
        times,
        luck_of(luck),
        wins,
    )


def luck_of(text: str | None) -> tuple[tuple[float, float], ...] | None:
    """The kept luck; None if it was not measured, or measured by a format before the third."""
    pairs = json.loads(text) if text is not None else []
    return tuple(map(tuple, pairs)) if pairs and isinstance(pairs[0], list) else None
