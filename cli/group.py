"""The command group: it turns the errors of every command into one message and an exit status."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from typer import Exit
from typer.core import TyperGroup

from kiebitz.errors import KiebitzError
from kiebitz.quiet_start import INTERRUPTED as INTERRUPTED
from kiebitz.quiet_start import end_quiet_start

BAD_INPUT = 2
BROKEN_PIPE = 141  # 128 + SIGPIPE, as for every program whose reader has closed the pipe


class Commands(TyperGroup):
    """Runs a command. Bad input ends with a message and status 2, never with a traceback."""

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        """Reads the arguments. The help and the version are printed here, so their output can fail too."""
        with ended_in_one_way():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: Any) -> Any:
        """Runs the command and turns its errors into messages and exit statuses."""
        with ended_in_one_way():
            end_quiet_start()
            return super().invoke(ctx)


@contextmanager
def ended_in_one_way() -> Iterator[None]:
    """Turns the errors of a block, and those of its output, into messages and exit statuses."""
    try:
        try:
            yield
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()  # a closed pipe must raise its error here, not when the interpreter ends
    except KiebitzError as error:
        complain(error)
        raise Exit(BAD_INPUT) from None
    except KeyboardInterrupt:
        raise Exit(INTERRUPTED) from None
    except BrokenPipeError:
        abandon_output()
        raise Exit(BROKEN_PIPE) from None
    except OSError as error:  # a full disk, for example; a file that cannot be read is a KiebitzError
        abandon_output()
        complain(error)
        raise Exit(BAD_INPUT) from None


def complain(error: Exception) -> None:
    """Writes an error's lines to standard error."""
    first, *rest = str(error).splitlines() or [type(error).__name__]
    print(f"Error: {first}", *(f"       {line}" for line in rest), sep="\n", file=sys.stderr)


def abandon_output() -> None:
    """Redirects standard output to the null device, so that the interpreter can end without another error."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return  # standard output has no descriptor, for example in a test that captures it
