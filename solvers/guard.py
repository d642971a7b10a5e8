"""A guard around third-party code, which may print, fail and exit, and the texts of its errors."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from traceback import TracebackException

from kiebitz.errors import KiebitzError, SolverError

LONGEST_TEXT = 300  # characters of an error's text
LONGEST_TRACEBACK = 3000  # characters; the end is kept, where the error is


@contextmanager
def guarded(solver: str, failure: str) -> Iterator[None]:
    """Runs third-party code. Its prints go to standard error. Its exceptions become a SolverError.

    If the code forks, the copy of this process ends with the block.

    solver: name of the solver, for the message.
    failure: what went wrong, for example "failed". The message then gives the error itself.
    """
    process = os.getpid()
    try:
        with redirect_stdout(sys.stderr):
            yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if type(error).__module__ == KiebitzError.__module__:  # our own text
            raise
        raise SolverError(f"solver {solver} {failure}: {error_text(error)}") from error
    finally:
        if os.getpid() != process:
            os._exit(0)


def error_text(error: BaseException) -> str:
    """The kind and the text of any error in one line. The text of a foreign error may fail or hold any character."""
    try:
        text = "".join(f"{type(error).__name__}: {error}"[: 2 * LONGEST_TEXT])
    except BaseException:
        text = f"{type.__getattribute__(type(error), '__name__')}, whose text cannot be made"
    return " ".join(map(printable, text.split()))[:LONGEST_TEXT].removesuffix(":")


def traceback_text(error: BaseException, without: str) -> str | None:
    """The traceback of an error as printable lines; None if no other code than ours has a part in it.

    without: a folder. The calls up to the last one from this folder are left out.
    """
    place = error.__traceback__
    while place is not None and place.tb_frame.f_code.co_filename.startswith(without):
        place = place.tb_next
    if place is None:
        return None
    try:
        lines = "".join(TracebackException(type(error), error, place).format()).splitlines()
    except BaseException:  # foreign notes and causes take part in the text
        return None
    return "\n".join(map(printable, lines))[-LONGEST_TRACEBACK:]


def printable(text: str) -> str:
    """The text with an escape sequence for every character that is not printable or has no encoding."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)
