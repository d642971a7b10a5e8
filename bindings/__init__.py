"""kiebitz: a search engine for small hidden-information card games.

>>> import kiebitz
>>> position = kiebitz.game("kwatro", players=2).deal(seed=7)
>>> position.play(position.legal_moves()[0])
"""

from typing import Any

from kiebitz.core import Game, Move, Moves, Position, View
from kiebitz.errors import BudgetError, Fault, IllegalMoveError, KiebitzError, NotationError, PositionError
from kiebitz.notation.games import check, game, load, parse
from kiebitz.notation.registry import GAMES, register

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
    "View",
    "check",
    "game",
    "hint",
    "load",
    "parse",
    "perft",
    "register",
]


def __getattr__(name: str) -> Any:
    """Loads search when it is asked for: `import kiebitz` stays quick for programs that only read positions."""
    if name == "hint":
        from kiebitz.solvers import hint

        return hint
    if name == "perft":
        from kiebitz.search import perft

        return perft
    raise AttributeError(f"module 'kiebitz' has no attribute {name!r}")
