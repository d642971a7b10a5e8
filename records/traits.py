"""What records need to know of a game beyond its engine and its notation. Each game has an instance of `Traits`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kiebitz.core import Position
from kiebitz.errors import KiebitzError
from kiebitz.irregular import play_irregular
from kiebitz.notation.checks import Place
from kiebitz.notation.hands import Facts, Where

Range = tuple[int, int]  # the least and the greatest number


class EntryError(KiebitzError):
    """An entry that does not fit the table. The text says what would be right."""


def nothing(move: str, *rest: Any) -> list[str]:
    """No cards."""
    return []


def never(*rest: Any) -> bool:
    """False for every move and all options."""
    return False


def unchanged(given: Any, *rest: Any) -> Any:
    """The move or the cards as they are."""
    return given


def no_cards(options: Any) -> int:
    """No card."""
    return 0


def none_returning(*rest: Any) -> Mapping[str, int]:
    """No card comes back."""
    return {}


@dataclass(frozen=True)
class Traits:
    """The parts of a game's records.

    deck: every card with its copies.
    ordered: cards in the order of the facts.
    open_deal: facts of a deal of which only the open cards are known. Parameters: the open cards, the number of
        players, the options.
    open_cards: the text of the open cards of a deal, from its facts.
    lying: the cards that all players have seen and that are in no hand and not in the pile.
    places: every known card with its place.
    used: the cards that a move takes from the hand; `?` for an unknown one. The facts before the move may be missing.
    laid: the hidden cards that a move lays open, as far as they are certain.
    returned: cards that a move takes from the table into the hand.
    under: the cards that a move puts under the pile, in order.
    shuffles: whether the pile may be shuffled in a move.
    hides: whether the other players do not see the cards of a move.
    with_unknown: such a move with cards of this hand for each `?`.
    whole_hand: whether a move may be legal only because of other cards of the hand, by the options.
    refill: the most hidden cards that a move can lay open beside its own.
    fresh: the most hidden cards that one missed turn can lay open.
    returning: the most copies of cards that can come back into hands and pile, by card. Parameters: the cards that lie
        open, the least number of cards in the pile, the move (None: a missed turn), the options.
    pile_after: the bounds of the pile after a move (None: a missed turn), from the bounds before.
    stand: plays a move in a position although the rules do not allow it; returns the facts after it. Raises EntryError
        if the move cannot be carried out, or if the game cannot go on from there.
    from_hand: those cards of a move that come from the hand. Parameters: the cards in the order of the text, the facts.
    place: a pattern of the places that stand behind cards in a move, in small letters; empty if there are none.
    needed: words of moves that people must say, because other moves have the same cards.
    in_sequence: the cards of a move with their places, ordered so that equal moves have equal cards.
    out_of_turn: facts that make a seat the one to move.
    """

    deck: Sequence[str]
    ordered: Callable[[Iterable[str]], list[str]]
    open_deal: Callable[[str, int, Any], dict[str, Any]]
    open_cards: Callable[[Facts], str]
    lying: Callable[[Facts], Iterable[str]]
    places: Callable[[Facts, Sequence[str], Where], Iterable[Place]]
    used: Callable[[str, Facts | None], list[str]]
    fresh: Callable[[Any], int]
    pile_after: Callable[[Range, str | None, int, Any], Range]
    stand: Callable[[Position, str], dict[str, Any]]
    out_of_turn: Callable[[int, Facts], dict[str, Any]]
    laid: Callable[[str], list[str]] = nothing
    returned: Callable[[str], list[str]] = nothing
    under: Callable[[str, Any], list[str]] = nothing
    shuffles: Callable[[str, Any], bool] = never
    hides: Callable[[str], bool] = never
    with_unknown: Callable[[str, Sequence[str]], str] = unchanged
    whole_hand: Callable[[Any], bool] = never
    refill: Callable[[Any], int] = no_cards
    returning: Callable[[Iterable[str], int, str | None, Any], Mapping[str, int]] = none_returning
    from_hand: Callable[[Sequence[str], Facts], Sequence[str]] = unchanged
    place: str = ""
    needed: Sequence[str] = ()
    in_sequence: Callable[[Sequence[str]], tuple[str, ...]] = tuple


def stood(position: Position, move: str) -> dict[str, Any]:
    """Plays a move that the rules do not allow by the engine, which does not test moves.

    Raises EntryError if the game cannot go on from there.
    """
    play_irregular(position, move)
    facts = position.facts()
    if faults := position.game.notation.faults(facts, position.game.options, position.names):
        raise EntryError(str(faults[0]))
    return facts
