"""The lock of a database: one arena uses it at a time, and the lock ends with the process that holds it."""

import os
import socket
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from kiebitz.arena.errors import ArenaError

HOLDER = "process "  # how a lock file begins


class ArenaLock:
    """The lock of a database, held from its construction until `release`.

    The lock file lies beside the database, since SQLite's own locks end when any other handle of the database closes.

    Raises ArenaError if another process holds the lock (the message names it), or if the lock file cannot be made.
    """

    def __init__(self, database: str | os.PathLike[str]) -> None:
        # A file can have two names, for example by a link. Both must lead to the same lock.
        self.path = Path(f"{os.path.realpath(database)}.lock")
        if not self.path.parent.is_dir():  # FileLock would make the folder
            raise ArenaError(f"{self.path}: cannot be made: there is no such folder")
        self.refuse_other_file(database)
        self.lock = FileLock(self.path, blocking=False)
        try:
            self.lock.acquire()
        except Timeout:
            raise ArenaError(f"{database}: is in use by {self.holder()}; wait for it, or give another --db") from None
        except OSError as error:
            raise ArenaError(f"{self.path}: cannot be made: {error.strerror}") from None
        with suppress(OSError):  # on a full disk the lock works without the name of its holder
            self.path.write_text(f"{HOLDER}{os.getpid()} on {socket.gethostname()}\n")

    def refuse_other_file(self, database: str | os.PathLike[str]) -> None:
        """Raises ArenaError if the file with the name of the lock is something else, which the lock would overwrite."""
        with suppress(FileNotFoundError, PermissionError):
            with self.path.open("rb") as file:
                text = file.read(len(HOLDER))
            if text and text != HOLDER.encode():
                raise ArenaError(f"{self.path}: is no lock, but {database} needs it as its lock; give another --db")

    def holder(self) -> str:
        """The process that holds the lock, in the words that it wrote into the lock file."""
        with suppress(OSError):
            return self.path.read_text().strip() or "another process"
        return "another process"

    def release(self) -> None:
        """Ends the lock."""
        self.lock.release()
