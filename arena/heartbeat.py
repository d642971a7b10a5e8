"""Heartbeat of a worker: a few bytes that two processes share, with the decision at hand and its start."""

import mmap
import os
import struct
import tempfile
import time
from typing import NamedTuple

LAYOUT = struct.Struct("<qqqqd")  # unit, game, seat, decision, start on the monotonic clock; start 0: none


class Deciding(NamedTuple):
    """The decision at hand.

    number: of the game in its unit.
    start: seconds on the monotonic clock.
    """

    unit: int
    number: int
    seat: int
    decision: int
    start: float

    @property
    def seconds(self) -> float:
        """Time since the start."""
        return time.monotonic() - self.start


class Unwatched:
    """A heartbeat that nobody reads: for games played in the asking process."""

    def deciding(self, unit: int, number: int, seat: int, decision: int) -> None:
        """A solver is asked now."""

    def done(self) -> None:
        """The solver has answered."""


class Heartbeat(Unwatched):
    """A worker writes it before each decision, the arena reads it; it survives the worker's death."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.memory = mmap.mmap(descriptor, LAYOUT.size)

    @classmethod
    def new(cls) -> "Heartbeat":
        """A heartbeat in memory that another process can open by the descriptor."""
        with tempfile.TemporaryFile() as file:
            file.truncate(LAYOUT.size)
            return cls(os.dup(file.fileno()))

    def deciding(self, unit: int, number: int, seat: int, decision: int) -> None:
        """A solver is asked now."""
        LAYOUT.pack_into(self.memory, 0, unit, number, seat, decision, time.monotonic())

    def done(self) -> None:
        """The solver has answered."""
        LAYOUT.pack_into(self.memory, 0, 0, 0, 0, 0, 0.0)

    def read(self) -> Deciding | None:
        """The decision at hand; None if there is none."""
        deciding = Deciding(*LAYOUT.unpack_from(self.memory, 0))
        return deciding if deciding.start else None

    def close(self) -> None:
        """Gives the memory back."""
        self.memory.close()
        os.close(self.descriptor)
