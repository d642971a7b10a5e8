"""The games there are: a new one is a line here, rules in the engine, a codec and a notation."""

from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from kiebitz.errors import NotationError


class Entry(NamedTuple):
    """Where the parts of a game are found; they are imported when the game is asked for."""

    notation: str
    codec: tuple[str, str]


GAMES = {
    "kwatro": Entry("kiebitz.notation.kwatro", ("kiebitz.kwatro", "KwatroCodec")),
    "quanto": Entry("kiebitz.notation.quanto", ("kiebitz.quanto", "QuantoCodec")),
    "qwinto": Entry("kiebitz.notation.qwinto", ("kiebitz.qwinto", "QwintoCodec")),
}


def notation(name: str) -> ModuleType:
    """The notation module of a game; NotationError names the games there are."""
    if name not in GAMES:
        raise NotationError(f"there is no game {name!r}; right would be one of {', '.join(GAMES)}")
    return import_module(GAMES[name].notation)


def codec(name: str) -> type:
    """The class that turns a game's structs into plain Python and back."""
    module, attribute = GAMES[name].codec
    return getattr(import_module(module), attribute)
