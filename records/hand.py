"""Cards of hands that become known."""

from collections import Counter
from dataclasses import replace

from kiebitz.notation.hands import UNKNOWN
from kiebitz.records.entry import Entry
from kiebitz.records.losing import lost_hand, seat_of
from kiebitz.records.table import Table
from kiebitz.records.traits import EntryError


def drawn(table: Table, entry: Entry) -> tuple[Entry, Table]:
    """Cards of a hand become known: to the keeper of the record, or to everybody."""
    seat, public = seat_of(entry), entry.kind == "show"
    if table.facts is None:
        return entry, lost_hand(table, seat, entry.cards)
    cards = [card for card in entry.cards if card != UNKNOWN]
    held = Counter(table.facts["hands"][seat]) if public else Counter()
    fresh = Counter(cards) - held
    result = table.revealed(seat, fresh.elements(), public)
    if public:
        shown = list(result.shown)
        shown[seat] = tuple((Counter(table.shown[seat]) | Counter(cards)).elements())
        result = replace(result, shown=tuple(shown), _cache={})
    return entry, result


def handed(table: Table, entry: Entry) -> tuple[Entry, Table]:
    """The whole hand of a player."""
    seat, name = seat_of(entry), table.names[seat_of(entry)]
    if table.facts is None:
        return entry, lost_hand(table, seat, entry.cards, whole=True)
    size, known = table.facts["hand_sizes"][seat], Counter(table.facts["hands"][seat])
    if len(entry.cards) != size:
        raise EntryError(f"[{' '.join(entry.cards)}] has {len(entry.cards)} cards, but {name} holds {size}")
    cards = Counter(entry.cards)
    if wrong := known - cards:
        raise EntryError(f"[{' '.join(entry.cards)}] lacks {' '.join(wrong.elements())}, which {name} holds")
    entry = replace(entry, cards=tuple(table.traits.ordered(entry.cards)))
    return entry, table.revealed(seat, (cards - known).elements())
