"""The command group: every command's errors become one message and an exit status here."""

import os
import sys
from typing import Any

from typer import Exit
from typer.core import TyperGroup

from kiebitz.errors import KiebitzError

BAD_INPUT = 2
INTERRUPTED = 130  # 128 + SIGINT, as shells report it
BROKEN_PIPE = 141  # 128 + SIGPIPE, the status of any tool whose reader went away


class Commands(TyperGroup):
    """Runs a command; bad input ends with status 2 and a message, never with a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Runs the command; every error becomes a message and an exit status."""
        try:
            result = super().invoke(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()  # a reader that went away must show here, not when the interpreter ends
            return result
        except KiebitzError as error:
            complain(error)
            raise Exit(BAD_INPUT) from None
        except KeyboardInterrupt:
            raise Exit(INTERRUPTED) from None
        except BrokenPipeError:
            abandon_output()
            raise Exit(BROKEN_PIPE) from None
        except OSError as error:  # a full disk, for example; files that cannot be read are KiebitzErrors
            abandon_output()
            complain(error)
            raise Exit(BAD_INPUT) from None


def complain(error: Exception) -> None:
    """Writes an error's lines to standard error."""
    first, *rest = str(error).splitlines() or [type(error).__name__]
    print(f"Error: {first}", *(f"       {line}" for line in rest), sep="\n", file=sys.stderr)


def abandon_output() -> None:
    """Sends buffered output to nowhere, so that the interpreter can end quietly."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return  # standard output has no descriptor to redirect, as in a captured run
