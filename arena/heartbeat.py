"""A few bytes two processes share: who is deciding, and since when."""

import mmap
import os
import struct
import tempfile
import time
from typing import NamedTuple

LAYOUT = struct.Struct("<qqqqd")  # unit, game, seat, decision, start on the monotonic clock; start 0: nobody


class Deciding(NamedTuple):
    unit: int
    number: int
    seat: int
    decision: int
    start: float

    @property
    def seconds(self):
        return time.monotonic() - self.start


class Heartbeat:
    """Written by a worker before each decision, read by whoever waits for it; survives the writer's death."""

    def __init__(self, descriptor):
        self.descriptor = descriptor
        self.memory = mmap.mmap(descriptor, LAYOUT.size)

    @classmethod
    def new(cls):
        with tempfile.TemporaryFile() as file:
            file.truncate(LAYOUT.size)
            return cls(os.dup(file.fileno()))

    def deciding(self, unit, number, seat, decision):
        LAYOUT.pack_into(self.memory, 0, unit, number, seat, decision, time.monotonic())

    def done(self):
        LAYOUT.pack_into(self.memory, 0, 0, 0, 0, 0, 0.0)

    def read(self):
        """Who is deciding; None if nobody is."""
        deciding = Deciding(*LAYOUT.unpack_from(self.memory, 0))
        return deciding if deciding.start else None

    def close(self):
        self.memory.close()
        os.close(self.descriptor)
