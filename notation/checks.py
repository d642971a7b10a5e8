"""Checks of facts that are the same for all games: values, lengths, texts of cards, hands."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from kiebitz.errors import Fault
from kiebitz.notation.document import shortened
from kiebitz.notation.hands import Facts, Where, hand_place

Place = tuple[str, str, str]  # a card, its place in words, the field of the file


def value_faults(facts: Facts, choices: Mapping[str, Collection[Any]], where: Where) -> Iterator[Fault]:
    """Numbers that are not whole, and fields that have none of their possible values (in `choices`)."""
    for field, value in facts.items():
        if not whole(value):
            yield Fault(where(field), f"is {shortened(value)}; right would be whole numbers only")
        elif value not in choices.get(field, [value]):
            known = ", ".join(map(repr, choices[field]))
            yield Fault(where(field), f"is {shortened(value)}; right would be {known}")


def whole(value: Any) -> bool:
    """Whether all numbers in a value are whole ones; the engine would cut off the others."""
    if isinstance(value, Mapping):
        return all(map(whole, value.values()))
    if isinstance(value, list | tuple):
        return all(map(whole, value))
    return not isinstance(value, bool | float)


def length_faults(facts: Facts, fields: Iterable[str], players: int, where: Where) -> Iterator[Fault]:
    """Lists that do not have one entry for each player."""
    for field in fields:
        if len(facts[field]) != players:
            what = f"has {len(facts[field])} entries; right would be one for each of {players} players"
            yield Fault(where(field), what)


def hand_places(facts: Facts, names: Sequence[str], where: Where) -> Iterator[Place]:
    """The known cards of all hands."""
    for seat, hand in enumerate(facts["hands"]):
        for card in hand:
            yield card, f"the hand of {names[seat]}", hand_place(facts, seat, names, where)


def text_faults(places: Iterable[Place], known: Collection[str], right: str) -> Iterator[Fault]:
    """Texts that are no cards; `right` says what a card is."""
    for card, place, field in places:
        if card not in known:
            yield Fault(field, f"{shortened(card)} in {place} is no card; {right}")


def named_faults(facts: Facts, seat: int, names: Sequence[str], place: str, complete: bool) -> Iterator[Fault]:
    """A hand with more known cards than cards, or with fewer although it is known completely."""
    known, size = len(facts["hands"][seat]), facts["hand_sizes"][seat]
    if known > size or (complete and known != size):
        yield Fault(place, f"{known} cards are named, but hand_sizes says that {names[seat]} holds {size}")


def copy_faults(places: Iterable[Place], copies: Mapping[str, int]) -> Iterator[Fault]:
    """Cards that lie in more places than there are copies of them."""
    found: dict[str, list[tuple[str, str]]] = {}
    for card, place, field in places:
        if card in copies:
            found.setdefault(card, []).append((place, field))
    for card, spots in found.items():
        most = copies[card]
        if len(spots) > most:
            listed = " and ".join(dict.fromkeys(place for place, _ in spots))
            exist = "there is one" if most == 1 else f"there are {most}"
            yield Fault(spots[most][1], f"{len(spots)} times {card}, in {listed}; {exist}")
