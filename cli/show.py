"""kiebitz show: a drawing of the table."""

from typing import TYPE_CHECKING

from kiebitz import Position, View
from kiebitz.cli.output import console
from kiebitz.cli.position import File, Line, read_table

if TYPE_CHECKING:
    from rich.console import Console


def show(file: File = None, line: Line = None) -> None:
    """Draws the table, the scores, the known hands and the pile."""
    print_picture(console(), read_table(file, line))


def print_picture(screen: "Console", table: Position | View, move: str | None = None) -> None:
    """Draws the table on a rich console, with a move's cards on it if one is given."""
    drawing = table.game.notation.draw_rich(table.facts(), table.names, move, screen.width)
    # Rows of a table must not be broken like words of a text, however narrow the terminal.
    screen.print(drawing, soft_wrap=True)
