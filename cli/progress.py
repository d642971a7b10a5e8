"""Progress on standard error: a live line for somebody who looks at it, now and then a plain one for a log."""

import sys
from contextlib import contextmanager
from time import monotonic

PATIENCE = 1.0  # seconds before anything is shown
LOG_EVERY = 10.0  # seconds between plain lines


@contextmanager
def reporting():
    """Gives a callable progress(share), share being what is done of the work (0..1); silent in the first second."""
    reporter = Live() if sys.stderr.isatty() else Log()
    try:
        yield reporter
    finally:
        reporter.close()


class Log:
    """A line now and then, for a file or a pipe."""

    def __init__(self):
        self.due = monotonic() + LOG_EVERY

    def __call__(self, share):
        now = monotonic()
        if now >= self.due:
            self.due = now + LOG_EVERY
            print(f"{share:.0%} done", file=sys.stderr, flush=True)

    def close(self):
        """Nothing to clear away."""


class Live:
    """A bar that is redrawn, and gone when the work is done."""

    def __init__(self):
        self.start = monotonic()
        self.bar = None

    def __call__(self, share):
        if self.bar is None and monotonic() - self.start >= PATIENCE:
            self.bar = opened_bar()
            self.task = self.bar.add_task("", total=1.0)
        if self.bar is not None:
            self.bar.update(self.task, completed=share)

    def close(self):
        if self.bar is not None:
            self.bar.stop()


def opened_bar():
    from rich.progress import BarColumn, Progress, TaskProgressColumn

    from kiebitz.cli.output import console

    bar = Progress(BarColumn(), TaskProgressColumn(), console=console(stderr=True), transient=True)
    bar.start()
    return bar
