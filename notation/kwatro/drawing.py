"""Kwatro's table drawn: as plain lines, with colours for the terminal, and as a small HTML table."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from kiebitz.notation.drawing import FAINT, Piece, plain, styled
from kiebitz.notation.hands import UNKNOWN, Facts, shown_hand
from kiebitz.notation.kwatro.cards import WILD
from kiebitz.notation.kwatro.move import parse_move
from kiebitz.notation.kwatro.table import EMPTY, Cell, bounds
from kiebitz.notation.players import default_names

if TYPE_CHECKING:
    from rich.text import Text

STYLES = {"R": "bold red", "Y": "bold yellow", "G": "bold green", "B": "bold blue", WILD: "bold magenta"}
COLOURS = {"R": "#c62828", "Y": "#b58900", "G": "#2e7d32", "B": "#1565c0", WILD: "#ad1480"}
CELL = 5  # characters


def draw(facts: Facts, names: Sequence[str] | None = None, move: str | None = None) -> list[str]:
    """Plain text lines: the table with row and column numbers, a move's cards as `[BX2]`; scores, hands and pile."""
    return [plain(pieces) for pieces in drawn(facts, names, move)]


def draw_rich(
    facts: Facts, names: Sequence[str] | None = None, move: str | None = None, width: int | None = None
) -> "Text":
    """The same for rich, each card in its colour; a table wider than `width` characters is drawn in parts."""
    return styled(drawn(facts, names, move, width))


def drawn(
    facts: Facts, names: Sequence[str] | None, move: str | None, width: int | None = None
) -> Iterator[list[Piece]]:
    placed = cells_of(move)
    rows, columns = framed(facts, placed)
    fitting = len(columns) if width is None else max(1, (width - CELL) // CELL)
    for first in range(0, len(columns), fitting):
        part = columns[first : first + fitting]
        yield [(" " * CELL, "")] + [(f"{column:^{CELL}}", FAINT) for column in part]
        for row in rows:
            yield [(f"{row:>4} ", FAINT)] + [cell_piece(facts["table"], placed, (row, column)) for column in part]
        yield []
    yield from player_lines(facts, names or default_names(facts["players"]))
    yield pile_line(facts)


def cells_of(move: str | None) -> dict[Cell, str]:
    """The cards that a move lays on the table, by cell."""
    parts = parse_move(move) if move else ("trade", [])
    if parts[0] == "play":
        return {(row, column): card for card, row, column in parts[1]}
    return {(parts[2], parts[3]): parts[1]} if parts[0] == "swap" else {}


def framed(facts: Facts, placed: Mapping[Cell, str]) -> tuple[range, range]:
    """Rows and columns of the drawing: a free cell on every side, so that every cell that can be played is numbered."""
    rows, columns = bounds([*(facts["table"] or [(0, 0)]), *placed])
    return range(rows.start - 1, rows.stop + 1), range(columns.start - 1, columns.stop + 1)


def cell_piece(table: Mapping[Cell, str], placed: Mapping[Cell, str], cell: Cell) -> Piece:
    if cell in placed:
        return f"{'[' + placed[cell] + ']':^5}", style(placed[cell]) + " reverse"
    card = table.get(cell)
    return (f"{EMPTY:^5}", FAINT) if card is None else (f"{card:^5}", style(card))


def style(card: str) -> str:
    return STYLES.get(card if card == WILD else card[:1], "")


def player_lines(facts: Facts, names: Sequence[str]) -> Iterator[list[Piece]]:
    """One line a player: `>` if to move, the name, the score, the hand with `?` for unknown cards."""
    width = max(map(len, names))
    for seat, name in enumerate(names):
        mark = ">" if seat == facts["to_move"] else " "
        yield [(f"{mark} {name:<{width}} {facts['scores'][seat]:>6}  ", ""), *hand_pieces(shown_hand(facts, seat))]


def hand_pieces(cards: Sequence[str]) -> list[Piece]:
    return [(f" {card}", FAINT if card == UNKNOWN else style(card)) for card in cards]


def pile_line(facts: Facts) -> list[Piece]:
    pile = facts["pile"]
    known = [card or UNKNOWN for card in pile]
    while known and known[0] == UNKNOWN:
        known.pop(0)
    below = [("; bottom" if len(known) < len(pile) else "; from the top", ""), *hand_pieces(known)] if known else []
    return [(f"  pile: {len(pile)}", ""), *below]


def html(facts: Facts, names: Sequence[str] | None = None, move: str | None = None) -> str:
    """A small HTML table for notebooks, the move's cards underlined, and the players below it."""
    placed = cells_of(move)
    rows, columns = framed(facts, placed)
    head = "".join(f"<th>{column}</th>" for column in columns)
    body = "".join(
        f"<tr><th>{row}</th>{''.join(html_cell(facts['table'], placed, (row, column)) for column in columns)}</tr>"
        for row in rows
    )
    names = names or default_names(facts["players"])
    notes = [escape(plain(pieces).strip()) for pieces in player_lines(facts, names)]
    notes.append(escape(plain(pile_line(facts)).strip()))
    return f'<table class="kiebitz"><tr><th></th>{head}</tr>{body}</table><p>{"<br>".join(notes)}</p>'


def html_cell(table: Mapping[Cell, str], placed: Mapping[Cell, str], cell: Cell) -> str:
    card = placed.get(cell, table.get(cell))
    if card is None:
        return "<td></td>"
    colour = COLOURS.get(card if card == WILD else card[:1], "inherit")
    shown = f"<u>{escape(card)}</u>" if cell in placed else escape(card)
    return f'<td style="color:{colour};font-weight:bold">{shown}</td>'
