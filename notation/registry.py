"""The registry of games: the name of each game and its notation."""

from functools import cache
from importlib import import_module
from typing import cast

from kiebitz.errors import NotationError
from kiebitz.notation.protocol import Notation

ENTRY_POINTS = "kiebitz.games"

# The notation of each game, or the text `module:attribute` to import it from when the game is asked for.
GAMES: dict[str, Notation | str] = {}


def register(name: str, notation: Notation | str) -> None:
    """Makes a game known to everything in kiebitz.

    name: the name of the game in files and commands. It is the name that the game's facts and schema have.
    notation: the notation of the game, or the text `module:attribute` to import it from at its first use.

    Processes that an arena starts do not see games registered by a running program. A package that brings a game
    therefore names it under the entry point group `kiebitz.games` as well: `NAME = "module:attribute"`.

    Raises NotationError if the notation is of a game with another name: its files would be read as that game. A text is
    checked when the game is asked for.
    """
    GAMES[name] = notation if isinstance(notation, str) else checked_name(name, notation)


def checked_name(name: str, notation: Notation) -> Notation:
    """The notation of the game with this name. Raises NotationError if it is of another game."""
    if notation.game != name:
        raise NotationError(f"game {name!r} has the notation of {notation.game!r}; right would be the name of both")
    return notation


def known_games() -> list[str]:
    """The names of all games: registered ones first, then those of installed packages."""
    return list({**GAMES, **installed_games()})


@cache
def installed_games() -> dict[str, str]:
    """The games that installed packages offer, as `module:attribute` of their notations."""
    # This import would make `import kiebitz`, which does not need it, a third slower.
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group=ENTRY_POINTS)}


def find_notation(name: str) -> Notation | None:
    """The notation of a game; None if there is no such game. Raises NotationError if it is of another game."""
    found = GAMES.get(name) or installed_games().get(name)
    if not isinstance(found, str):
        return found
    module, _, attribute = found.partition(":")
    return checked_name(name, cast(Notation, getattr(import_module(module), attribute)))


def notation_of(name: str) -> Notation:
    """The notation of a game. Raises NotationError, with the games that exist, if there is no such game."""
    found = find_notation(name)
    if found is None:
        raise NotationError(f"there is no game {name!r}; right would be one of {', '.join(known_games())}")
    return found


for _game in ("kwatro", "quanto", "qwinto"):
    register(_game, f"kiebitz.notation.{_game}:NOTATION")
