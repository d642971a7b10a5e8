"""Quanto as text: positions, moves, explanations and drawings."""

from kiebitz.notation.quanto.cards import DECK
from kiebitz.notation.quanto.drawing import draw, draw_rich, html
from kiebitz.notation.quanto.faults import faults, player_faults
from kiebitz.notation.quanto.move import canonical_move, format_move, move_fields, parse_move
from kiebitz.notation.quanto.options import Options, player_limits
from kiebitz.notation.quanto.position import SCHEMA, Reader
from kiebitz.notation.quanto.score import explain
from kiebitz.notation.quanto.writing import completed, line, write

__all__ = [
    "DECK",
    "SCHEMA",
    "Options",
    "Reader",
    "canonical_move",
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
    "player_faults",
    "player_limits",
    "write",
]
