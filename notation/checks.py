"""Checks of facts that all games share: values, lengths, texts of cards, hands.

A function whose name ends with `faults` yields the faults that its docstring names. `where` gives the place of a field
for the messages.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from kiebitz.errors import Fault
from kiebitz.notation.document import shortened
from kiebitz.notation.hands import Facts, Where, hand_place

Place = tuple[str, str, str]  # a card, its place in words, the field of the file


def value_faults(facts: Facts, choices: Mapping[str, Collection[Any]], where: Where) -> Iterator[Fault]:
    """Numbers that are not whole, and values that a field cannot have.

    choices: the possible values by field; a field that is not named here may have any value.
    """
    for field, value in facts.items():
        if not whole(value):
            yield Fault(where(field), f"is {shortened(value)}; right would be whole numbers only")
        elif value not in choices.get(field, [value]):
            known = ", ".join(map(repr, choices[field]))
            yield Fault(where(field), f"is {shortened(value)}; right would be {known}")


def whole(value: Any) -> bool:
    """Whether all numbers in a value are whole; true and false are no numbers. The engine would cut off fractions."""
    if type(value) in (str, int):  # almost all of them
        return True
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


def pile_places(facts: Facts, where: Where) -> Iterator[Place]:
    """The known cards of the pile."""
    yield from ((card, "the pile", where("pile")) for card in facts["pile"] if card is not None)


def text_faults(places: Iterable[Place], known: Collection[str], right: str) -> Iterator[Fault]:
    """Texts that are no cards.

    known: every card of the game.
    right: the end of the message, which says how a card is written.
    """
    for card, place, field in places:
        if card not in known:
            yield Fault(field, f"{shortened(card)} in {place} is no card; {right}")


def named_faults(facts: Facts, seat: int, names: Sequence[str], place: str, complete: bool) -> Iterator[Fault]:
    """A hand with more known cards than its size; a completely known hand with fewer.

    place: the field of the hand, for the message.
    complete: whether every card of the hand should be known.
    """
    known, size = len(facts["hands"][seat]), facts["hand_sizes"][seat]
    if known > size or (complete and known != size):
        yield Fault(place, f"{known} cards are named, but hand_sizes says that {names[seat]} holds {size}")


def hand_faults(
    facts: Facts, seat: int, names: Sequence[str], where: Where, full: int, short: bool = False
) -> Iterator[Fault]:
    """A hand too large, too small, or with more known cards than cards.

    full: cards in a full hand.
    short: whether the hand may be smaller although the pile has cards.
    """
    size, name, complete = facts["hand_sizes"][seat], names[seat], facts["viewer"] in (None, seat)
    place = hand_place(facts, seat, names, where) if complete else where("hand_sizes")
    if not 0 <= size <= full:
        yield Fault(place, f"{name} holds {size} cards; a hand has at most {full}")
    elif size < full and facts["pile"] and not short:
        right = f"right would be {full} cards, or pile = 0 and hand_sizes"
        yield Fault(place, f"{name} holds {size} of {full} cards although the pile has {len(facts['pile'])}; {right}")
    yield from named_faults(facts, seat, names, place, complete)


def copy_faults(places: Iterable[Place], copies: Mapping[str, int]) -> Iterator[Fault]:
    """Cards that lie in more places than they have copies.

    copies: the number of copies of each card.
    """
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
