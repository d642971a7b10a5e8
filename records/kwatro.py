"""Records of Kwatro. Others see only how many cards are traded: `trade ? ?`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kiebitz.core import Position
from kiebitz.notation.checks import Place
from kiebitz.notation.hands import UNKNOWN, Facts, Where
from kiebitz.notation.kwatro.cards import DECK, HAND, WILD, cards_in
from kiebitz.notation.kwatro.checks import held_places, table_places
from kiebitz.notation.kwatro.lines import table_findings
from kiebitz.notation.kwatro.move import parse_move
from kiebitz.notation.kwatro.table import cell_text, groups
from kiebitz.records.traits import EntryError, Range, Traits

WILDS = 2


def open_deal(text: str, players: int, options: Any) -> dict[str, Any]:
    """The facts of a deal with this starter."""
    starter = cards_in(text)
    pile = len(DECK) - 1 - HAND * players
    return {
        "table": {(0, 0): starter[0]} if len(starter) == 1 else {},
        "hands": [[] for _ in range(players)],
        "hand_sizes": [HAND] * players,
        "pile": [None] * pile,
        "traded_by": [None] * pile,
        "known_wilds": [0] * players,
        "scores": [0] * players,
        "passes": 0,
        "out": [],
        "to_move": 0,
    }


def lying(facts: Facts) -> list[str]:
    """The cards on the table."""
    return [*facts["table"].values()]


def places(facts: Facts, names: Sequence[str], where: Where) -> Iterator[Place]:
    """Every known card."""
    yield from table_places(facts, where)
    yield from held_places(facts, names, where)


def used(move: str, facts: Facts | None = None) -> list[str]:
    """The played, swapped or traded cards."""
    words = move.split()
    words = words[1:] if words[0] in ("swap", "trade", "pass") else words
    return [word.partition("@")[0] for word in words]


def laid(move: str) -> list[str]:
    """The played or swapped cards."""
    return [] if move.startswith(("trade", "pass")) else used(move)


def returned(move: str) -> list[str]:
    """The wild that a swap takes into the hand."""
    return [WILD] if move.startswith("swap") else []


def under(move: str, options: Any) -> list[str]:
    """The traded cards."""
    return used(move) if move.startswith("trade") else []


def shuffles(move: str, options: Any) -> bool:
    """Whether traded cards are shuffled in."""
    return move.startswith("trade") and options.traded_cards == "shuffle_in"


def hides(move: str) -> bool:
    """Whether a move is a trade."""
    return move.startswith("trade")


def with_unknown(move: str, hand: Sequence[str]) -> str:
    """A trade of unknown cards with cards of this hand."""
    words = move.split()
    rest = list(hand)
    for word in words[1:]:
        if word in rest:
            rest.remove(word)
    return " ".join(["trade", *(rest.pop() if word == UNKNOWN else word for word in words[1:])])


def fresh(options: Any) -> int:
    """A play lays four cards; before it, each wild of the table may be swapped for a card."""
    return HAND + WILDS


def returning(cards: Iterable[str], pile: int, move: str | None, options: Any) -> Mapping[str, int]:
    """Wilds can come back into a hand by swaps that were missed."""
    return {WILD: sum(card == WILD for card in cards)} if move is None else {}


def pile_after(pile: Range, move: str | None, hand: int, options: Any) -> Range:
    """A play draws as many cards as it lays. A trade leaves the number as it is."""
    if move is None:
        return max(0, pile[0] - HAND), pile[1]
    played = 0 if move.startswith(("swap", "trade", "pass")) else len(move.split())
    return max(0, pile[0] - played), max(0, pile[1] - played)


def stand(position: Position, move: str) -> dict[str, Any]:
    """The facts after a play or a swap that the rules do not allow. It scores nothing; the players may count otherwise.

    Raises EntryError if a cell is taken or no card lies beside the played ones.
    """
    facts, parts = position.facts(), parse_move(move)
    seat = facts["to_move"]
    if parts[0] == "trade" or seat is None:
        raise EntryError(f"{move} cannot be carried out")
    table, hand = dict(facts["table"]), list(facts["hands"][seat])
    for card in used(move):
        hand.remove(card)
    if parts[0] == "swap":
        _, card, row, column = parts
        if table.get((row, column)) != WILD:
            raise EntryError(f"no wild lies in {cell_text((row, column))}")
        table[row, column] = card
        hand.append(WILD)
    else:
        for card, row, column in parts[1]:
            if (row, column) in table:
                raise EntryError(f"{table[row, column]} lies in {cell_text((row, column))}")
            table[row, column] = card
    if len(groups(table)) > 1:
        raise EntryError("the played cards touch no other card")
    # The engine tests wilds on the premise that they could stand before the move.
    options = position.game.options
    if WILD in table.values() and any(table_findings(table, options.wild_identity, options.wild_starter)):
        raise EntryError("no card fits the wild any more")
    after = facts | {"table": dict(sorted(table.items())), "hands": with_hand(facts, seat, hand)}
    return turn_over(after, seat, position.game.options, len(used(move))) if parts[0] == "play" else after


def turn_over(facts: dict[str, Any], seat: int, options: Any, played: int) -> dict[str, Any]:
    """The facts when a player has laid cards: the draw, and the next player or the end."""
    pile, hand = facts["pile"], facts["hands"][seat]
    hand, pile, traders = [*hand, *pile[:played]], pile[played:], facts["traded_by"][played:]
    out = [*facts["out"], *([] if hand or pile else [seat])]
    following = (seat + 1) % facts["players"]
    over = bool(out) and (not options.final_round or following == 0)
    known = [min(wilds, facts["hands"][other].count(WILD)) for other, wilds in enumerate(facts["known_wilds"])]
    after = facts | {"hands": with_hand(facts, seat, hand), "pile": pile, "traded_by": traders, "passes": 0, "out": out}
    sizes = [len(cards) for cards in after["hands"]]
    return after | {"hand_sizes": sizes, "known_wilds": known, "to_move": None if over else following}


def with_hand(facts: Facts, seat: int, hand: list[str]) -> list[list[str]]:
    """The hands with another one for a seat."""
    return [sorted(hand) if other == seat else cards for other, cards in enumerate(facts["hands"])]


def out_of_turn(seat: int, facts: Facts) -> dict[str, Any]:
    """The facts if it is this player's turn."""
    return {"to_move": seat}


TRAITS = Traits(
    deck=DECK,
    ordered=sorted,
    open_deal=open_deal,
    open_cards=lambda facts: "".join(facts["table"].values()),
    lying=lying,
    places=places,
    used=used,
    laid=laid,
    returned=returned,
    under=under,
    shuffles=shuffles,
    hides=hides,
    with_unknown=with_unknown,
    fresh=fresh,
    returning=returning,
    pile_after=pile_after,
    stand=stand,
    place=r"-?\d+\s*,\s*-?\d+",
    needed=("trade", "swap"),
    in_sequence=lambda cards: tuple(sorted(cards)),
    out_of_turn=out_of_turn,
)
