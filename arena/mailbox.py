"""Messages between two processes, as files in a folder.

A pipe would be a descriptor in the process of the solvers. A solver can close, read and write every descriptor of its
process, by accident too. A file has no descriptor while a solver plays.
"""

import os
import pickle
from pathlib import Path
from typing import Any


class Mailbox:
    """One direction. One process puts messages, the other takes them in the same order.

    folder: the folder that both processes know.
    name: first part of the names of its files.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder
        self.name = name
        self.count = 0  # messages that this process has put or taken

    def put(self, message: object) -> None:
        """Puts a message. Raises OSError if it cannot be written."""
        path = self.folder / f"{self.name}-{self.count}"
        unfinished = path.with_suffix(".unfinished")
        unfinished.write_bytes(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))
        os.replace(unfinished, path)
        self.count += 1

    def take(self) -> Any:
        """The next message; None if there is none."""
        path = self.folder / f"{self.name}-{self.count}"
        try:
            message = path.read_bytes()
        except FileNotFoundError:
            return None
        path.unlink()
        self.count += 1
        return pickle.loads(message)
