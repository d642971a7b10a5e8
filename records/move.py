"""A decision: the table after a move.

The engine is the only place of the rules. A move is played in a sampled world in which the player holds the cards of
the move and the named cards lie on top of the pile. Then everything that was only sampled is forgotten again.
"""

from collections import Counter
from dataclasses import replace
from typing import Any

from kiebitz.errors import KiebitzError
from kiebitz.notation.hands import UNKNOWN
from kiebitz.records.entry import Entry
from kiebitz.records.hand import handed
from kiebitz.records.losing import lose, moved_unseen, seat_of
from kiebitz.records.sampled_move import (
    grown,
    hidden_writers,
    kept_hand,
    on_top,
    played,
    played_somehow,
    still_shown,
    unsampled,
    used_by,
    used_cards,
)
from kiebitz.records.table import Table
from kiebitz.records.traits import EntryError


def moved(table: Table, entry: Entry) -> tuple[Entry, Table]:
    """A decision."""
    seat = seat_of(entry)
    entry = in_full(table, entry)
    if table.facts is None:
        return entry, moved_unseen(table, entry)
    if table.to_move != seat:
        mover = table.names[table.to_move] if table.to_move is not None else ""
        raise EntryError(f"{mover} is to move, not {table.names[seat]}" if mover else "the game is over")
    if entry.hand is not None:
        _, table = handed(table, Entry("hand", seat, cards=entry.hand))
    if UNKNOWN in entry.move and not table.traits.hides(entry.move):
        return entry, lose(table, moved_unseen(table, entry), "a card of a move is not known")
    if table.world is not None:
        return moved_in_world(table, entry)
    return moved_in_sample(table, entry)


def in_full(table: Table, entry: Entry) -> Entry:
    """The entry with the one text of its move. A move with unknown cards stays as it is."""
    if UNKNOWN in entry.move:
        return replace(entry, move=" ".join(entry.move.split()))
    try:
        return replace(entry, move=table.game.notation.canonical_move(entry.move, table.game.options, table.names))
    except KiebitzError as error:
        raise EntryError(str(error)) from None


def drawer_of(facts: dict[str, Any], seat: int) -> int:
    """The player whose hand is refilled after a move."""
    active: int = facts.get("active", seat)
    return active


def moved_in_world(table: Table, entry: Entry) -> tuple[Entry, Table]:
    """A decision in a position. The cards that are drawn are known; those that the entry names must be the same."""
    seat, before = seat_of(entry), table.known()
    world = table.sampled()
    facts = played(table, world, entry.move)
    drawer = drawer_of(before, seat)
    kept = list((Counter(before["hands"][drawer]) - used_by(table, entry, drawer)).elements())
    drew = tuple(table.traits.ordered((Counter(facts["hands"][drawer]) - Counter(kept)).elements()))
    gained = Counter(table.traits.returned(entry.move)) if drawer == seat else Counter()
    drew = tuple((Counter(drew) - gained).elements())
    up = len(before["pile"]) + len(table.traits.under(entry.move, table.game.options)) - len(facts["pile"]) - len(drew)
    shuffled = table.traits.shuffles(entry.move, table.game.options) or grown(table, entry, before, facts)
    if shuffled and not table.seeded:
        unknown = replace(table, world=None)
        return moved_in_sample(unknown, entry)
    turned = tuple(before["pile"][:up]) if up > 0 else ()
    if entry.turned_up is None and entry.drew == (*turned, *drew):
        entry = replace(entry, turned_up=turned, drew=drew)
    if entry.drew is not None and Counter(entry.drew) - Counter(drew):
        raise EntryError(f"drew {' '.join(entry.drew)}, but the pile gives {' '.join(drew) or 'no card'}")
    if entry.turned_up is not None and entry.turned_up != turned:
        raise EntryError(f"turned up {' '.join(entry.turned_up)}, but the pile gives {' '.join(turned) or 'no card'}")
    hand = tuple(before["hands"][seat])
    entry = replace(entry, hand=hand, drew=drew or None, turned_up=turned or None)
    shown = still_shown(table, entry)
    return entry, replace(table, facts=facts, world=world, shown=shown, open_end=None, _cache={})


def moved_in_sample(table: Table, entry: Entry, stands: bool = False) -> tuple[Entry, Table]:
    """A decision at a table with unknown cards.

    stands: whether the move stood although the rules do not allow it.
    """
    seat, traits = seat_of(entry), table.traits
    table = table.revealed(seat, (used_by(table, entry, seat) - Counter(table.known()["hands"][seat])).elements())
    facts = table.known()
    if entry.turned_up:
        table = on_top(table, entry.turned_up)
    world = table.sampled()
    before = world.facts()
    move = entry.move
    if UNKNOWN in move:
        move = traits.with_unknown(move, before["hands"][seat])
        move = table.game.notation.canonical_move(move, table.game.options, table.names)
    now = traits.stand(world, move) if stands else played_somehow(table, world, entry, move)
    drawer, shown = drawer_of(facts, seat), still_shown(table, entry)
    hands = [list(hand) for hand in facts["hands"]]
    hands[seat] = kept_hand(table, entry, now)
    under = [None if card == UNKNOWN else card for card in traits.under(entry.move, table.game.options)]
    pile = [*facts["pile"], *under]
    missing = len(used_cards(table, entry)) - len(traits.returned(entry.move)) if drawer == seat else 0
    drew = now["hand_sizes"][drawer] - facts["hand_sizes"][drawer] + missing
    if traits.shuffles(entry.move, table.game.options) or len(now["pile"]) + drew > len(pile):
        rest: list[str | None] = [None] * len(now["pile"])
    else:
        rest = pile[len(pile) - len(now["pile"]) :]
    up = max(0, len(pile) - len(now["pile"]) - drew)
    result = replace(
        table,
        facts=now | {"hands": hands, "pile": rest, "viewer": None} | unsampled(facts, before, now, hands),
        shown=shown,
        open_end=None,
        _cache={},
    )
    if hidden := hidden_writers(facts, before):
        if now["announced"] is None:
            names = " and ".join(table.names[other] for other in hidden)
            return entry, lose(table, moved_unseen(table, entry), f"the writing of {names} was not seen")
        writes = [None if other in hidden else write for other, write in enumerate(now["writes"])]
        result = replace(result, facts=result.known() | {"writes": writes}, _cache={})
    return with_draws(table, entry, result, drawer, drew, up)


def with_draws(table: Table, entry: Entry, result: Table, drawer: int, drew: int, up: int) -> tuple[Entry, Table]:
    """The table after a move with the cards that were drawn and turned up.

    drew: number of cards that the drawer has drawn.
    up: number of cards that were turned up.
    """
    name = table.names[drawer]
    named = len(entry.turned_up or ())
    if named > up:
        raise EntryError(f"{named} cards turned up are named, but {up} were; right would be {up}")
    if named < up and not named:
        if entry.drew is not None and len(entry.drew) > drew:
            first = len(entry.drew) - drew
            noted = replace(entry, turned_up=entry.drew[:first], drew=entry.drew[first:])
            return moved_in_sample(replace(table, facts=table.known()), noted)
        open_end = replace(result, open_end=(table, entry))
        return entry, lose(table, open_end, "the cards that were turned up are not known")
    if named < up:
        raise EntryError(f"{named} cards turned up are named, but more were, at least {up}")
    if entry.drew is not None:
        if len(entry.drew) > drew:
            empty = "the pile is empty; " if not result.known()["pile"] and not drew else ""
            raise EntryError(f"{empty}{name} draws {drew} cards here, not {len(entry.drew)}")
        result = result.revealed(drawer, [card for card in entry.drew if card != UNKNOWN])
    return entry, result
