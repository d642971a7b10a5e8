"""The file of an arena: an SQLite database. Each unit is committed at once, with all its games.

    arena    the plan, one row for each key
    session  one row for each run of the program: time, machine, versions, command
    unit     one row for each unit: seed of the deal, session that played it, fingerprint of the dealt position
    game     one row for each game of a unit (see `GameRecord`):
             seats, scores   numbers by seat
             forfeit, reason the seat that lost by an error, and the error; NULL if the game was played to its end
             moves           texts, one a line
             movers          the seat of each move, one byte each
             times           seconds of each move, one float32 each
             luck            [points, share of the win] by seat; NULL if it was not measured
             wins            expected share of the win of each move, one float32 each, NaN if the solver named none;
                             NULL if no solver named one

The players' seeds follow from (seed, unit, game, seat, decision) and are not kept.

Older formats:

    1        has no wins. Opening adds the column, and the games count as played without expectations.
    1, 2     have luck in points alone, by another value. It counts as not measured.
    1, 2, 3  have no fingerprints. Opening adds the column, and these units do not count as distinct or equal deals.

With SQLite's WAL a killed process neither loses nor halves a commit. The lock keeps a second process out.
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

BEFORE_AIMS = {"aim": "margin"}  # what solvers played for when plans had no aim
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
    """The open and locked file of an arena, made by `Store.open`."""

    def __init__(self, path: FilePath, connection: sqlite3.Connection, lock: ArenaLock) -> None:
        self.path = path
        self.connection = connection
        self.lock = lock
        self.session: int | None = None

    @classmethod
    def open(cls, path: FilePath, plan: Plan, command: str = "", sprt: tuple[float, float] | None = None) -> "Store":
        """Opens the file of this plan, or makes it.

        Raises ArenaError if the file holds another plan, cannot be written, or is in use by another process.
        """
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
        """Makes the tables, or checks that they belong to this plan. Adds a session for this run of the program."""
        wanted = {**plan.to_json(), "sprt": sprt}
        with self.transaction():
            if not self.connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
                for statement in SCHEMA.split(";"):
                    self.connection.execute(statement)
                rows = [("format", FORMAT), *wanted.items()]
                self.connection.executemany("INSERT INTO arena VALUES (?, ?)", [(k, json.dumps(v)) for k, v in rows])
            else:
                kept = {**BEFORE_AIMS, **self.configuration()}
                began = kept.get("format", 1)
                refuse_newer(self.path, began)
                refuse_other(self.path, kept, wanted)
                self.bring_up_to_date(began)
            self.session = self.connection.execute(
                "INSERT INTO session (started, host, process, versions, command) VALUES (?, ?, ?, ?, ?)",
                (datetime.now(UTC).isoformat(), socket.gethostname(), os.getpid(), json.dumps(versions()), command),
            ).lastrowid

    def configuration(self) -> dict[str, Any]:
        """The table `arena` by key. Raises ArenaError if the file is another kind of database."""
        try:
            return {k: json.loads(v) for k, v in self.connection.execute("SELECT key, value FROM arena")}
        except sqlite3.OperationalError:
            raise ArenaError(f"{self.path}: is a database, but not an arena's; give another --db") from None

    def bring_up_to_date(self, kept: int) -> None:
        """Adds the columns that an older format lacks. All other content stays unchanged."""
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
        """Keeps finished units: all of them, or none. Raises ArenaError if that fails, on a full disk for example."""
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
        """The number of planned deals and of different dealt positions, over all units with a fingerprint."""
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
        """Commits all changes of a block together, or none if an error occurs."""
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
        """Turns an error of SQLite into an ArenaError, on a full disk for example."""
        try:
            yield
        except sqlite3.Error as error:
            raise ArenaError(f"{self.path}: {error}; units that were kept before are still there") from None

    def close(self) -> None:
        """Closes the file and ends the lock."""
        self.connection.close()
        self.lock.release()


def connected(path: FilePath) -> sqlite3.Connection:
    """The open database. Raises ArenaError if the file cannot be opened as a database."""
    try:
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("PRAGMA journal_mode=WAL")
        # A killed process loses nothing. A power cut may lose the last commits, but it never halves one.
        connection.execute("PRAGMA synchronous=NORMAL")
        return connection
    except sqlite3.Error as error:
        raise ArenaError(f"{path}: cannot be used as the arena's database: {error}") from None


def refuse_read_only(path: FilePath) -> None:
    """Raises ArenaError if the path is a directory or a read-only file, even one that this process could write."""
    if os.path.isdir(path):
        raise ArenaError(f"{path}: is a directory; right would be a file such as {os.path.join(path, 'arena.db')}")
    if os.path.exists(path) and not (os.access(path, os.W_OK) and os.stat(path).st_mode & 0o222):
        raise ArenaError(f"{path}: is read-only; make it writable, or give another --db")


def refuse_newer(path: FilePath, kept: int) -> None:
    """Raises ArenaError if the file has a later format, which this version would misread."""
    if kept > FORMAT:
        raise ArenaError(
            f"{path}: has format {kept}, this version knows up to {FORMAT}; use a newer kiebitz, or give another --db"
        )


def refuse_other(path: FilePath, kept: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Raises ArenaError if the file was begun with another plan."""
    wanted = json.loads(json.dumps(wanted))
    for key, value in wanted.items():
        if kept.get(key) != value:
            raise ArenaError(
                f"{path}: was begun with {key} = {json.dumps(kept.get(key))}, not {json.dumps(value)}; "
                "one file holds one arena: repeat its command, or give another --db"
            )


def versions() -> dict[str, str]:
    """The versions of everything that a run of the program depends on."""
    return {
        "kiebitz": kiebitz.__version__,
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "sqlite": sqlite3.sqlite_version,
    }


def row_of(game: GameRecord) -> tuple[Any, ...]:
    """A game as a row of the table `game`."""
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
    """The game of a row of the table `game`."""
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
    """The kept luck; None if it was not measured, or was kept by format 1 or 2."""
    pairs = json.loads(text) if text is not None else []
    return tuple(map(tuple, pairs)) if pairs and isinstance(pairs[0], list) else None
