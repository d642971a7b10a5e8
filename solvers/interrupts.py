"""Delays Ctrl-C, so that it does not break steps that belong together."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Delays a Ctrl-C until the end of the block. Other threads than the main thread get no Ctrl-C."""
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
