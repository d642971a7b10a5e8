"""One arena a file: a lock that ends with the process that holds it, however that ends."""

import fcntl
import os
import socket
from pathlib import Path

from kiebitz.arena.plan import ArenaError


class ArenaLock:
    """Held from its making to `release`; ArenaError names the holder if there is one already.

    It lies beside the database, since closing any other handle of the database itself would drop SQLite's own locks.
    """

    def __init__(self, database):
        # Two names of one file, by a link for example, must find the same lock.
        self.path = Path(f"{os.path.realpath(database)}.lock")
        try:
            self.handle = open(self.path, "a+")  # noqa: SIM115 - held until release
        except OSError as error:
            raise ArenaError(f"{self.path}: cannot be made: {error.strerror}") from None
        try:
            fcntl.flock(self.handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = self.holder()
            self.handle.close()
            raise ArenaError(f"{database}: is in use by {holder}; wait for it, or give another --db") from None
        self.write(f"process {os.getpid()} on {socket.gethostname()}")

    def holder(self):
        self.handle.seek(0)
        return self.handle.read().strip() or "another process"

    def write(self, text):
        try:
            self.handle.truncate(0)
            self.handle.write(text + "\n")
            self.handle.flush()
        except OSError:
            return  # a full disk: the lock holds without its holder's name

    def release(self):
        self.handle.close()
