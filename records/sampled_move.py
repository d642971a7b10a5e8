"""The parts of a move that is played in a sampled world, and what is known after it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kiebitz.core import Position
from kiebitz.errors import IllegalMoveError
from kiebitz.notation.hands import UNKNOWN
from kiebitz.records.entry import Cards, Entry
from kiebitz.records.losing import seat_of
from kiebitz.records.table import Table
from kiebitz.records.traits import EntryError


def grown(table: Table, entry: Entry, before: dict[str, Any], facts: dict[str, Any]) -> bool:
    """Whether the pile after a move is not the rest of the pile before it."""
    rest = [*before["pile"], *table.traits.under(entry.move, table.game.options)]
    return len(facts["pile"]) > len(rest) or facts["pile"] != rest[len(rest) - len(facts["pile"]) :]


def used_cards(table: Table, entry: Entry) -> list[str]:
    """The cards that a move takes from the hand of the mover."""
    return table.traits.used(entry.move, table.facts)


def used_by(table: Table, entry: Entry, seat: int) -> Counter[str]:
    """The known cards that a move takes from the hand of a seat."""
    used = used_cards(table, entry) if seat == entry.seat else []
    return Counter(card for card in used if card != UNKNOWN)


def still_shown(table: Table, entry: Entry) -> tuple[Cards, ...]:
    """The shown cards after a move. After a trade of unknown cards none is certain any more."""
    shown, seat = list(table.shown), seat_of(entry)
    if UNKNOWN in used_cards(table, entry):
        shown[seat] = ()
    else:
        shown[seat] = tuple((Counter(shown[seat]) - used_by(table, entry, seat)).elements())
    return tuple(shown)


def played_somehow(table: Table, world: Position, entry: Entry, move: str) -> dict[str, Any]:
    """Plays a move whose legality may depend on unknown cards of the hand: then one world that allows it is enough."""
    if not table.traits.whole_hand(table.game.options):
        return played(table, world, move)
    view = table.game.view(table.known() | {"viewer": 0}, table.names, trusted=True)
    for seed in range(1, 200):
        try:
            return played(table, world, move)
        except EntryError:
            if not table.known()["hand_sizes"][seat_of(entry)] > len(table.known()["hands"][seat_of(entry)]):
                raise
            world = view.sample(seed)
    return played(table, world, move)


def hidden_writers(facts: dict[str, Any], before: dict[str, Any]) -> list[int]:
    """The players of Qwinto whose decision of this turn was only sampled."""
    both = zip(facts.get("writes", ()), before.get("writes", ()), strict=True)
    return [seat for seat, (known, sampled) in enumerate(both) if known != sampled]


def kept_hand(table: Table, entry: Entry, now: dict[str, Any]) -> list[str]:
    """The known cards of the mover's hand after a move, before the cards that were drawn."""
    seat, traits = seat_of(entry), table.traits
    hand = Counter(table.known()["hands"][seat])
    if UNKNOWN in used_cards(table, entry):
        hand = Counter()
    hand -= used_by(table, entry, seat)
    hand += Counter(traits.returned(entry.move))
    if "known_wilds" in now:
        hand["**"] = max(hand["**"], now["known_wilds"][seat])
    return traits.ordered(hand.elements())


def unsampled(
    facts: dict[str, Any], before: dict[str, Any], now: dict[str, Any], hands: Sequence[Sequence[str]]
) -> dict[str, Any]:
    """Facts after a move without what was only sampled.

    facts: the known facts before the move.
    before, now: the sampled facts before and after it.
    hands: the known cards of the hands after it.
    """
    found: dict[str, Any] = {}
    if "gone" in facts and (facts["gone"] != before["gone"] or facts["stacks"] != before["stacks"]):
        stacks, sampled = [], Counter[str]()
        for known, full, then in zip(facts["stacks"], before["stacks"], now["stacks"], strict=True):
            unknown = Counter(full["cards"]) - Counter(known["cards"]) if full else Counter()
            if then is not None and unknown:
                then = {
                    **then,
                    "cards": list((Counter(then["cards"]) - unknown).elements()),
                    "size": len(then["cards"]),
                }
            elif then is None:
                sampled += unknown
            stacks.append(then)
        fresh = Counter(now["gone"]) - Counter(before["gone"]) - sampled
        found = {"stacks": stacks, "gone": [*facts["gone"], *fresh.elements()]}
    if "drawn" in facts:
        when = {card: number for number, cards in enumerate(now["reshuffled"], 1) for card in cards}
        found["drawn"] = [
            sorted(when.get(card, 0) for card in (Counter(full) - Counter(known)).elements())
            for full, known in zip(now["hands"], hands, strict=True)
        ]
    return found


def on_top(table: Table, cards: Cards) -> Table:
    """The table with known cards on top of the pile. Raises EntryError if they cannot lie there."""
    facts, unseen = dict(table.known()), table.unseen()
    unseen.subtract(cards)
    if wrong := [card for card in cards if unseen[card] < 0]:
        raise EntryError(f"{wrong[0]} is in {table.place_of(wrong[0])}; it cannot be turned up")
    if len(cards) > len(facts["pile"]):
        raise EntryError(f"{len(cards)} cards were turned up, but the pile has {len(facts['pile'])}")
    facts["pile"] = [*cards, *facts["pile"][len(cards) :]]
    return replace(table, facts=facts, _cache={})


def played(table: Table, world: Position, move: str) -> dict[str, Any]:
    """Plays a move in a world; returns the facts after it. Raises EntryError if it is not legal."""
    try:
        world.play(move)
    except IllegalMoveError as error:
        raise EntryError(str(error)) from None
    return world.facts()
