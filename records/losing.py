"""Lost tables: the bounds that are left after something was not seen."""

from collections import Counter
from dataclasses import replace

from kiebitz.notation.hands import UNKNOWN
from kiebitz.records.entry import Cards, Entry
from kiebitz.records.table import Lost, Table
from kiebitz.records.traits import EntryError


def moved_unseen(table: Table, entry: Entry) -> Table:
    """The bounds after a move or a missed turn at a table that is lost, or is lost now."""
    seat, traits, options, pile = seat_of(entry), table.traits, table.game.options, table.pile()
    out, fresh, hands = table.out(), table.unknown_gone(), [tuple(hand) for hand in table.known_hands()]
    back = dict(table.lost.back) if table.lost is not None else {}
    seen = entry.kind == "move" and UNKNOWN not in entry.move
    if seen:
        laid, used, returned = (
            traits.laid(entry.move),
            traits.used(entry.move, table.facts),
            traits.returned(entry.move),
        )
        out = out + Counter(laid) - Counter(returned)
        hands[seat] = (*(Counter(entry.hand or hands[seat]) - Counter(used)).elements(), *returned)
        fresh += len(used) - len(laid) + (0 if entry.turned_up else traits.refill(options))
    else:
        fresh += traits.fresh(options)
        hands[seat] = ()
    out = (out + Counter(entry.turned_up or ())) & Counter(traits.deck)
    for card, number in traits.returning(out.elements(), pile[0], entry.move if seen else None, options).items():
        back[card] = max(back.get(card, 0), number)
    hands[seat] += tuple(card for card in entry.drew or () if card != UNKNOWN)
    noted = len(entry.turned_up or ()) + len(entry.drew or ())
    pile = traits.pile_after(pile, entry.move if seen else None, noted, options)
    lost = Lost(table.lost.why if table.lost else "", out, tuple(hands), fresh, back, pile)
    return replace(table, facts=None, world=None, open_end=None, lost=lost, _cache={})


def lose(before: Table, now: Table, why: str) -> Table:
    """The table without its facts, for this reason. If the table was lost before, the first reason stays.

    before: the table before the entry.
    now: the table after it, as far as known.
    """
    if now.facts is not None:
        hands = tuple(map(tuple, now.known_hands()))
        lost = Lost(why, now.out(), hands, now.unknown_gone(), {}, now.pile())
    else:
        lost = replace(now.lost_part(), why=before.lost.why if before.lost is not None else why)
    return replace(now, facts=None, world=None, lost=lost, _cache={})


def lost_hand(table: Table, seat: int, cards: Cards, whole: bool = False) -> Table:
    """A lost table with more known cards of a hand."""
    lost = table.lost_part()
    hands = list(lost.hands)
    hands[seat] = cards if whole else (*hands[seat], *(card for card in cards if card != UNKNOWN))
    return replace(table, lost=replace(lost, hands=tuple(hands)), _cache={})


def seat_of(entry: Entry) -> int:
    """The seat of an entry that is about one player."""
    if entry.seat is None:
        raise EntryError("names no player")
    return entry.seat
