"""Output of commands: JSON documents, values of settings, rich consoles and tables."""

import json
import math
import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

SIGNIFICANT_DIGITS = 6
USUAL_WIDTH = 80  # columns


def print_json(document: Any) -> None:
    """Writes one JSON document in ASCII on one line; numbers that are not finite become null."""
    print(json.dumps(plain(document), ensure_ascii=True, allow_nan=False))


def plain(value: Any) -> Any:
    """The value with floats rounded and tuples as lists, fit for JSON."""
    if isinstance(value, float):
        return float(f"{value:.{SIGNIFICANT_DIGITS}g}") if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def setting_text(value: object) -> str:
    """A value as it is written in a position file or after a solver's name."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def console(stderr: bool = False) -> "Console":
    """A rich console without markup, since cards and intervals are full of brackets and stars."""
    from rich.console import Console

    class Screen(Console):
        def on_broken_pipe(self) -> None:
            raise  # to the command group, which ends every command alike; rich would exit with 1, our "no"

    screen = Screen(stderr=stderr, markup=False, highlight=False, emoji=False)
    screen.width = screen.width or USUAL_WIDTH  # COLUMNS=0 means unknown
    return screen


def numbers_table(first: str, *columns: str) -> "Table":
    """A rich table for rows of a label and numbers; a column of games is left-aligned."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(first)
    for column in columns:
        table.add_column(column, justify="left" if column == "game" else "right")
    return table


def tolerate_narrow_encodings() -> None:
    """Marks that the terminal's encoding lacks are replaced instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
