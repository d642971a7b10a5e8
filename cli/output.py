"""Output of commands: JSON documents, values of options and parameters, consoles and tables of rich.

All text passes through here on its way to the terminal, also that of other people: names, file names, keys, texts of
solvers. Plain output and messages pass a `PrintableStream`, and what rich draws passes the console of `console`. Both
leave nothing but print. JSON is ASCII.
"""

import json
import math
import sys
from collections.abc import Iterable
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

from kiebitz.foreign_text import printable

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment
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
    """A rich console without markup, since cards and intervals are full of brackets and stars.

    Its own colours are the only escape sequences that it writes.
    """
    from rich.console import Console

    class Screen(Console):
        def render(self, renderable: "RenderableType", options: "ConsoleOptions | None" = None) -> "Iterable[Segment]":
            for segment in super().render(renderable, options):
                yield segment if segment.control else segment._replace(text=printable(segment.text))

        def on_broken_pipe(self) -> None:
            raise  # the command group handles it; rich would exit with status 1, which means "no" here

    stream = sys.stderr if stderr else sys.stdout
    unfiltered = stream.unfiltered if isinstance(stream, PrintableStream) else None
    screen = Screen(file=unfiltered, stderr=stderr, markup=False, highlight=False, emoji=False)
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


class PrintableStream:
    """A standard stream that writes a question mark for every mark that is no print, no line end and no tab.

    unfiltered: the stream that it stands for, for output that has escape sequences of its own.
    """

    def __init__(self, unfiltered: TextIOWrapper) -> None:
        self.unfiltered = unfiltered

    def write(self, text: str) -> int:
        """Writes the printable form of a text."""
        return self.unfiltered.write(printable(text))

    def writelines(self, lines: Iterable[str]) -> None:
        """Writes the printable form of several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.unfiltered, name)


def guard_streams() -> None:
    """Makes the standard streams safe for any text: they replace what is no print or what their encoding lacks."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
            setattr(sys, name, PrintableStream(stream))
