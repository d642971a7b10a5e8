"""The types of games, positions, views and moves under one name. Pickles of version 0.1 name them here too."""

from kiebitz.moves import Move, Moves, rebuilt_move
from kiebitz.positions import Game, Position, View, rebuilt_state, rebuilt_table
from kiebitz.state import MOST_CANDIDATES, MOST_LISTED, GameState

__all__ = [
    "MOST_CANDIDATES",
    "MOST_LISTED",
    "Game",
    "GameState",
    "Move",
    "Moves",
    "Position",
    "View",
    "rebuilt_move",
    "rebuilt_state",
    "rebuilt_table",
]
