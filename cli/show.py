"""kiebitz show: a drawing of the table."""

from typing import TYPE_CHECKING

from kiebitz import Position, View
from kiebitz.cli.output import console
from kiebitz.cli.position import File, Line, read_state

if TYPE_CHECKING:
    from rich.console import Console


def show(file: File = None, line: Line = None) -> None:
    """Draws the table, the scores, the known hands and the pile."""
    print_picture(console(), read_state(file, line))


def print_picture(screen: "Console", state: Position | View, move: str | None = None) -> None:
    """Draws the table on a rich console.

    move: the text of a move whose cards or numbers are marked in the drawing, or None.
    """
    drawing = state.game.notation.draw_rich(state.facts(), state.names, move, screen.width)
    # Rich must not break the rows like lines of text, even if the terminal is narrow.
    screen.print(drawing, soft_wrap=True)
