"""Kwatro's table as rows of a drawing, and as a small HTML table."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from kiebitz.notation.drawing import FAINT, Piece, Row, plain
from kiebitz.notation.hands import UNKNOWN, Facts, shown_hand
from kiebitz.notation.kwatro.cards import WILD
from kiebitz.notation.kwatro.move import Parts
from kiebitz.notation.kwatro.table import EMPTY, Cell, bounds

STYLES = {"R": "bold red", "Y": "bold yellow", "G": "bold green", "B": "bold blue", WILD: "bold magenta"}
COLOURS = {"R": "#c62828", "Y": "#b58900", "G": "#2e7d32", "B": "#1565c0", WILD: "#ad1480"}
CELL = 5  # characters


def drawn(facts: Facts, names: Sequence[str], parts: Parts | None, width: int | None) -> Iterator[Row]:
    """The table with row and column numbers, then scores, hands and pile. A card of the move is drawn as `[BX2]`.

    width: characters of a row; a wider table is drawn in parts. None for no limit.
    """
    placed = cells_of(parts)
    rows, columns = framed(facts, placed)
    fitting = len(columns) if width is None else max(1, (width - CELL) // CELL)
    for first in range(0, len(columns), fitting):
        part = columns[first : first + fitting]
        yield [(" " * CELL, "")] + [(f"{column:^{CELL}}", FAINT) for column in part]
        for row in rows:
            yield [(f"{row:>4} ", FAINT)] + [cell_piece(facts["table"], placed, (row, column)) for column in part]
        yield []
    yield from player_lines(facts, names)
    yield pile_line(facts)


def cells_of(parts: Parts | None) -> dict[Cell, str]:
    """The cards that a move lays on the table, by cell."""
    if parts is None or parts[0] == "trade":
        return {}
    if parts[0] == "swap":
        return {(parts[2], parts[3]): parts[1]}
    return {(row, column): card for card, row, column in parts[1]}


def framed(facts: Facts, placed: Mapping[Cell, str]) -> tuple[range, range]:
    """Rows and columns of the drawing. A free cell on every side gives each cell of a possible play its numbers."""
    rows, columns = bounds([*(facts["table"] or [(0, 0)]), *placed])
    return range(rows.start - 1, rows.stop + 1), range(columns.start - 1, columns.stop + 1)


def cell_piece(table: Mapping[Cell, str], placed: Mapping[Cell, str], cell: Cell) -> Piece:
    """A cell as it is drawn; a card of the move is in brackets."""
    if cell in placed:
        return f"{'[' + placed[cell] + ']':^5}", style(placed[cell]) + " reverse"
    card = table.get(cell)
    return (f"{EMPTY:^5}", FAINT) if card is None else (f"{card:^5}", style(card))


def style(card: str) -> str:
    """The style of a card."""
    return STYLES.get(card if card == WILD else card[:1], "")


def player_lines(facts: Facts, names: Sequence[str]) -> Iterator[Row]:
    """One line for each player: `>` for the player to move, name, score, hand with `?` for unknown cards."""
    width = max(map(len, names))
    for seat, name in enumerate(names):
        mark = ">" if seat == facts["to_move"] else " "
        yield [(f"{mark} {name:<{width}} {facts['scores'][seat]:>6}  ", ""), *hand_pieces(shown_hand(facts, seat))]


def hand_pieces(cards: Sequence[str]) -> list[Piece]:
    """The cards side by side; unknown ones are faint."""
    return [(f" {card}", FAINT if card == UNKNOWN else style(card)) for card in cards]


def pile_line(facts: Facts) -> Row:
    """The number of cards in the pile, and its known cards."""
    pile = facts["pile"]
    known = [card or UNKNOWN for card in pile]
    while known and known[0] == UNKNOWN:
        known.pop(0)
    below = [("; bottom" if len(known) < len(pile) else "; from the top", ""), *hand_pieces(known)] if known else []
    return [(f"  pile: {len(pile)}", ""), *below]


def html_drawn(facts: Facts, names: Sequence[str], parts: Parts | None) -> str:
    """The table as a small HTML table, and the players below it. The cards of the move are underlined."""
    placed = cells_of(parts)
    rows, columns = framed(facts, placed)
    head = "".join(f"<th>{column}</th>" for column in columns)
    body = "".join(
        f"<tr><th>{row}</th>{''.join(html_cell(facts['table'], placed, (row, column)) for column in columns)}</tr>"
        for row in rows
    )
    notes = [escape(plain(pieces).strip()) for pieces in player_lines(facts, names)]
    notes.append(escape(plain(pile_line(facts)).strip()))
    return f'<table class="kiebitz"><tr><th></th>{head}</tr>{body}</table><p>{"<br>".join(notes)}</p>'


def html_cell(table: Mapping[Cell, str], placed: Mapping[Cell, str], cell: Cell) -> str:
    """A cell of the HTML table; a card of the move is underlined."""
    card = placed.get(cell, table.get(cell))
    if card is None:
        return "<td></td>"
    colour = COLOURS.get(card if card == WILD else card[:1], "inherit")
    shown = f"<u>{escape(card)}</u>" if cell in placed else escape(card)
    return f'<td style="color:{colour};font-weight:bold">{shown}</td>'
