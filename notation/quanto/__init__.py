"""Quanto as text: positions, moves, explanations and drawings."""

from kiebitz._quanto import QuantoCodec
from kiebitz.notation.game_notation import GameNotation
from kiebitz.notation.quanto.checks import CHECKS, choices
from kiebitz.notation.quanto.document import QuantoReader, defaults, values_of
from kiebitz.notation.quanto.drawing import drawn, html_drawn
from kiebitz.notation.quanto.move import Parts, fields_of_move, format_move, parse_move
from kiebitz.notation.quanto.options import Options, player_limits
from kiebitz.notation.quanto.schema import SCHEMA
from kiebitz.notation.quanto.score import reasons

__all__ = ["NOTATION"]

NOTATION = GameNotation[Parts, Options](
    codec=QuantoCodec,
    Options=Options,
    player_limits=player_limits,
    schema=SCHEMA,
    reader=QuantoReader,
    defaults=defaults,
    values_of=values_of,
    by_seat=("won", "stacks"),
    choices=choices,
    checks=CHECKS,
    parse_move=parse_move,
    format_move=format_move,
    fields_of_move=fields_of_move,
    reasons=reasons,
    drawn=drawn,
    html_drawn=html_drawn,
)
