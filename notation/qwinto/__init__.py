"""Qwinto: Das Kartenspiel as text: positions, moves, explanations and drawings."""

from kiebitz._qwinto import QwintoCodec
from kiebitz.notation.game_notation import GameNotation
from kiebitz.notation.qwinto.checks import CHECKS, choices, option_faults, shape_faults
from kiebitz.notation.qwinto.document import QwintoReader, defaults, values_of
from kiebitz.notation.qwinto.drawing import drawn, html_drawn
from kiebitz.notation.qwinto.move import Parts, fields_of_move, format_move, parse_move
from kiebitz.notation.qwinto.options import Options, player_limits
from kiebitz.notation.qwinto.schema import SCHEMA
from kiebitz.notation.qwinto.score import reasons

__all__ = ["NOTATION"]

NOTATION = GameNotation[Parts, Options](
    codec=QwintoCodec,
    Options=Options,
    player_limits=player_limits,
    schema=SCHEMA,
    reader=QwintoReader,
    defaults=defaults,
    values_of=values_of,
    by_seat=("sheets", "writes", "drawn"),
    choices=choices,
    shape_faults=shape_faults,
    checks=CHECKS,
    parse_move=parse_move,
    format_move=format_move,
    fields_of_move=fields_of_move,
    reasons=reasons,
    drawn=drawn,
    html_drawn=html_drawn,
    option_faults=option_faults,
    hand_facts=("hands", "drawn"),
    chance_facts=("reshuffled",),
)
