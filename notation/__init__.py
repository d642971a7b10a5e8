"""Positions and moves as text: files, one-line form, faults, explanations and drawings of every game.

`read` and `check` take a `Document`, whose text comes from a file or a line (`kiebitz.notation.document`). A game has a
`Notation`; `register` makes it known.
"""

from kiebitz.notation.document import Document
from kiebitz.notation.game_notation import GameNotation
from kiebitz.notation.games import faults_of as check
from kiebitz.notation.games import read
from kiebitz.notation.protocol import Notation
from kiebitz.notation.reading import Reader, Reading
from kiebitz.notation.registry import GAMES, known_games, notation_of, register

__all__ = [
    "GAMES",
    "Document",
    "GameNotation",
    "Notation",
    "Reader",
    "Reading",
    "check",
    "known_games",
    "notation_of",
    "read",
    "register",
]
