"""The file of an arena: an SQLite database. Each unit is committed at once, with all its games.

    arena    the plan, one row for each key
    session  one row for each run of the program: time, machine, versions, command
    unit     one row for each unit: seed of the deal, session that played it, fingerprint of the dealt position
    game     one row for each game of a unit (see `GameRecord`):
             seats, scores   numbers by seat
             forfeit, reason the seat that lost by an error, and the error; NULL if the game was played to its end
             traceback       where in its code the solver failed; NULL if it raised no error
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
    1 to 4   have no tracebacks. They name neither the code of the solvers nor the version of the rules, which was 1.

`kiebitz.arena.damage` checks a file when it is opened.
With SQLite's WAL a killed process neither loses nor halves a commit. The lock keeps a second process out.
"""

import json
import os
import platform
import socket
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

import kiebitz
from kiebitz.arena.damage import BROKEN, damaged_units, refuse_damaged
from kiebitz.arena.errors import ArenaError
from kiebitz.arena.lock import ArenaLock
from kiebitz.arena.plan import Plan
from kiebitz.arena.programs import own_code
from kiebitz.arena.record import Forfeit, GameRecord, UnitRecord

# Of files without these keys: what solvers played for when plans had no aim, and the first rules.
BEFORE = {"format": 1, "aim": "margin", "rules_version": 1}
FORMAT = 5
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
    wins BLOB, traceback TEXT, PRIMARY KEY (unit, number)) WITHOUT ROWID;
"""
GAME_COLUMNS = "unit, number, seats, scores, forfeit, reason, moves, movers, times, luck, wins, traceback"


class Store:
    """The open and locked file of an arena, made by `Store.open`."""

    def __init__(self, path: FilePath, connection: sqlite3.Connection, lock: ArenaLock) -> None:
        self.path = path
        self.connection = connection
        self.lock = lock
        self.session: int | None = None
        self.damaged: dict[int, str] = {}  # by number: units that are not whole; each is kept until it is played again

    @classmethod
    def open(cls, path: FilePath, plan: Plan, command: str = "", sprt: tuple[float, float] | None = None) -> "Store":
        """Opens the file of this plan, or makes it.

        Raises ArenaError if the file holds another plan, cannot be written, or is in use by another process.
        """
        refuse_unusable(path)
        lock = ArenaLock(path)
        connection = None
        try:
            connection = connected(path)
            store = cls(path, connection, lock)
            with store.failures():
                store.begin(plan, command, sprt)
                store.damaged = damaged_units(connection, GAME_COLUMNS, plan)
            return store
        except BaseException:
            if connection is not None:
                connection.close()
            lock.release()
            raise

    def begin(self, plan: Plan, command: str, sprt: tuple[float, float] | None) -> None:
        """Makes the tables, or checks that they belong to this plan. Adds a session for this run of the program."""
        wanted = json.loads(json.dumps({**plan.to_json(), "sprt": sprt}))
        new = not self.connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
        kept = {} if new else self.checked(wanted)
        self.connection.execute("PRAGMA journal_mode=WAL")
        with self.transaction():
            if new:
                for statement in SCHEMA.split(";"):
                    self.connection.execute(statement)
            else:
                self.bring_up_to_date(kept["format"])
            # The program of an older release may be another one. From now on the present one is compared.
            rows = [("format", FORMAT), *wanted.items()]
            self.connection.executemany("REPLACE INTO arena VALUES (?, ?)", [(k, json.dumps(v)) for k, v in rows])
            self.session = self.connection.execute(
                "INSERT INTO session (started, host, process, versions, command) VALUES (?, ?, ?, ?, ?)",
                (datetime.now(UTC).isoformat(), socket.gethostname(), os.getpid(), json.dumps(versions()), command),
            ).lastrowid

    def checked(self, wanted: dict[str, Any]) -> dict[str, Any]:
        """The kept configuration. Raises ArenaError if the file is damaged, no arena's, or begun with another plan."""
        refuse_damaged(self.path, self.connection)
        kept = {**BEFORE, **self.configuration()}
        refuse_newer(self.path, kept["format"])
        refuse_other_code(self.path, kept, wanted)
        refuse_other(self.path, kept, wanted)
        return kept

    def configuration(self) -> dict[str, Any]:
        """The table `arena` by key. Raises ArenaError if the file is another kind of database or a value is damaged."""
        try:
            rows = self.connection.execute("SELECT key, value FROM arena").fetchall()
        except sqlite3.OperationalError:
            raise ArenaError(f"{self.path}: is a database, but not an arena's; give another --db") from None
        try:
            return {key: json.loads(value) for key, value in rows}
        except (TypeError, ValueError):
            raise ArenaError(
                f"{self.path}: the table arena is damaged: a value is no JSON; give another --db"
            ) from None

    def bring_up_to_date(self, kept: int) -> None:
        """Adds the columns that an older format lacks. All other content stays unchanged."""
        if kept < 2:
            self.connection.execute("ALTER TABLE game ADD COLUMN wins BLOB")
        if kept < 4:
            self.connection.execute("ALTER TABLE unit ADD COLUMN dealt TEXT")
        if kept < 5:
            self.connection.execute("ALTER TABLE game ADD COLUMN traceback TEXT")

    def plan(self) -> Plan:
        """The kept plan."""
        return Plan.from_json(self.configuration())

    def add(self, plan: Plan, records: Sequence[UnitRecord]) -> None:
        """Keeps finished units: all of them, or none. They replace damaged units.

        Raises ArenaError if that fails, on a full disk for example.
        """
        units = [(r.unit, str(plan.deal_of(r.unit)), self.session, r.dealt) for r in records]
        games = [row_of(game) for record in records for game in record.games]
        replaced = [(r.unit,) for r in records if r.unit in self.damaged]
        with self.failures(), self.transaction():
            self.connection.executemany("DELETE FROM game WHERE unit = ?", replaced)
            self.connection.executemany("DELETE FROM unit WHERE number = ?", replaced)
            self.connection.executemany("INSERT INTO unit VALUES (?, ?, ?, ?)", units)
            self.connection.executemany("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", games)
        for (unit,) in replaced:
            del self.damaged[unit]

    def finished(self) -> set[int]:
        """The numbers of the units that are kept whole."""
        with self.failures():
            return {n for (n,) in self.connection.execute("SELECT number FROM unit") if n not in self.damaged}

    def distinct_deals(self, units: Collection[int]) -> tuple[int, int]:
        """The number of planned deals and of different dealt positions, over those units that have a fingerprint."""
        with self.failures():
            rows = self.connection.execute("SELECT number, dealt FROM unit WHERE dealt IS NOT NULL")
            found = [(number, dealt) for number, dealt in rows if number in units]
        same = self.plan().units_a_deal
        return len({number // same for number, _ in found}), len({dealt for _, dealt in found})

    def releases(self, units: Collection[int]) -> dict[str, int]:
        """By release of kiebitz, with a digest of its code if that is known: how many of the units it has played."""
        with self.failures():
            rows = self.connection.execute(
                "SELECT number, versions FROM unit LEFT JOIN session ON id = session ORDER BY id"
            )
            return dict(Counter(release_of(versions) for number, versions in rows if number in units))

    def units(self) -> Iterator[UnitRecord]:
        """All whole units in the order of their numbers."""
        with self.failures():
            dealt = dict(self.connection.execute("SELECT number, dealt FROM unit"))
            rows = self.connection.execute(f"SELECT {GAME_COLUMNS} FROM game ORDER BY unit, number")
            for unit, games in groupby(rows, key=itemgetter(0)):
                if unit not in self.damaged:
                    yield UnitRecord(unit, tuple(map(game_of, games)), dealt[unit])

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
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if type(error) in BROKEN:  # the file itself is damaged
                refuse_damaged(self.path, self.connection)
            raise ArenaError(f"{self.path}: {error}; units that were kept before are still there") from None

    def close(self) -> None:
        """Closes the file and ends the lock."""
        self.connection.close()
        self.lock.release()


def connected(path: FilePath) -> sqlite3.Connection:
    """The open database. Nothing is written yet. Raises ArenaError if the file cannot be opened as a database."""
    try:
        connection = sqlite3.connect(path, isolation_level=None)
        connection.text_factory = lambda content: content.decode(errors="surrogateescape")  # damage is named later
        # A killed process loses nothing. A power cut may lose the last commits, but it never halves one.
        connection.execute("PRAGMA synchronous=NORMAL")
        return connection
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise ArenaError(f"{path}: cannot be used as the arena's database: {error}") from None


def refuse_unusable(path: FilePath) -> None:
    """Raises ArenaError if the path is no name of a file, no file, or read-only, even if this process could write."""
    name = os.fspath(path)
    if name in ("", ":memory:"):  # SQLite would keep nothing
        raise ArenaError(f"--db: {name!r} is no name of a file; right would be a file such as arena.db")
    if os.path.isdir(path):
        raise ArenaError(f"{path}: is a directory; right would be a file such as {os.path.join(path, 'arena.db')}")
    if os.path.exists(path) and not os.path.isfile(path):
        raise ArenaError(f"{path}: is a device or pipe; right would be a file such as arena.db")
    if os.path.exists(path) and not (os.access(path, os.W_OK) and os.stat(path).st_mode & 0o222):
        raise ArenaError(f"{path}: is read-only; make it writable, or give another --db")


def refuse_newer(path: FilePath, kept: object) -> None:
    """Raises ArenaError if the file has a later format, which this version would misread."""
    if not isinstance(kept, int):
        raise ArenaError(f"{path}: the table arena is damaged: its format is {kept!r}; give another --db")
    if kept > FORMAT:
        raise ArenaError(
            f"{path}: has format {kept}, this version knows up to {FORMAT}; use a newer kiebitz, or give another --db"
        )


def refuse_other(path: FilePath, kept: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Raises ArenaError if the file was begun with another plan.

    A file of another release with the same rules goes on. Its session says which release has played which unit.
    """
    another = kept["format"] < FORMAT or kept.get("version") != wanted["version"]
    program = {"version", "code", *(("parameters", "learned") if another else ())}
    for key in (key for key in wanted if key not in program):
        if kept.get(key) != wanted[key]:
            right = f"add --aim {kept[key]}" if key == "aim" else "repeat its command"
            raise ArenaError(
                f"{path}: was begun with {key} = {json.dumps(kept.get(key))}, not {json.dumps(wanted[key])}; "
                f"one file holds one arena: {right}, or give another --db"
            )


def refuse_other_code(path: FilePath, kept: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Raises ArenaError if the code of one of the same solvers has changed. Files before format 5 do not name it."""
    before = kept.get("code")
    if before is None or kept.get("solvers") != wanted["solvers"]:
        return
    if not isinstance(before, list) or len(before) != len(wanted["code"]):
        raise ArenaError(f"{path}: the table arena is damaged: its code is {before!r}; give another --db")
    for text, then, now in zip(wanted["solvers"], before, wanted["code"], strict=True):
        if then != now:
            raise ArenaError(
                f"{path}: solver {text} has changed since the file was begun ({then} then, {now} now); "
                "one file holds the games of one program: bring the old one back, or give another --db"
            )


def versions() -> dict[str, str]:
    """The versions of everything that a run of the program depends on."""
    return {
        "kiebitz": kiebitz.__version__,
        "code": own_code(),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "sqlite": sqlite3.sqlite_version,
    }


def release_of(versions: str | None) -> str:
    """The release that the versions of a session name, with the digest of its code if they have it."""
    try:
        found = json.loads(versions or "{}")
        return " ".join(filter(None, (found.get("kiebitz", "unknown"), found.get("code"))))
    except (TypeError, ValueError, AttributeError):
        return "unknown"


def row_of(game: GameRecord) -> tuple[Any, ...]:
    """A game as a row of the table `game`."""
    seat, reason, traceback = game.forfeit if game.forfeit is not None else (None, None, None)
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
        traceback,
    )


def game_of(row: tuple[Any, ...]) -> GameRecord:
    """The game of a row of the table `game`."""
    unit, number, seats, scores, seat, reason, moves, movers, times, luck, wins, traceback = row
    forfeit = None if seat is None else Forfeit(seat, reason, traceback)
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
