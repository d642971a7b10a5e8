"""The fields of Kwatro's position file."""

import kiebitz.notation.schema as fields
from kiebitz.notation.kwatro.options import Options
from kiebitz.notation.options import record
from kiebitz.notation.schema import Table

SCHEMA = fields.position(
    "kwatro",
    record(Options),
    {
        "scores": fields.integers(34, 28),
        "hand": fields.text("RO1 BT2 ** GX4"),  # of the viewer
        "origin": fields.integers(0, 0),
        "grid": fields.rows("RT2 BX2 GO2"),
        "pile": fields.count_or_cards(41, "RO1 BT2 ** GX4"),
        "bottom": fields.text("RO1 ? BT2"),  # known cards at the bottom of the pile, the lowest last
        "traded_by": fields.players(),  # the players who put the lowest cards of the pile there, the lowest card last
        "hand_sizes": fields.integers(4, 4),
        "known_wilds": fields.integers(0, 1),  # recycled wilds that everybody knows of
        "passes": fields.integer(2),  # passes in a row just before this turn
        "out": fields.players(),  # the players who have played their last card, in the final round
        "hands": Table(fields.text("RO1 BT2 ** ?")),
    },
    "grid",
)
