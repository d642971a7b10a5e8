"""The command lines of the developers' programs: options within their ranges, errors in one line, progress.

Whatever cannot be done as asked ends a program with status 2 and what is wrong.
"""

import argparse
import math
import sys
from contextlib import contextmanager

from kiebitz.errors import KiebitzError
from kiebitz.solvers import make_solver

LIMIT = 2**63  # numbers of deals and seeds are of 64 bits, and games are counted up from them


class Parser(argparse.ArgumentParser):
    """The options of `python -m NAME`."""

    def __init__(self, name, description):
        super().__init__(
            prog=f"python -m {name}",
            description=description,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    @contextmanager
    def refusing(self):
        """Errors of what is asked for within end the program like those of its options."""
        try:
            yield
        except (KiebitzError, OSError) as error:
            self.error(str(error))


def at_least(least):
    """The type of options that are whole numbers from this one on."""

    def whole_number(text):
        if int(text) < least:
            raise argparse.ArgumentTypeError(f"must be at least {least}, not {text}")
        if int(text) >= LIMIT:
            raise argparse.ArgumentTypeError(f"must be below 2**63, not {text}")
        return int(text)

    return whole_number


def positive(text):
    """The type of times and other numbers above 0."""
    if not 0 < float(text) < math.inf:
        raise argparse.ArgumentTypeError(f"must be more than 0, not {text}")
    return float(text)


def solver(text):
    """The same text, if it names a solver with parameters that it takes."""
    try:
        make_solver(text)
    except KiebitzError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def show_progress(share, of="the games"):
    print(f"\r{share:4.0%} of {of}", end="\n" if share == 1 else "", file=sys.stderr, flush=True)
