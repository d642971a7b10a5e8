"""kiebitz: a search engine for small hidden-information card games.

>>> import kiebitz
>>> position = kiebitz.game("kwatro", players=2).deal(seed=7)
>>> position.play(position.legal_moves()[0])
"""

import sys

from kiebitz import quiet_start  # noqa: F401  before the other imports, which take most of the start
from kiebitz.core import Game, Move, Moves, Position, View
from kiebitz.errors import (
    BudgetError,
    Fault,
    IllegalMoveError,
    KiebitzError,
    NotationError,
    PositionError,
    SolverError,
    TooManyMovesError,
)
from kiebitz.headers import get_include
from kiebitz.notation import games
from kiebitz.notation.games import game, parse
from kiebitz.notation.registry import GAMES, register
from kiebitz.records import Record, check, load
from kiebitz.search import perft
from kiebitz.solvers import hint

__version__ = "0.1.0"
__all__ = [
    "GAMES",
    "BudgetError",
    "Fault",
    "Game",
    "IllegalMoveError",
    "KiebitzError",
    "Move",
    "Moves",
    "NotationError",
    "Position",
    "PositionError",
    "Record",
    "SolverError",
    "TooManyMovesError",
    "View",
    "check",
    "game",
    "get_include",
    "hint",
    "load",
    "parse",
    "perft",
    "register",
]

# Pickles of version 0.1 name the module so.
sys.modules["kiebitz.games"] = games
