"""The fields of Qwinto's position file."""

import kiebitz.notation.schema as fields
from kiebitz.notation.options import record
from kiebitz.notation.qwinto.options import Options
from kiebitz.notation.schema import Record, Table

SHEET = Record(
    {
        "orange": fields.text(". 5 . | . 10 13 . 17 ."),
        "yellow": fields.text("2 3 7 8 10 | 11 12 15 16"),
        "purple": fields.text("2 4 . 6 | 7 . 9 11 ."),
        "penalties": fields.integer(2),
    }
)
SCHEMA = fields.position(
    "qwinto",
    record(Options),
    {
        "active": fields.player(),  # the player whose turn ended the game
        "square": fields.text("P4 Y3 / G6 O2"),  # TL TR / BL BR
        "hand": fields.text("G5 O-2 P0"),  # of the viewer
        "covered": fields.text("O1 G0"),
        "pile": fields.count_or_cards(15, "O1 G0 P-2"),
        "hand_sizes": fields.integers(3, 3),
        "reshuffled": fields.text("O1 G0 P-2 / Y3 Y4"),  # the cards of each reshuffle so far, / between them
        "announced": Record(
            {"sum": fields.integer(14), "colours": fields.text("Y"), "active": fields.player()},
            frozenset({"sum", "colours"}),
        ),
        "writes": Table(fields.text("Y7")),  # known decisions of this turn
        "drawn": Table(fields.integers(0, 0, 1)),  # reshuffles before each unknown card of a hand was drawn
        "hands": Table(fields.text("G5 O-2 ?")),
        "sheets": Table(SHEET),
    },
    "square",
)
