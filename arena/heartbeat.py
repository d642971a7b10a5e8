"""Heartbeat of a worker: memory that two processes share, with the present decision and the time of its start."""

import mmap
import os
import struct
import tempfile
import time
from typing import NamedTuple

# Unit, game, seat, decision, start in seconds on the monotonic clock. A start of 0 means that there is no decision.
LAYOUT = struct.Struct("<qqqqd")


class Deciding(NamedTuple):
    """The decision that a solver is making.

    unit: number of the unit.
    number: number of the game in its unit.
    seat: seat of the solver.
    decision: number of the decision in its game.
    start: start of the decision, seconds on the monotonic clock.
    """

    unit: int
    number: int
    seat: int
    decision: int
    start: float

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.start


class Unwatched:
    """A heartbeat that nobody reads, for games that are played in the arena's own process."""

    def deciding(self, unit: int, number: int, seat: int, decision: int) -> None:
        """Notes that a solver is asked now."""

    def done(self) -> None:
        """Notes that the solver has answered."""


class Heartbeat(Unwatched):
    """A heartbeat that a worker writes before each decision and the arena reads. It survives the worker's death."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.memory = mmap.mmap(descriptor, LAYOUT.size)

    @classmethod
    def new(cls) -> "Heartbeat":
        """A heartbeat in memory that another process can open by its descriptor."""
        with tempfile.TemporaryFile() as file:
            file.truncate(LAYOUT.size)
            return cls(os.dup(file.fileno()))

    def deciding(self, unit: int, number: int, seat: int, decision: int) -> None:
        """Notes that a solver is asked now."""
        LAYOUT.pack_into(self.memory, 0, unit, number, seat, decision, time.monotonic())

    def done(self) -> None:
        """Notes that the solver has answered."""
        LAYOUT.pack_into(self.memory, 0, 0, 0, 0, 0, 0.0)

    def read(self) -> Deciding | None:
        """The present decision; None if there is none."""
        deciding = Deciding(*LAYOUT.unpack_from(self.memory, 0))
        return deciding if deciding.start else None

    def close(self) -> None:
        """Frees the memory."""
        self.memory.close()
        os.close(self.descriptor)
