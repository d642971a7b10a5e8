"""The registry of games: a new game is a line here, a codec, a notation and its rules in the engine."""

from importlib import import_module

from kiebitz.core import Game

# name: (module and class of the codec, notation module)
GAMES = {
    "kwatro": ("kiebitz.kwatro", "KwatroCodec", "kiebitz.notation.kwatro"),
}


def notation(name):
    """The notation module of a game; ValueError names those there are."""
    if name not in GAMES:
        raise ValueError(f"no game {name!r}; there are {', '.join(GAMES)}")
    return import_module(GAMES[name][2])


def game(name, players=2, rules=None):
    """A game by name, with a number of players and options that differ from the defaults (dict or options object)."""
    language = notation(name)
    options = rules if isinstance(rules, language.Options) else language.options(rules or {})
    language.check_players(players, options)
    module, codec, _ = GAMES[name]
    return Game(name, players, options, getattr(import_module(module), codec)(), language)
