"""Qwinto's square and sheets as rows of a drawing, and as small HTML tables."""

from collections.abc import Iterator, Sequence
from html import escape

from kiebitz.notation.drawing import FAINT, Piece, Row
from kiebitz.notation.hands import UNKNOWN, Facts, shown_hand
from kiebitz.notation.qwinto.cards import STACKS, placed_on, rows_named
from kiebitz.notation.qwinto.move import Parts
from kiebitz.notation.qwinto.sheet import COLUMNS, PENALTIES, PENTAGONS, ROWS, Sheet, place_of, row_of, sheet_score

STYLES = {"O": "bold dark_orange", "Y": "bold yellow", "P": "bold magenta", "G": "bold bright_black"}
COLOURS = {"O": "#d35400", "Y": "#b58900", "P": "#8e24aa", "G": "#757575"}
PENTAGON = "!"


def drawn(facts: Facts, names: Sequence[str], parts: Parts | None, width: int | None) -> Iterator[Row]:
    """The square, then the sheets by columns, with `!` at pentagons. A card or number of the move is drawn as `[G5]`.

    width: not used, since the rows fit any screen.
    """
    yield from square_lines(facts, parts)
    if facts["announced"]:
        yield [(announced_text(facts, names), "")]
    yield pile_line(facts)
    for seat, name in enumerate(names):
        yield []
        yield player_line(facts, seat, name)
        field = parts[1] if parts and parts[0] == "write" and seat == facts["to_move"] else None
        yield from sheet_lines(facts, seat, field)


def square_lines(facts: Facts, parts: Parts | None) -> Iterator[Row]:
    """The square. Placed cards are in brackets."""
    placed = parts[1] if parts and parts[0] == "place" else []
    marked = {stack for _, stack in placed}
    tops = dict(zip(STACKS, placed_on(facts["square"], placed), strict=True))
    for left, right in (("TL", "TR"), ("BL", "BR")):
        yield [(" ", ""), card_piece(tops[left], left in marked), card_piece(tops[right], right in marked)]


def card_piece(card: str, marked: bool) -> Piece:
    """A card of the square; a placed card is in brackets."""
    shown = f"[{card}]" if marked else card
    return f"{shown:^6}", style(card) + (" reverse" if marked else "")


def style(card: str) -> str:
    """The style of a card."""
    return STYLES.get(card[:1], "")


def announced_text(facts: Facts, names: Sequence[str]) -> str:
    """The announcement in words."""
    announced = facts["announced"]
    return f"  announced: {announced['sum']} in {rows_named(announced['colours'])}, by {names[facts['active']]}"


def pile_line(facts: Facts) -> list[Piece]:
    """The pile and the covered cards."""
    pile, covered = facts["pile"], facts["covered"]
    known = [card for card in pile if card is not None]
    below = [("; from the top", ""), *hand_pieces(known)] if known else []
    return [(f"  pile: {len(pile)}", ""), *below, (f"; covered: {len(covered)}", ""), *hand_pieces(covered)]


def hand_pieces(cards: Sequence[str]) -> list[Piece]:
    """The cards side by side; unknown ones are faint."""
    return [(f" {card}", FAINT if card == UNKNOWN else style(card)) for card in cards]


def player_line(facts: Facts, seat: int, name: str) -> list[Piece]:
    """The line of a player: `>` for the player to move, name, score, hand with `?` for unknown cards, penalties."""
    sheet = facts["sheets"][seat]
    mark = ">" if seat == facts["to_move"] else " "
    penalties = f"   penalties: {sheet['penalties']} of {PENALTIES}"
    cards = hand_pieces(shown_hand(facts, seat))
    return [(f"{mark} {name}: {sheet_score(sheet)} points ", ""), *cards, (penalties, "")]


def sheet_lines(facts: Facts, seat: int, field: str | None) -> Iterator[Row]:
    """The rows by columns. A number that the move writes is drawn as `[14]`."""
    yield [("    ", ""), *[(f"{column:>5}", FAINT) for column in range(12)]]
    for row in ROWS:
        letter = row[0].upper()
        cells = [cell_piece(facts, seat, row, column, field) for column in range(12)]
        yield [(f"   {letter}", STYLES[letter]), *cells]


def cell_piece(facts: Facts, seat: int, row: str, column: int, field: str | None) -> Piece:
    """A field of a sheet; a number that the move writes is in brackets.

    field: the field that the move writes in, such as Y7; None if the move does not write.
    """
    if column not in COLUMNS[row]:
        return "     ", ""
    if field is not None and row_of(field) == row and int(field[1:]) == column:
        shown, look = f"[{facts['announced']['sum']}]", STYLES[field[0]] + " reverse"
    else:
        number = number_in(facts["sheets"][seat], row, column)
        shown = "." if number is None else str(number)
        look = FAINT if number is None else STYLES[row[0].upper()]
    # The mark of a pentagon stands behind the number, so that the columns stay in line.
    mark = PENTAGON if PENTAGONS.get(column) == row else " "
    return f"{shown:>4}{mark}", look


def number_in(sheet: Sheet, row: str, column: int) -> int | None:
    """The number in a field."""
    number: int | None = sheet[row][place_of(f"{row[0].upper()}{column}")]
    return number


def html_drawn(facts: Facts, names: Sequence[str], parts: Parts | None) -> str:
    """Small HTML tables: the square, then each player's sheet. Cards or number of the move are underlined."""
    notes = [announced_text(facts, names)] if facts["announced"] else []
    notes.append("".join(text for text, _ in pile_line(facts)))
    text = html_square(facts, parts) + f"<p>{'<br>'.join(escape(note.strip()) for note in notes)}</p>"
    for seat, name in enumerate(names):
        field = parts[1] if parts and parts[0] == "write" and seat == facts["to_move"] else None
        head = escape("".join(piece for piece, _ in player_line(facts, seat, name)).strip())
        text += f"<p>{head}</p>{html_sheet(facts, seat, field)}"
    return text


def html_square(facts: Facts, parts: Parts | None) -> str:
    """The square as a table."""
    placed = parts[1] if parts and parts[0] == "place" else []
    marked = {stack for _, stack in placed}
    cells = []
    for stack, card in zip(STACKS, placed_on(facts["square"], placed), strict=True):
        shown = f"<u>{escape(card)}</u>" if stack in marked else escape(card)
        cells.append(f'<td style="color:{COLOURS.get(card[:1], "inherit")};font-weight:bold">{shown}</td>')
    return f'<table class="kiebitz"><tr>{"".join(cells[:2])}</tr><tr>{"".join(cells[2:])}</tr></table>'


def html_sheet(facts: Facts, seat: int, field: str | None) -> str:
    """A sheet as a table."""
    head = "".join(f"<th>{column}</th>" for column in range(12))
    body = ""
    for row in ROWS:
        letter = row[0].upper()
        cells = ""
        for column in range(12):
            shown = cell_piece(facts, seat, row, column, field)[0].strip()
            shown = f"<u>{shown.strip('[]')}</u>" if shown.startswith("[") else shown
            cells += f'<td style="color:{COLOURS[letter]}">{shown}</td>'
        body += f"<tr><th>{letter}</th>{cells}</tr>"
    return f'<table class="kiebitz"><tr><th></th>{head}</tr>{body}</table>'
