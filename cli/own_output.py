"""Standard output stays ours: whatever solvers of others write there goes to standard error."""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedWriter, FileIO, TextIOWrapper

STANDARD_OUTPUT = 1


class OwnOutput(TextIOWrapper):
    """The real standard output, for the thread that made it. What other threads write goes to standard error."""

    owner = 0

    def write(self, text: str, /) -> int:
        """Writes text to standard output or, on another thread, to standard error."""
        if threading.get_ident() == self.owner:
            return super().write(text)
        return sys.stderr.write(text)


@contextmanager
def own_output() -> Iterator[None]:
    """Keeps standard output for this thread until the end of the block, and lets nobody write there afterwards.

    Descriptor 1 becomes standard error, for subprocesses and for code that writes to descriptors.
    """
    if sys.stderr is None:  # it was closed; `print` would write messages to standard output instead
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - it lives as long as the program
    before = sys.stdout
    if not isinstance(before, TextIOWrapper):
        yield
        return
    before.flush()
    private = os.dup(STANDARD_OUTPUT)
    os.dup2(sys.stderr.fileno(), STANDARD_OUTPUT)
    os.register_at_fork(after_in_child=lambda: close(private))
    binary = BufferedWriter(FileIO(private, "wb"))
    own = OwnOutput(binary, encoding=before.encoding, errors=before.errors, line_buffering=before.line_buffering)
    own.owner = threading.get_ident()
    sys.stdout = own
    try:
        yield
    finally:
        sys.stdout = sys.stderr
        with suppress(OSError, ValueError):  # a closed pipe was reported before
            own.close()


def close(descriptor: int) -> None:
    """Closes a descriptor that may be closed already."""
    with suppress(OSError):
        os.close(descriptor)
