"""A guard around third-party code, which may print, fail and exit."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout

from kiebitz.errors import KiebitzError, SolverError


@contextmanager
def guarded(solver: str, failure: str) -> Iterator[None]:
    """Runs third-party code. Its prints go to standard error. Its exceptions become a SolverError.

    solver: name of the solver, for the message.
    failure: what went wrong, for example "failed". The message then gives the error itself.
    """
    try:
        with redirect_stdout(sys.stderr):
            yield
    except KiebitzError:
        raise
    except (Exception, SystemExit) as error:
        raise SolverError(f"solver {solver} {failure}: {type(error).__name__}: {error}") from error
