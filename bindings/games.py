"""Making games, and reading positions and views from files and texts."""

from numbers import Integral
from pathlib import Path

from kiebitz.core import Game, Position, View
from kiebitz.errors import Fault, PositionError
from kiebitz.notation import check as check_document
from kiebitz.notation import read as read_document
from kiebitz.notation import source
from kiebitz.notation.options import from_mapping
from kiebitz.notation.players import default_names
from kiebitz.notation.source import plain_where
from kiebitz.registry import codec, notation


def game(name, players=2, rules=None):
    """A game by name, with a number of players and the options that differ from the defaults (dict or options object).

    NotationError if there is no such game, PositionError if an option or the number of players is wrong.
    """
    language = notation(name)
    options = rules if isinstance(rules, language.Options) else from_mapping(language.Options, rules or {})
    least, most = language.player_limits(options)
    if not isinstance(players, Integral) or not least <= players <= most:
        raise PositionError([Fault("players", f"{name} is for {least} to {most} players, not {players!r}")])
    if found := [*language.player_faults(options, default_names(players), plain_where)]:
        raise PositionError(found)
    return Game(name, players, options, codec(name)(), language)


def from_document(document):
    """A `Position` if every card is known, else the `View` that the document describes."""
    facts, options, names = read_document(document)
    table = game(facts["game"], facts["players"], options)
    whole = facts["viewer"] is None
    return table.position(facts, names, trusted=True) if whole else table.view(facts, names, trusted=True)


def load(path: str | Path) -> Position | View:
    """The position or view of a file; NotationError or PositionError name file, line and field of what is wrong."""
    return from_document(source.from_path(path))


def parse(text: str, name: str = "text") -> Position | View:
    """The position or view of a text: the one-line form or the contents of a file; `name` stands for it in messages."""
    return from_document(source.from_text(text, name))


def check(path_or_text: str | Path) -> list[Fault]:
    """Every fault of a position file, or of a text in either form; empty if the position is possible.

    A string is a text if it has line breaks or starts with the one-line mark, else a path.
    """
    text = str(path_or_text)
    inline = isinstance(path_or_text, str) and ("\n" in text or text.split(" ")[0] == source.LINE_MARK)
    return check_document(source.from_text(text) if inline else source.from_path(path_or_text))
