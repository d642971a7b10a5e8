"""A solver's advice on the screen: ranked moves with reasons, and a line about the search.

A move and its figures share a line. In a narrow terminal the figures stand below the move.

    #    move              points   margin (95 % interval)      win
    1=   BX2@0,1 GO2@0,2       34   +12.3 (+10.2 to +14.4)   71.4 %
         row RT2 BX2 GO2: 2+2+2 = 6; ...
         reply: RO3@-1,2
"""

from collections.abc import Sequence
from textwrap import fill, indent
from typing import Any

from rich.console import Console
from rich.text import Text

from kiebitz.solvers.advice import Advice, Ranked

HEADINGS = ("#", "move", "points", "margin (95 % interval)", "win")
SIDES = ("<", "<", ">", ">", ">")
GAP = "   "
INDENT = 5
STOPS = {
    "budget": "budget used up",
    "confident": "sure of the best move",
    "enough": "more worlds would not help",
    "interrupted": "interrupted",
    "only move": "the only move",
    "memory": "memory used up",
    "exact": "solved",
}


def print_ranking(screen: Console, advice: Advice, places: Sequence[int]) -> None:
    """Prints the moves at these places of the ranking, each with its reasons and the moves that are expected next."""
    shown, ranks = [advice.moves[place] for place in places], rank_texts(advice)
    rows = [
        (ranks[place], *figures(move, advice.exact or move.exact)) for place, move in zip(places, shown, strict=True)
    ]
    widths = [max(len(row[i]) for row in (HEADINGS, *rows)) for i in range(len(HEADINGS))]
    widths[0] = INDENT - len(GAP)
    fits = sum(widths) + len(GAP) * (len(widths) - 1) <= screen.width
    if fits:
        screen.print(Text(aligned(HEADINGS, widths), style="bold"), soft_wrap=True)
    for row, move in zip(rows, shown, strict=True):
        print_move(screen, row, move, widths if fits else None)
    if left := leftover(advice, places):
        print_detail(screen, [left])


def print_move(screen: Console, row: Sequence[str], move: Ranked, widths: list[int] | None) -> None:
    """Prints an entry of the ranking.

    widths: the width of each column in characters; None if the figures get a line of their own.
    """
    style = "bold green" if row[0] in ("1", "1=") else "bold"
    if widths:
        screen.print(Text(aligned(row, widths), style=style), soft_wrap=True)
    else:
        rank, text, points, margin, win = row
        screen.print(Text(f"{rank:<{INDENT}}{text}", style=style))
        print_detail(screen, [f"{points} points,", f"margin {margin},", f"win {win}"])
    if move.why:
        print_detail(screen, [*(f"{reason};" for reason in move.why[:-1]), move.why[-1]])
    if move.line:
        first, *later = move.line
        print_detail(screen, [f"{'then' if later else 'reply'}: {first}", *(f"- {text}" for text in later)])


def print_detail(screen: Console, parts: Sequence[str]) -> None:
    """Prints parts of text below a move. Lines are broken between parts if possible."""
    width = max(screen.width - INDENT, 1)
    lines = [parts[0]]
    for part in parts[1:]:
        if len(lines[-1]) + 1 + len(part) <= width:
            lines[-1] += f" {part}"
        else:
            lines.append(part)
    for line in lines:
        screen.print(Text(indent(fill(line, width), " " * INDENT)), soft_wrap=True)


def rank_texts(advice: Advice) -> list[str]:
    """The rank of each move: `1=` for moves that are tied with the best, else the place."""
    tied = [move.tied for move in advice.moves[1:]]
    best = "1=" if any(tied) else "1"
    return [best, *("1=" if same else str(place) for place, same in enumerate(tied, 2))]


def figures(move: Ranked, exact: bool) -> tuple[str, str, str, str]:
    """The move, its points, its margin and its probability of winning, as texts.

    A move that was not searched has no probability of its own.

    exact: whether the margin is exact, so that it has no interval.
    """
    low, high = move.margin_ci
    interval = "" if exact else f" ({signed(low)} to {signed(high)})"
    win = f"{100 * move.win:.1f} %" if move.searched else "not searched"
    return str(move.move), str(move.points), signed(move.margin) + interval, win


def signed(number: float) -> str:
    """A number with its sign and one digit after the point."""
    return f"{round(number, 1) + 0.0:+.1f}"  # adding zero turns -0.0 into +0.0


def aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    """The cells side by side, each as wide as its column."""
    padded = (f"{cell:{side}{width}}" for cell, side, width in zip(cells, SIDES, widths, strict=True))
    return GAP.join(padded).rstrip()


def leftover(advice: Advice, places: Sequence[int]) -> str:
    """A remark about the moves that are not shown; empty if all moves are shown."""
    rest = [move for place, move in enumerate(advice.moves) if place not in places]
    if not rest:
        return ""
    tied = sum(move.tied for move in rest)
    note = f", {tied} of them as good as the best" if tied else ""
    return f"and {len(rest)} more{note} (--top K shows K)"


def print_summary(screen: Console, advice: Advice) -> None:
    """Prints solver, worlds, nodes, time, seed, and why the search stopped."""
    found = [advice.solver + (" (exact)" if advice.exact else "")]
    found += [f"{advice.worlds:,} worlds"] if advice.worlds else []
    if advice.selection:
        found += [f"{advice.selection.moves:,} of about {advice.selection.total:,} moves looked at"]
    found += [sample_size_note(advice.belief)] if advice.belief else []
    found += [f"{advice.nodes:,} nodes", f"{advice.seconds:.2f} s", f"seed {advice.seed}"]
    screen.print(Text(", ".join([*found, STOPS.get(advice.stop, advice.stop)])))


def sample_size_note(belief: Any) -> str:
    """A remark about worlds that were weighted by the moves of the other players."""
    if not belief.weighted:
        return "no observed moves to weight worlds by"
    return f"{belief.weighted:,} weighted worlds (effective sample size {belief.effective:,.0f})"
