"""Positions and moves as text: files, one-line form, faults, explanations and drawings of every game.

`read` and `check` take a `Document`: the fields of a file or of a line (`kiebitz.notation.document`). Each game has a
`Notation`. `register` makes a game known.
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
