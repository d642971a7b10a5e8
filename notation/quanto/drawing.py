"""Quanto's table as rows of a drawing, and as a small HTML table."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from kiebitz.notation.drawing import FAINT, Piece, Row, plain
from kiebitz.notation.hands import UNKNOWN, Facts, shown_hand
from kiebitz.notation.quanto.cards import JOKER, is_rainbow, stack_size
from kiebitz.notation.quanto.move import Parts

RAINBOW_STYLE, JOKER_STYLE, CHIP_STYLE = "bold cyan", "bold magenta", "bold yellow"
RAINBOW_COLOUR, JOKER_COLOUR = "#00838f", "#ad1480"


def drawn(facts: Facts, names: Sequence[str], parts: Parts | None, width: int | None) -> Iterator[Row]:
    """The display; then scores, hands and stacks; then the pile. A card of the move is drawn as `[4]`.

    width: not used, since the rows fit a usual screen.
    """
    taken, played = cards_of(parts)
    yield [("display: ", ""), *marked(facts["display"], taken)]
    if facts["turned"]:
        yield [("turned:  ", ""), *marked(facts["turned"], played)]
    yield []
    yield from player_lines(facts, names, Counter() if facts["turned"] else played)
    gone = len(facts["gone"])
    known = f", {gone} known to be gone" if gone else ""
    yield [(f"  pile: {len(facts['pile'])}{known}", "")]


def cards_of(parts: Parts | None) -> tuple[Counter[str], Counter[str]]:
    """The display cards and the played card of a move."""
    if parts is None:
        return Counter(), Counter()
    return Counter([*parts.takes, *filter(None, [parts.bonus])]), Counter(filter(None, [parts.card]))


def marked(cards: Sequence[str], chosen: Counter[str]) -> list[Piece]:
    """The cards in a row. The chosen cards are in brackets."""
    left, pieces = Counter(chosen), list[Piece]()
    for card in cards:
        if left[card] > 0:
            left[card] -= 1
            pieces.append((f" [{card}]", style(card) + " reverse"))
        else:
            pieces.append((f"  {card} ", style(card)))
    return pieces


def style(card: str) -> str:
    """The style of a card."""
    if card == UNKNOWN:
        return FAINT
    if card == JOKER:
        return JOKER_STYLE
    return RAINBOW_STYLE if is_rainbow(card) else "bold"


def player_lines(facts: Facts, names: Sequence[str], played: Counter[str]) -> Iterator[Row]:
    """One line for each player: `>` for the player to move, name, cards won, hand with `?` for unknown cards, stack."""
    width = max(map(len, names))
    for seat, name in enumerate(names):
        mark = ">" if seat == facts["to_move"] else " "
        chosen = played if seat == facts["to_move"] else Counter[str]()
        last = "  last taker" if seat == facts["last_taker"] else ""
        yield [
            (f"{mark} {name:<{width}} {facts['won'][seat]:>4} won ", ""),
            *marked(shown_hand(facts, seat), chosen),
            *stack_pieces(facts["stacks"][seat]),
            (last, FAINT),
        ]


def stack_pieces(stack: Mapping[str, Any] | None) -> list[Piece]:
    """A stack with its chip; `?` for each card that was not noted."""
    if stack is None:
        return []
    cards = [*stack["cards"], *[UNKNOWN] * (stack_size(stack) - len(stack["cards"]))]
    return [(f"  chip {stack['chip']}:", CHIP_STYLE), *[(f" {card}", style(card)) for card in cards]]


def html_drawn(facts: Facts, names: Sequence[str], parts: Parts | None) -> str:
    """The display as a small HTML table, and the players below it. The cards of the move are underlined."""
    taken, played = cards_of(parts)
    rows = html_row("display", facts["display"], taken)
    if facts["turned"]:
        rows += html_row("turned", facts["turned"], played)
    lines = player_lines(facts, names, Counter() if facts["turned"] else played)
    notes = [escape(plain(pieces).strip()) for pieces in lines]
    notes.append(f"pile: {len(facts['pile'])}")
    return f'<table class="kiebitz">{rows}</table><p>{"<br>".join(notes)}</p>'


def html_row(title: str, cards: Sequence[str], chosen: Counter[str]) -> str:
    """A row of the HTML table. The chosen cards are underlined."""
    left, cells = Counter(chosen), ""
    for card in cards:
        shown = escape(card)
        if left[card] > 0:
            left[card] -= 1
            shown = f"<u>{shown}</u>"
        colour = JOKER_COLOUR if card == JOKER else RAINBOW_COLOUR if is_rainbow(card) else "inherit"
        cells += f'<td style="color:{colour};font-weight:bold">{shown}</td>'
    return f"<tr><th>{title}</th>{cells}</tr>"
