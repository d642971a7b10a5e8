"""Heartbeat of a worker: memory that two processes share, with the present decision and the time of its start."""

import mmap
import os
import struct
import time
from pathlib import Path
from typing import NamedTuple

# Unit, game, seat, decision, whether the solver is being asked, seconds on the monotonic clock.
LAYOUT = struct.Struct("<qqqqqd")
STATE = struct.Struct("<qd")  # the last two of them
STATE_PLACE = LAYOUT.size - STATE.size


class Deciding(NamedTuple):
    """The last decision that a solver was asked for.

    unit: number of the unit.
    number: number of the game in its unit.
    seat: seat of the solver.
    decision: number of the decision in its game.
    thinking: whether the solver is being asked; else it has answered.
    since: when it was asked or has answered, seconds on the monotonic clock.
    """

    unit: int
    number: int
    seat: int
    decision: int
    thinking: bool
    since: float

    @property
    def seconds(self) -> float:
        """Seconds since the question or the answer."""
        return time.monotonic() - self.since


class Unwatched:
    """A heartbeat that nobody reads, for games that are played in the arena's own process."""

    apart = False  # whether this process only plays; no Ctrl-C arrives there

    def deciding(self, unit: int, number: int, seat: int, decision: int) -> None:
        """Notes that a solver is asked now."""

    def done(self) -> None:
        """Notes that the solver has answered."""


class Heartbeat(Unwatched):
    """A heartbeat that a worker writes before each decision and the arena reads. It survives the worker's death.

    path: the file behind the memory. Both processes open it.
    """

    apart = True

    def __init__(self, path: Path) -> None:
        # O_APPEND: bytes that a solver writes to this descriptor land behind the memory.
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.ftruncate(descriptor, LAYOUT.size)
            self.memory = mmap.mmap(descriptor, LAYOUT.size)
        finally:
            os.close(descriptor)
        self.process = os.getpid()

    def deciding(self, unit: int, number: int, seat: int, decision: int) -> None:
        """Notes that a solver is asked now."""
        LAYOUT.pack_into(self.memory, 0, unit, number, seat, decision, True, time.monotonic())

    def done(self) -> None:
        """Notes that the solver has answered. If the solver has forked, the copy ends here."""
        if os.getpid() != self.process:
            os._exit(0)
        STATE.pack_into(self.memory, STATE_PLACE, False, time.monotonic())

    def read(self) -> Deciding | None:
        """The last decision; None if there was none."""
        deciding = Deciding(*LAYOUT.unpack_from(self.memory, 0))
        return deciding if deciding.since else None

    def close(self) -> None:
        """Frees the memory."""
        self.memory.close()
