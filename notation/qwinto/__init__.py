"""Qwinto: Das Kartenspiel as text: positions, moves, explanations and drawings."""

from kiebitz.notation.qwinto.cards import DECK
from kiebitz.notation.qwinto.drawing import draw, draw_rich, html
from kiebitz.notation.qwinto.faults import faults, player_faults
from kiebitz.notation.qwinto.move import canonical_move, format_move, move_fields, parse_move
from kiebitz.notation.qwinto.options import Options, player_limits
from kiebitz.notation.qwinto.position import SCHEMA, Reader
from kiebitz.notation.qwinto.score import explain, points
from kiebitz.notation.qwinto.writing import completed, line, write

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
    "points",
    "write",
]
