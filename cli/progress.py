"""Progress on standard error: a bar on a terminal, a plain line every few seconds in a file or pipe."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 1.0  # seconds before anything is shown
LOG_EVERY = 10.0  # seconds between plain lines


@contextmanager
def reporting() -> "Iterator[Live | Log]":
    """Yields a function progress(share, text=""), which prints nothing in the first second.

    share: finished part of the work, 0..1.
    text: a remark about the work.
    """
    reporter: Live | Log = Live() if sys.stderr.isatty() else Log()
    try:
        yield reporter
    finally:
        reporter.close()


class Log:
    """Progress for a file or a pipe: a line every ten seconds."""

    def __init__(self) -> None:
        self.due = monotonic() + LOG_EVERY

    def __call__(self, share: float, text: str = "") -> None:
        """Prints a line if one is due."""
        now = monotonic()
        if now >= self.due:
            self.due = now + LOG_EVERY
            print(f"{share:.0%} done{text and ': '}{text}", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Nothing to clear away."""


class Live:
    """Progress for a terminal: a bar that is redrawn, and cleared when the work is done."""

    def __init__(self) -> None:
        self.start = monotonic()
        self.bar: Progress | None = None

    def __call__(self, share: float, text: str = "") -> None:
        """Redraws the bar, and opens it once the work has lasted a second."""
        if self.bar is None and monotonic() - self.start >= PATIENCE:
            self.bar = opened_bar()
            self.task = self.bar.add_task("", total=1.0)
        if self.bar is not None:
            self.bar.update(self.task, completed=share, description=text)

    def close(self) -> None:
        """Clears the bar away."""
        if self.bar is not None:
            self.bar.stop()


def opened_bar() -> "Progress":
    """A started bar on standard error."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

    from kiebitz.cli.output import console

    columns = (BarColumn(), TaskProgressColumn(), TextColumn("{task.description}", markup=False))
    bar = Progress(*columns, console=console(stderr=True), transient=True)
    bar.start()
    return bar
