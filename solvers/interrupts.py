"""Ctrl-C between steps that belong together, not within them."""

import signal
import threading
from contextlib import contextmanager


@contextmanager
def uninterrupted():
    """Keeps a Ctrl-C until the block is over. Only the main thread ever hears one."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    kept = []
    signal.signal(signal.SIGINT, lambda *heard: kept.append(heard))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if kept:
            before(*kept[0])
