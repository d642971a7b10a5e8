"""Quanto as text: positions, moves, explanations and drawings."""

from kiebitz.notation.quanto.cards import DECK
from kiebitz.notation.quanto.drawing import draw, draw_rich, html
from kiebitz.notation.quanto.faults import faults
from kiebitz.notation.quanto.move import canonical_move, format_move, move_fields, parse_move
from kiebitz.notation.quanto.options import LEAST_PLAYERS, MOST_PLAYERS, Options, player_limits
from kiebitz.notation.quanto.position import SCHEMA, check, read
from kiebitz.notation.quanto.score import explain
from kiebitz.notation.quanto.writing import completed, line, write

__all__ = [
    "DECK",
    "LEAST_PLAYERS",
    "MOST_PLAYERS",
    "SCHEMA",
    "Options",
    "canonical_move",
    "check",
    "completed",
    "draw",
    "draw_rich",
    "explain",
    "faults",
    "format_move",
    "html",
    "line",
    "move_fields",
    "parse_move",
    "player_limits",
    "read",
    "write",
]
