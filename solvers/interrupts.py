"""Ctrl-C between steps that belong together, not within them."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Holds a Ctrl-C back until the block is over. Only the main thread receives one."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    kept: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda number, frame: kept.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if kept:
            before(*kept[0])
