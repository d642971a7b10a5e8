"""Positions and moves as text. A game's notation is the module that kiebitz.registry names."""

from types import ModuleType

from kiebitz.errors import Fault, PositionError
from kiebitz.notation.fields import nearest
from kiebitz.notation.reading import Reading, read_unchecked
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
    reading, found = read_unchecked(notation_of(document), document)
    if found:
        raise PositionError(found)
    return reading


def check(document: Document) -> list[Fault]:
    """Every fault of a document, none if the position is possible."""
    try:
        return read_unchecked(notation_of(document), document)[1]
    except PositionError as error:
        return error.faults
