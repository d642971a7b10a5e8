"""Climb as text: positions, moves, explanations and drawings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import kiebitz.notation.schema as fields
from climb.rules import ClimbCodec
from kiebitz.errors import Fault, NotationError
from kiebitz.notation import GameNotation, Reader
from kiebitz.notation.checks import copy_faults, hand_faults, hand_places, pile_places, text_faults
from kiebitz.notation.document import shortened
from kiebitz.notation.drawing import Row
from kiebitz.notation.hands import UNKNOWN, Facts, Where, cards_in, hand_fields, pile_field, shown_hand
from kiebitz.notation.options import RuleOptions, number, record
from kiebitz.notation.players import seat_values

Names = Sequence[str]
DECK = tuple(str(card) for card in range(10, 30))
RIGHT = "right would be a number from 10 to 29"


@dataclass(frozen=True)
class Options(RuleOptions):
    """The options of Climb."""

    hand_size: int = number(3, least=1, most=4)


SCHEMA = fields.position(
    "climb",
    record(Options),
    {
        "scores": fields.integers(8, 0),
        "top": fields.integer(17),
        "played": fields.text("11 14 29"),  # the cards below the open one
        "hand": fields.text("12 18 21"),
        "pile": fields.count_or_cards(9, "15 12 24"),
        "hand_sizes": fields.integers(3, 3),
        "hands": fields.Table(fields.text("12 18 ?")),
    },
    "top",
)


class ClimbReader(Reader):
    """Reads Climb's fields."""

    game, deck, hand_example = "climb", DECK, "12 18 21"

    def read_table(self, facts: dict[str, Any]) -> None:
        facts["top"] = str(self.values["top"])
        facts["played"] = sorted(cards_in(self.values.get("played", "")))
        facts["scores"] = self.counts("scores", [0] * self.players)

    def full_hand(self) -> int:
        """The number of cards in a full hand."""
        return int(self.options.hand_size)

    def held_back(self, facts: Facts) -> int:
        """The number of cards in hands and pile together."""
        return len(DECK) - 1 - len(facts["played"])

    def over(self, facts: Facts) -> bool:
        return not any(facts["hand_sizes"])


def values_of(facts: Facts, options: Options, names: Names) -> dict[str, Any]:
    """The fields of a position file."""
    table = {"scores": facts["scores"], "top": int(facts["top"]), "played": " ".join(facts["played"])}
    held = {"pile": pile_field(facts), "hand_sizes": facts["hand_sizes"]}
    return {**table, **held, **seat_values(facts, names), **hand_fields(facts, names)}


def card_faults(facts: Facts, options: Options, names: Names, where: Where) -> Iterator[Fault]:
    """Texts that are no cards, and cards in two places."""
    places = [(facts["top"], "the open card", where("top"))]
    places += [(card, "the played cards", where("played")) for card in facts["played"]]
    places += [*hand_places(facts, names, where), *pile_places(facts, where)]
    yield from text_faults(places, DECK, RIGHT)
    yield from copy_faults(places, dict.fromkeys(DECK, 1))


def count_faults(facts: Facts, options: Options, names: Names, where: Where) -> Iterator[Fault]:
    """Hands of a wrong size, a wrong pile, and a player to move without cards."""
    sizes, pile, seat = facts["hand_sizes"], len(facts["pile"]), facts["to_move"]
    for other in range(len(names)):
        yield from hand_faults(facts, other, names, where, options.hand_size)
    rest = len(DECK) - 1 - len(facts["played"]) - sum(sizes)
    if pile != rest:
        yield Fault(where("pile"), f"has {pile} cards; right would be {rest}")
    if seat is None and any(sizes):
        yield Fault(where("to_move"), "is missing and the game is not over")
    elif seat is not None and not sizes[seat]:
        yield Fault(where("to_move"), f"{names[seat]} has no cards")


def parse_move(text: str, names: Names | None = None) -> str:
    """The card of a move such as `play 17`; raises NotationError."""
    words = text.split()
    if len(words) != 2 or words[0].lower() != "play" or words[1] not in DECK:
        raise NotationError(f"{shortened(text)}: is no move; right would be such as play 17")
    return words[1]


def reasons(facts: Facts, options: Options, card: str, names: Names) -> Iterator[str]:
    """The points of a move in words."""
    gain = int(card) - int(facts["top"])
    yield f"{card} on {facts['top']}: {f'{gain} points' if gain > 0 else 'no points, the card is not higher'}"


def drawn(facts: Facts, names: Names, card: str | None, width: int | None) -> Iterator[Row]:
    """The open card, a line for each player, the pile; the card of a move as `[17]`."""
    yield [(f"open: {facts['top']}", "bold"), (f"  [{card}]" if card else "", "reverse")]
    for seat, name in enumerate(names):
        mark = ">" if seat == facts["to_move"] else " "
        yield [(f"{mark} {name} {facts['scores'][seat]:>4}  {' '.join(shown_hand(facts, seat))}", "")]
    yield [(f"  pile: {len(facts['pile'])} {' '.join(card or UNKNOWN for card in facts['pile'])}", "dim")]


NOTATION = GameNotation[str, Options](
    codec=ClimbCodec,
    Options=Options,
    player_limits=lambda options: (2, 4),
    schema=SCHEMA,
    reader=ClimbReader,
    defaults=lambda facts: {"scores": [0] * facts["players"], "played": []},
    values_of=values_of,
    by_seat=["scores"],
    checks=[card_faults, count_faults],
    parse_move=parse_move,
    format_move=lambda card, options: f"play {card}",
    fields_of_move=lambda card, facts, names: {"kind": "play", "card": card},
    reasons=reasons,
    drawn=drawn,
)
