"""Kwatro (IOTA) as text: positions, moves, explanations and drawings."""

from kiebitz.notation.kwatro.cards import DECK
from kiebitz.notation.kwatro.drawing import draw, draw_rich, html
from kiebitz.notation.kwatro.faults import faults, player_faults
from kiebitz.notation.kwatro.move import canonical_move, format_move, move_fields, parse_move
from kiebitz.notation.kwatro.options import Options, player_limits
from kiebitz.notation.kwatro.position import SCHEMA, Reader
from kiebitz.notation.kwatro.score import explain, points
from kiebitz.notation.kwatro.writing import completed, line, write

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
