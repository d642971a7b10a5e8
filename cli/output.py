"""Output of commands: JSON documents, values of options and parameters, consoles and tables of rich."""

import json
import math
import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

SIGNIFICANT_DIGITS = 6
USUAL_WIDTH = 80  # characters of a line


def print_json(value: Any) -> None:
    """Prints one JSON document in ASCII on one line. Numbers that are not finite become null."""
    print(json.dumps(plain(value), ensure_ascii=True, allow_nan=False))


def plain(value: Any) -> Any:
    """The value in a form that JSON can hold: rounded floats, None for infinite ones, lists for tuples."""
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
            raise  # the command group handles it; rich would exit with status 1, which means "no" here

    screen = Screen(stderr=stderr, markup=False, highlight=False, emoji=False)
    screen.width = screen.width or USUAL_WIDTH  # COLUMNS=0 means that the width is unknown
    return screen


def numbers_table(first: str, *columns: str) -> "Table":
    """A rich table whose rows have a label and numbers. Only a column `game` is left-aligned."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(first)
    for column in columns:
        table.add_column(column, justify="left" if column == "game" else "right")
    return table


def tolerate_narrow_encodings() -> None:
    """Makes the standard streams replace characters that the terminal's encoding lacks. They would raise an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
