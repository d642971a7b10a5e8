"""Quanto's table drawn: as plain lines, with colours for the terminal, and as a small HTML table."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from kiebitz.notation.drawing import FAINT, Piece, plain, styled
from kiebitz.notation.hands import UNKNOWN, Facts, shown_hand
from kiebitz.notation.players import default_names
from kiebitz.notation.quanto.cards import JOKER, is_rainbow
from kiebitz.notation.quanto.move import parse_move

if TYPE_CHECKING:
    from rich.text import Text

RAINBOW_STYLE, JOKER_STYLE, CHIP_STYLE = "bold cyan", "bold magenta", "bold yellow"
RAINBOW_COLOUR, JOKER_COLOUR = "#00838f", "#ad1480"


def draw(facts: Facts, names: Sequence[str] | None = None, move: str | None = None) -> list[str]:
    """Plain text lines: the display, a move's cards in it as `[4]`; scores, hands and stacks; the pile."""
    return [plain(pieces) for pieces in drawn(facts, names, move)]


def draw_rich(
    facts: Facts, names: Sequence[str] | None = None, move: str | None = None, width: int | None = None
) -> "Text":
    """The same for rich, rainbow cards and jokers in colour; its rows fit a usual screen, `width` changes nothing."""
    return styled(drawn(facts, names, move))


def drawn(facts: Facts, names: Sequence[str] | None, move: str | None) -> Iterator[list[Piece]]:
    names = names or default_names(facts["players"])
    taken, played = cards_of(move, names)
    yield [("display: ", ""), *marked(facts["display"], taken)]
    if facts["turned"]:
        yield [("turned:  ", ""), *marked(facts["turned"], played)]
    yield []
    yield from player_lines(facts, names, Counter() if facts["turned"] else played)
    gone = len(facts["gone"])
    known = f", {gone} seen to go" if gone else ""
    yield [(f"  pile: {len(facts['pile'])}{known}", "")]


def cards_of(move: str | None, names: Sequence[str]) -> tuple[Counter, Counter]:
    """The display cards and the played card of a move."""
    if move is None:
        return Counter(), Counter()
    parts = parse_move(move, names)
    return Counter([*parts.takes, *filter(None, [parts.bonus])]), Counter(filter(None, [parts.card]))


def marked(cards: Sequence[str], chosen: Counter) -> list[Piece]:
    """The cards in a row, the chosen ones in brackets."""
    left, pieces = Counter(chosen), []
    for card in cards:
        if left[card] > 0:
            left[card] -= 1
            pieces.append((f" [{card}]", style(card) + " reverse"))
        else:
            pieces.append((f"  {card} ", style(card)))
    return pieces


def style(card: str) -> str:
    if card == UNKNOWN:
        return FAINT
    if card == JOKER:
        return JOKER_STYLE
    return RAINBOW_STYLE if is_rainbow(card) else "bold"


def player_lines(facts: Facts, names: Sequence[str], played: Counter) -> Iterator[list[Piece]]:
    """One line a player: `>` if to move, the name, cards won, the hand with `?` for unknown cards, the stack."""
    width = max(map(len, names))
    for seat, name in enumerate(names):
        mark = ">" if seat == facts["to_move"] else " "
        chosen = played if seat == facts["to_move"] else Counter()
        last = "  last taker" if seat == facts["last_taker"] else ""
        yield [
            (f"{mark} {name:<{width}} {facts['won'][seat]:>4} won ", ""),
            *marked(shown_hand(facts, seat), chosen),
            *stack_pieces(facts["stacks"][seat]),
            (last, FAINT),
        ]


def stack_pieces(stack: Mapping[str, Any] | None) -> list[Piece]:
    if stack is None:
        return []
    cards = [*stack["cards"], *[UNKNOWN] * (stack.get("size", len(stack["cards"])) - len(stack["cards"]))]
    return [(f"  chip {stack['chip']}:", CHIP_STYLE), *[(f" {card}", style(card)) for card in cards]]


def html(facts: Facts, names: Sequence[str] | None = None, move: str | None = None) -> str:
    """A small HTML table for notebooks: the display, the move's cards underlined, and the players below it."""
    names = names or default_names(facts["players"])
    taken, played = cards_of(move, names)
    rows = html_row("display", facts["display"], taken)
    if facts["turned"]:
        rows += html_row("turned", facts["turned"], played)
    lines = player_lines(facts, names, Counter() if facts["turned"] else played)
    notes = [escape(plain(pieces).strip()) for pieces in lines]
    notes.append(f"pile: {len(facts['pile'])}")
    return f'<table class="kiebitz">{rows}</table><p>{"<br>".join(notes)}</p>'


def html_row(title: str, cards: Sequence[str], chosen: Counter) -> str:
    left, cells = Counter(chosen), ""
    for card in cards:
        shown = escape(card)
        if left[card] > 0:
            left[card] -= 1
            shown = f"<u>{shown}</u>"
        colour = JOKER_COLOUR if card == JOKER else RAINBOW_COLOUR if is_rainbow(card) else "inherit"
        cells += f'<td style="color:{colour};font-weight:bold">{shown}</td>'
    return f"<tr><th>{title}</th>{cells}</tr>"
