"""Records of Kwatro. Others see only how many cards are traded: `trade ? ?`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kiebitz.notation.checks import Place
from kiebitz.notation.hands import UNKNOWN, Facts, Where
from kiebitz.notation.kwatro.cards import DECK, HAND, WILD, cards_in
from kiebitz.notation.kwatro.checks import held_places, table_places
from kiebitz.records.traits import Range, Traits, no_cards

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
    refill=no_cards,
    fresh=fresh,
    returning=returning,
    pile_after=pile_after,
    out_of_turn=out_of_turn,
)
