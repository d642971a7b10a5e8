"""Kwatro (IOTA) as text: positions, moves, explanations and drawings."""

from kiebitz._kwatro import KwatroCodec
from kiebitz.notation.game_notation import GameNotation
from kiebitz.notation.kwatro.checks import CHECKS, shape_faults
from kiebitz.notation.kwatro.document import KwatroReader, defaults, values_of
from kiebitz.notation.kwatro.drawing import drawn, html_drawn
from kiebitz.notation.kwatro.move import Parts, fields_of_move, format_move, parse_move
from kiebitz.notation.kwatro.options import Options, player_limits
from kiebitz.notation.kwatro.schema import SCHEMA
from kiebitz.notation.kwatro.score import reasons

__all__ = ["NOTATION"]

NOTATION = GameNotation[Parts, Options](
    codec=KwatroCodec,
    Options=Options,
    player_limits=player_limits,
    schema=SCHEMA,
    reader=KwatroReader,
    defaults=defaults,
    values_of=values_of,
    by_seat=("scores", "known_wilds"),
    shape_faults=shape_faults,
    checks=CHECKS,
    parse_move=parse_move,
    format_move=format_move,
    fields_of_move=fields_of_move,
    reasons=reasons,
    drawn=drawn,
    html_drawn=html_drawn,
)
