"""Positions and moves as text. A game's notation is the module that kiebitz.registry names."""

from pathlib import Path
from types import ModuleType

from kiebitz.errors import Fault, PositionError
from kiebitz.notation import source
from kiebitz.notation.fields import nearest
from kiebitz.notation.reading import Reading
from kiebitz.notation.source import Document, shortened
from kiebitz.registry import GAMES, notation


def notation_of(document: Document) -> ModuleType:
    """The notation of the game that a document names; PositionError if there is none."""
    game = document.raw.get("game")
    if isinstance(game, str) and game in GAMES:
        return notation(game)
    known = nearest(game, GAMES) if isinstance(game, str) else f"; known are {', '.join(GAMES)}"
    what = "is missing" if game is None else f"{shortened(game)} is no game"
    raise PositionError([Fault(document.where("game"), what + known)])


def read(document: Document) -> Reading:
    """The Reading (facts, options, names) of a document; PositionError lists every fault."""
    return notation_of(document).read(document)


def check(document: Document) -> list[Fault]:
    """Every fault of a document, none if the position is possible."""
    try:
        return notation_of(document).check(document)
    except PositionError as error:
        return error.faults


def load(path: str | Path) -> Reading:
    """The Reading of a position file; NotationError or PositionError if there is none."""
    return read(source.from_path(path))


def parse(text: str, name: str = "text") -> Reading:
    """The Reading of a position's text in either form; `name` stands for it in messages."""
    return read(source.from_text(text, name))
