"""The fields of Quanto's position file."""

import kiebitz.notation.schema as fields
from kiebitz.notation.options import record
from kiebitz.notation.quanto.options import Options
from kiebitz.notation.schema import Record, Table

STACK = Record(
    {
        "chip": fields.integer(10),
        "cards": fields.text("4 6 10"),
        "size": fields.integer(3),  # the number of cards, if not every card was noted
    },
    frozenset({"chip"}),
)
SCHEMA = fields.position(
    "quanto",
    record(Options),
    {
        "display": fields.text("2 4 4 8* 11 J"),
        "turned": fields.text("5 8 8"),  # cards that a discarded 3 has turned up; one of them is played now
        "phase": fields.choice(["play", "chain"]),  # chain is the play after a discarded 2, with turn = "one_of"
        "hand": fields.text("8 1 J 12*"),  # of the viewer
        "won": fields.integers(12, 8, 9),
        "last_taker": fields.player(),
        "pile": fields.count_or_cards(52, "5 7* J 12"),
        "hand_sizes": fields.integers(4, 4, 4),
        "seen": fields.text("1 1 5 7*"),  # cards known to be gone: won or set aside
        "hands": Table(fields.text("8 1 J ?")),
        "quanto": Table(STACK),
    },
    "display",
)
