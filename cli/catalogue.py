"""kiebitz games and kiebitz solvers: lists of games with their options, and of solvers with their parameters."""

import dataclasses
import inspect
from collections.abc import Sequence
from textwrap import fill, indent
from typing import TYPE_CHECKING, Any

from kiebitz.cli.options import Json
from kiebitz.cli.output import console, print_json, setting_text

if TYPE_CHECKING:
    from rich.table import Table

    from kiebitz.notation import Notation

SettingRow = tuple[str, str, str, str]  # name, default, allowed values, meaning
MOST_LISTED = 6  # allowed values that are listed one by one


def games(json: Json = False) -> None:
    """Lists the games with their rule options.

    Each option is shown with its default and its allowed values. Options go into the [rules] table of a position file.
    """
    from kiebitz.notation.registry import known_games, notation_of

    found = {name: described_game(notation_of(name)) for name in known_games()}
    if json:
        print_json(found)
        return
    for name, game in found.items():
        rows = [(key, setting_text(o["default"]), values_text(o["allowed"]), "") for key, o in game["options"].items()]
        print_entry(name, f"{game['players'][0]} to {game['players'][-1]} players", "rule option", rows)


def described_game(language: "Notation") -> dict[str, Any]:
    """The numbers of players and the rule options of a game."""
    least, most = language.player_limits(language.Options())
    return {
        "players": list(range(least, most + 1)),
        "options": {
            field.name: {"default": field.default, "allowed": list(field.metadata["values"])}
            for field in dataclasses.fields(language.Options)
        },
    }


def values_text(values: Sequence[Any]) -> str:
    """The allowed values in words. A long range of numbers is written as `first to last`."""
    if len(values) > MOST_LISTED:
        return f"{values[0]} to {values[-1]}"
    return ", ".join(map(setting_text, values))


def solvers(json: Json = False) -> None:
    """Lists the solvers with their parameters.

    Parameters follow the name of a solver after colons, as in rollout:plies=4:worlds=200.
    """
    from kiebitz.solvers import SOLVERS

    found = {name: described_solver(make()) for name, make in SOLVERS.items()}
    if json:
        print_json(found)
        return
    for name, solver in found.items():
        parameters = solver["parameters"].items()
        rows = [(key, setting_text(p["default"]), p["allowed"], p["about"]) for key, p in parameters]
        print_entry(name, solver["about"], "parameter", rows)


def described_solver(solver: object) -> dict[str, Any]:
    """A solver and its parameters, in the words of the docstring and of the fields of its class."""
    about, *_ = (inspect.getdoc(type(solver)) or "").partition("\n\n")
    return {"about": " ".join(about.split()), "parameters": described_parameters(solver)}


def described_parameters(solver: Any) -> dict[str, dict[str, Any]]:
    """Default, allowed values, meaning and unit of each parameter of a solver."""
    from kiebitz.solvers.parameters import about, allowed_text, description

    return {
        field.name: {
            "default": field.default,
            "allowed": allowed_text(field),
            "about": about(field),
            "unit": description(field).unit,
        }
        for field in dataclasses.fields(solver)
    }


def print_entry(title: str, about: str, noun: str, rows: Sequence[SettingRow]) -> None:
    """Prints a game or a solver: its name, a description, and a row for each option or parameter.

    noun: the heading of the first column.
    """
    from rich.padding import Padding
    from rich.text import Text

    screen = console()
    screen.print(Text(title, style="bold green"))
    screen.print(Text(indent(fill(about, max(screen.width - 2, 1)), "  ")), soft_wrap=True)
    if rows:
        screen.print(Padding(settings_table(noun, rows), (0, 0, 0, 2), expand=False))
    screen.print()


def settings_table(noun: str, rows: Sequence[SettingRow]) -> "Table":
    """A table of name, default and allowed values. It has a column for the meaning if a row has one."""
    from rich.table import Table
    from rich.text import Text

    headings = [noun, "default", "allowed"] + (["meaning"] if any(row[3] for row in rows) else [])
    table = Table(*headings, box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for row in rows:
        table.add_row(*map(Text, row[: len(headings)]))
    return table
