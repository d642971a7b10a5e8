"""kiebitz show: a drawing of the table."""

from typing import TYPE_CHECKING

from kiebitz import Position, View
from kiebitz.cli.output import console
from kiebitz.cli.position import At, File, Line, one_document, record_of
from kiebitz.notation.games import from_document
from kiebitz.records import Record, is_record

if TYPE_CHECKING:
    from rich.console import Console


def show(file: File = None, line: Line = None, at: At = None) -> None:
    """Draws the table, the scores, the known hands and the pile."""
    document = one_document(file, line)
    if is_record(document) or at is not None:
        print_table(console(), record_of(document, at))
    else:
        print_picture(console(), from_document(document))


def print_table(screen: "Console", record: Record) -> None:
    """Draws the table at the end of a record, also if no hand is known."""
    table = record.table
    if table.facts is None or table.world is not None:
        print_picture(screen, record.state())
        return
    facts = table.facts | {"viewer": record.viewer if record.viewer is not None else 0}
    drawing = record.game.notation.draw_rich(facts, record.names, None, screen.width)
    screen.print(drawing, soft_wrap=True)


def print_picture(screen: "Console", state: Position | View, move: str | None = None) -> None:
    """Draws the table on a rich console.

    move: the text of a move whose cards or numbers are marked in the drawing, or None.
    """
    drawing = state.game.notation.draw_rich(state.facts(), state.names, move, screen.width)
    # Rich must not break the rows like lines of text, even if the terminal is narrow.
    screen.print(drawing, soft_wrap=True)
