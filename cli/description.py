"""The properties of the games on the screen: a row for each property, a column for each game."""

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from kiebitz.cli.arena_table import print_columns
from kiebitz.cli.output import console, numbers_table

Figures = dict[str, Any]
CellText = Callable[[Figures], str]

PLAYS = {"random": "random play", "greedy": "greedy play"}


def print_description(description: dict[str, Any]) -> None:
    """Prints a table with lines and bold headings on a terminal, and plain columns into a file or pipe."""
    headings = (f"{description['players']} players, {description['deals']:,} deals", *description["games"])
    rows = [(label, *map(cell, description["games"].values())) for label, cell in properties()]
    if sys.stdout.isatty():
        print_table(headings, rows)
    else:
        print_columns(headings, rows)
    print(f"\nseed {description['seed']}, version {description['version']}; in brackets 95 % intervals")


def print_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints a table for a terminal."""
    table = numbers_table(*headings)
    for row in rows:
        table.add_row(*row)
    console().print(table)


def properties() -> Iterator[tuple[str, CellText]]:
    """The label of each property, and a function that writes the property of a game."""
    for play, label in PLAYS.items():
        yield from sizes(play, label)
    yield "luck share of the margin, replayed", share_of("luck_share", "replayed")
    yield "    traced by look-ahead", share_of("luck_share", "traced")
    yield "    traced where all is luck", share_of("luck_share", "traceable")
    for play, label in PLAYS.items():
        yield f"leaf correlation, {label}", share_of("leaf_correlation", play)
    yield "bias to the first seat", share_of("bias", "first")
    yield "    to the favourite, half-way", share_of("bias", "inside")
    for play, label in PLAYS.items():
        yield f"disambiguation, {label}", share_of("disambiguation", play)
    yield "first seat's win share", share_of("first_seat", "win")
    yield "first seat's margin, points", lambda game: points(game["first_seat"]["margin"])


def sizes(play: str, label: str) -> Iterator[tuple[str, CellText]]:
    """Labels and functions for the number of legal moves and the length of games.

    play: the policy that plays, a key of PLAYS.
    """
    yield f"legal moves, {label}: mean", lambda game: f"{game['branching'][play]['mean']:.1f}"
    yield "    median, 95th percentile, most", lambda game: quantiles(game["branching"][play])
    yield f"decisions a game, {label}", lambda game: mean_and_most(game["length"][play]["decisions"])
    yield f"turns a game, {label}", lambda game: mean_and_most(game["length"][play]["turns"])


def share_of(part: str, key: str) -> CellText:
    """A function that writes a share from a game's properties."""
    return lambda game: percent(game[part][key])


def quantiles(branching: Figures) -> str:
    """Median, 95th percentile and maximum."""
    return f"{branching['median']:.0f}, {branching['p95']:.0f}, {branching['max']:,}"


def mean_and_most(length: Figures) -> str:
    """Mean and maximum."""
    return f"{length['mean']:.1f} (most {length['max']})"


def percent(found: Figures | None) -> str:
    """A share in percent with its 95 % interval; a dash if it is unknown."""
    if found is None or found["mean"] is None:
        return "-"
    return f"{100 * found['mean']:.1f} % ({' to '.join(f'{100 * end:.1f}' for end in found['ci'])})"


def points(found: Figures) -> str:
    """Points with their 95 % interval."""
    return f"{found['mean']:+.1f} ({' to '.join(f'{end:+.1f}' for end in found['ci'])})"
