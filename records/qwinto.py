"""Records of Qwinto. The active player draws after the last player has decided where to write."""

from collections.abc import Iterable, Mapping
from typing import Any

from kiebitz.core import Position
from kiebitz.notation.hands import Facts
from kiebitz.notation.qwinto.cards import DECK, HAND, STACKS, cards_in
from kiebitz.notation.qwinto.checks import places
from kiebitz.notation.qwinto.move import parse_move
from kiebitz.notation.qwinto.sheet import empty_sheet, place_of, row_of
from kiebitz.records.traits import EntryError, Range, Traits, stood

MOST_PLACED = 2


def open_deal(text: str, players: int, options: Any) -> dict[str, Any]:
    """The facts of a deal with this square."""
    return {
        "active": options.start_player,
        "to_move": options.start_player,
        "decision": "place",
        "square": cards_in(text),
        "covered": [],
        "hands": [[] for _ in range(players)],
        "hand_sizes": [HAND] * players,
        "pile": [None] * (len(DECK) - HAND * players - len(STACKS)),
        "sheets": [empty_sheet() for _ in range(players)],
        "announced": None,
        "writes": [None] * players,
        "reshuffled": [],
        "drawn": [[0] * HAND for _ in range(players)],
    }


def lying(facts: Facts) -> list[str]:
    """The cards of the square and under it."""
    return [*facts["square"], *facts["covered"]]


def used(move: str, facts: Facts | None = None) -> list[str]:
    """The placed cards."""
    words = move.split()
    return [] if words[0] in ("write", "decline") else [word.partition("@")[0] for word in words]


def fresh(options: Any) -> int:
    """A turn places two cards at most."""
    return MOST_PLACED


def returning(cards: Iterable[str], pile: int, move: str | None, options: Any) -> Mapping[str, int]:
    """Covered cards come back into the pile if it runs empty and they are shuffled."""
    return dict.fromkeys(cards, 1) if options.empty_pile == "reshuffle" and pile < HAND else {}


def pile_after(pile: Range, move: str | None, drawn: int, options: Any) -> Range:
    """A turn draws two cards at most. The pile may be shuffled anew when it is empty."""
    low, high = max(0, pile[0] - HAND), pile[1]
    shuffled = options.empty_pile == "reshuffle" and pile[0] < HAND
    return low, len(DECK) - len(STACKS) if shuffled else high


def stand(position: Position, move: str) -> dict[str, Any]:
    """The facts after a move that the rules do not allow. Raises EntryError if it cannot be carried out."""
    facts, parts = position.facts(), parse_move(move)
    seat = facts["to_move"]
    if seat is None or (parts[0] == "place") != (facts["decision"] == "place"):
        raise EntryError(f"{move} cannot be carried out now")
    if parts[0] == "place" and not {card for card, _ in parts[1]} <= {*facts["hands"][seat]}:
        raise EntryError(f"{move} needs other cards")
    if parts[0] == "write" and facts["sheets"][seat][row_of(parts[1])][place_of(parts[1])] is not None:
        raise EntryError(f"{parts[1]} is not empty")
    return stood(position, move)


def out_of_turn(seat: int, facts: Facts) -> dict[str, Any]:
    """The facts if it is this player's turn."""
    return {"to_move": seat} | ({"active": seat} if facts["decision"] == "place" else {})


def open_cards(facts: Facts) -> str:
    """The square of a deal."""
    top = facts["square"]
    return f"{top[0]} {top[1]} / {top[2]} {top[3]}"


TRAITS = Traits(
    deck=DECK,
    ordered=sorted,
    open_deal=open_deal,
    open_cards=open_cards,
    lying=lying,
    places=places,
    used=used,
    laid=used,
    fresh=fresh,
    returning=returning,
    pile_after=pile_after,
    stand=stand,
    place=r"\b(?:tl|tr|bl|br)\b",
    out_of_turn=out_of_turn,
)
