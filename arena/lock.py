"""One arena a file: a lock that ends with the process that holds it."""

import os
import socket
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from kiebitz.arena.plan import ArenaError


class ArenaLock:
    """The lock of a database, held from its making to `release`; ArenaError names the holder if it is taken.

    The lock file lies beside the database, since SQLite's own locks end when any other handle of the database closes.
    """

    def __init__(self, database: str | os.PathLike[str]) -> None:
        # Two names of one file, by a link for example, must find the same lock.
        self.path = Path(f"{os.path.realpath(database)}.lock")
        if not self.path.parent.is_dir():  # FileLock would make the folder
            raise ArenaError(f"{self.path}: cannot be made: there is no such folder")
        self.lock = FileLock(self.path, blocking=False)
        try:
            self.lock.acquire()
        except Timeout:
            raise ArenaError(f"{database}: is in use by {self.holder()}; wait for it, or give another --db") from None
        except OSError as error:
            raise ArenaError(f"{self.path}: cannot be made: {error.strerror}") from None
        with suppress(OSError):  # on a full disk the lock holds without its holder's name
            self.path.write_text(f"process {os.getpid()} on {socket.gethostname()}\n")

    def holder(self) -> str:
        """The process that holds the lock, as it has written itself."""
        with suppress(OSError):
            return self.path.read_text().strip() or "another process"
        return "another process"

    def release(self) -> None:
        """Ends the lock."""
        self.lock.release()
