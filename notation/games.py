"""Making games, and reading positions and views from files and texts."""

import copyreg
from collections.abc import Mapping
from numbers import Integral
from pathlib import Path
from typing import Any

from kiebitz.core import Game, Position, View
from kiebitz.errors import Fault, PositionError
from kiebitz.notation.document import Document, from_path, from_text, plain_where, shortened
from kiebitz.notation.encoding import LINE_MARK
from kiebitz.notation.options import from_mapping
from kiebitz.notation.players import default_names
from kiebitz.notation.protocol import Notation
from kiebitz.notation.reading import Reading
from kiebitz.notation.registry import find_notation, known_games, notation_of
from kiebitz.notation.schema import nearest


def game(name: str, players: int = 2, rules: Mapping[str, Any] | Any = None) -> Game:
    """A game by name.

    players: number of players; each game has its own limits.
    rules: options that differ from the defaults, by name, or the options object of the game.

    Raises NotationError if there is no such game, PositionError if an option or the number of players is wrong.
    """
    notation = notation_of(name)
    options = rules if isinstance(rules, notation.Options) else from_mapping(notation.Options, rules or {})
    least, most = notation.player_limits(options)
    if not isinstance(players, Integral) or not least <= players <= most:
        raise PositionError([Fault("players", f"{name} is for {least} to {most} players, not {players!r}")])
    if found := [*notation.player_faults(options, default_names(players), plain_where)]:
        raise PositionError(found)
    return Game(name, players, options, notation.codec(), notation)


def reduced(made: Game) -> tuple[Any, ...]:
    """Pickles and copies a game by the arguments that make it again."""
    return game, (made.name, made.players, made.options)


copyreg.pickle(Game, reduced)


def parse(text: str, name: str = "text") -> Position | View:
    """The position or view of a text: the one-line form or the contents of a file.

    name: a word that stands for the text in messages.

    Raises NotationError if the text cannot be read, PositionError if the position is impossible.
    """
    return from_document(from_text(text, name))


def document_of(path_or_text: str | Path) -> Document:
    """The document of a path or of a text: a string with line breaks, or one that starts with `kiebitz1`."""
    text = str(path_or_text)
    inline = isinstance(path_or_text, str) and ("\n" in text or text.split(" ")[0] == LINE_MARK)
    return from_text(text) if inline else from_path(path_or_text)


def from_document(document: Document) -> Position | View:
    """The `Position` that the document describes, or the `View` if a card is hidden."""
    facts, options, names = read(document)
    found = game(facts["game"], facts["players"], options)
    if facts["viewer"] is None:
        return found.position(facts, names, trusted=True)
    return found.view(facts, names, trusted=True)


def read(document: Document) -> Reading:
    """Facts, options and names of a document. Raises PositionError with every fault."""
    reading, found = document_notation(document).read(document)
    if found:
        raise PositionError(found)
    return reading


def faults_of(document: Document) -> list[Fault]:
    """Every fault of a document; none if the position is possible."""
    try:
        return document_notation(document).read(document)[1]
    except PositionError as error:
        return error.faults


def document_notation(document: Document) -> Notation:
    """The notation of the game that a document names. Raises PositionError if there is no such game."""
    game = document.raw.get("game")
    found = find_notation(game) if isinstance(game, str) else None
    if found is not None:
        return found
    known = nearest(game, known_games()) if isinstance(game, str) else f"; known are {', '.join(known_games())}"
    what = "is missing" if game is None else f"{shortened(game)} is no game"
    raise PositionError([Fault(document.where("game"), what + known)])
