"""Climb as text: positions, moves, explanations and drawings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import kiebitz.notation.schema as fields
from climb.rules import ClimbCodec
from kiebitz.errors import Fault, NotationError
from kiebitz.notation import GameNotation, Reader
from kiebitz.notation.checks import (
    Place,
    copy_faults,
    hand_places,
    length_faults,
    named_faults,
    text_faults,
    value_faults,
)
from kiebitz.notation.document import shortened
from kiebitz.notation.drawing import Row
from kiebitz.notation.hands import UNKNOWN, Facts, Where, cards_in, hand_place, shown_hand, shown_hands
from kiebitz.notation.options import RuleOptions, number, record
from kiebitz.notation.players import seat_values

DECK = tuple(str(card) for card in range(10, 30))
RIGHT = "right would be a number from 10 to 29"


@dataclass(frozen=True)
class Options(RuleOptions):
    """The options of Climb."""

    hand_size: int = number(3, least=1, most=4)


def player_limits(options: Options) -> tuple[int, int]:
    """The least and the greatest number of players."""
    return 2, 4


SCHEMA = fields.Record(
    {
        "game": fields.choice(["climb"]),
        "players": fields.names(),
        "to_move": fields.player(),
        "viewer": fields.player(),
        "scores": fields.integers(8, 0),
        "top": fields.integer(17),
        "played": fields.text("11 14 29"),
        "hand": fields.text("12 18 21"),
        "pile": fields.count_or_cards(9, "15 12 24"),
        "hand_sizes": fields.integers(3, 3),
        "hands": fields.Table(fields.text("12 18 ?")),
        "rules": record(Options),
    },
    frozenset({"game", "players", "top"}),
)


class ClimbReader(Reader):
    """Reads Climb's fields."""

    game, deck, hand_example = "climb", DECK, "12 18 21"

    def read_table(self, facts: dict[str, Any]) -> None:
        """Adds the open card, the cards below it, and the scores."""
        facts["top"] = str(self.values["top"])
        facts["played"] = sorted(cards_in(self.values.get("played", "")))
        facts["scores"] = self.counts("scores", [0] * self.players)

    def full_hand(self) -> int:
        """Cards in a full hand."""
        hand: int = self.options.hand_size
        return hand

    def held_back(self, facts: Facts) -> int:
        """Cards in hands and pile together."""
        return len(DECK) - 1 - len(facts["played"])

    def over(self, facts: Facts) -> bool:
        """Whether the game is over."""
        return not any(facts["hand_sizes"])


def defaults(facts: Facts) -> dict[str, Any]:
    """Facts that may be left out: nobody has scored."""
    return {"scores": [0] * facts["players"]}


def values_of(facts: Facts, options: Options, names: Sequence[str]) -> dict[str, Any]:
    """The fields of the file, without those that follow from others."""
    viewer, pile = facts["viewer"], facts["pile"]
    values = {"top": int(facts["top"]), "scores": facts["scores"], "played": " ".join(facts["played"])}
    if viewer is None:
        hidden = {"hands": shown_hands(facts, names), "pile": " ".join(pile) if pile else 0}
    else:
        hidden = {"hand": " ".join(facts["hands"][viewer]), "hand_sizes": facts["hand_sizes"], "pile": len(pile)}
    return values | seat_values(facts, names) | hidden


def shape_faults(facts: Facts, players: int, where: Where) -> Iterator[Fault]:
    """Values that cannot be, and lists of a wrong length."""
    yield from value_faults(facts, {}, where)
    yield from length_faults(facts, ("hands", "hand_sizes", "scores"), players, where)


def places(facts: Facts, names: Sequence[str], where: Where) -> Iterator[Place]:
    """Every known card."""
    yield facts["top"], "the open card", where("top")
    yield from ((card, "the played cards", where("played")) for card in facts["played"])
    yield from hand_places(facts, names, where)
    yield from ((card, "the pile", where("pile")) for card in facts["pile"] if card is not None)


def card_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Texts that are no cards, and cards in two places."""
    yield from text_faults(places(facts, names, where), DECK, RIGHT)
    yield from copy_faults(places(facts, names, where), dict.fromkeys(DECK, 1))


def count_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Hands of a wrong size; table, hands and pile must make up the deck."""
    pile, full, viewer = len(facts["pile"]), options.hand_size, facts["viewer"]
    for seat, size in enumerate(facts["hand_sizes"]):
        if not (full if pile else 0) <= size <= full:
            yield Fault(
                where("hand_sizes"), f"is {size} for {names[seat]}; right would be {full}, or less without pile"
            )
        yield from named_faults(facts, seat, names, hand_place(facts, seat, names, where), viewer in (None, seat))
        if viewer not in (None, seat) and facts["hands"][seat]:
            yield Fault(where("hands", names[seat]), "is hidden in this view")
    rest = len(DECK) - 1 - len(facts["played"]) - sum(facts["hand_sizes"])
    if pile != rest:
        yield Fault(where("pile"), f"has {pile} cards; right would be {rest}")


def turn_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """A player to move without cards, or none although somebody has cards."""
    seat, sizes = facts["to_move"], facts["hand_sizes"]
    if seat is None and any(sizes):
        yield Fault(where("to_move"), "is missing and the game is not over")
    elif seat is not None and not sizes[seat]:
        yield Fault(where("to_move"), f"{names[seat]} has no cards")


def parse_move(text: str, names: Sequence[str] | None = None) -> str:
    """The card of a move such as `play 17`; raises NotationError."""
    words = text.split()
    if len(words) != 2 or words[0].lower() != "play" or words[1] not in DECK:
        raise NotationError(f"{shortened(text)}: is no move; right would be such as play 17")
    return words[1]


def format_move(card: str, options: Options) -> str:
    """The text of a move."""
    return f"play {card}"


def fields_of_move(card: str, facts: Facts | None, names: Sequence[str] | None) -> dict[str, Any]:
    """The fields of a move in JSON answers."""
    return {"kind": "play", "card": card}


def reasons(facts: Facts, options: Options, card: str, names: Sequence[str]) -> Iterator[str]:
    """The points of a move in words."""
    gain = int(card) - int(facts["top"])
    yield f"{card} on {facts['top']}: {f'{gain} points' if gain > 0 else 'no points, the card is not higher'}"


def drawn(facts: Facts, names: Sequence[str], card: str | None, width: int | None) -> Iterator[Row]:
    """The open card, a line for each player, the pile; the card of a move as `[17]`."""
    yield [(f"open: {facts['top']}", "bold"), (f"  [{card}]" if card else "", "reverse")]
    for seat, name in enumerate(names):
        mark = ">" if seat == facts["to_move"] else " "
        yield [(f"{mark} {name} {facts['scores'][seat]:>4}  {' '.join(shown_hand(facts, seat))}", "")]
    yield [(f"  pile: {len(facts['pile'])} {' '.join(card or UNKNOWN for card in facts['pile'])}", "dim")]


NOTATION = GameNotation[str, Options](
    codec=ClimbCodec,
    Options=Options,
    player_limits=player_limits,
    schema=SCHEMA,
    reader=ClimbReader,
    defaults=defaults,
    values_of=values_of,
    shape_faults=shape_faults,
    checks=(card_faults, count_faults, turn_faults),
    parse_move=parse_move,
    format_move=format_move,
    fields_of_move=fields_of_move,
    reasons=reasons,
    drawn=drawn,
)
