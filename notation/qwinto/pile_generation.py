"""Pile generations: after how many reshuffles each hidden card was drawn.

A reshuffle makes a new pile of the covered cards only. Players remember these cards. They know that a hand card that
was drawn before the reshuffle is none of them. Two facts hold this knowledge:

reshuffled: for each reshuffle so far, those of its cards that are now in a hand or in the pile.
drawn: for each hand, the number of reshuffles before each of its unknown cards was drawn.

Without a reshuffle, `reshuffled` is empty and `drawn` has only zeros.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from kiebitz.notation.document import FaultReport
from kiebitz.notation.hands import Facts
from kiebitz.notation.players import seat_reported
from kiebitz.notation.qwinto.cards import DECK, cards_in


def generations_read(
    values: Mapping[str, Any], facts: Facts, names: Sequence[str], report: FaultReport
) -> tuple[list[list[str]], list[list[int]]]:
    """The facts `reshuffled` and `drawn`. Cards that lie on the table again are left out of `reshuffled`."""
    groups = [cards_in(text) for text in values["reshuffled"].split("/")] if "reshuffled" in values else []
    drawn = drawn_read(values, facts, names, groups, report)
    outside = {*facts["square"], *facts["covered"]}
    groups = [[card for card in cards if card not in outside] for cards in groups]
    listed = {card for cards in groups for card in cards}
    oldest = [card for card in DECK if card not in outside | listed]
    times = [when for when, cards in enumerate([oldest, *groups]) if cards]
    rank = {when: bisect_left(times, when) for when in range(len(groups) + 1)}
    kept = [sorted(groups[when - 1]) for when in times[1:]]
    return kept, [sorted(rank.get(when, when) for when in hand) for hand in drawn]


def drawn_read(
    values: Mapping[str, Any],
    facts: Facts,
    names: Sequence[str],
    groups: Sequence[Sequence[str]],
    report: FaultReport,
) -> list[list[int]]:
    """The generations of the hidden cards of each hand. One hand may be missing; it follows from the others."""
    hidden = [max(0, size - len(hand)) for size, hand in zip(facts["hand_sizes"], facts["hands"], strict=True)]
    drawn = [[0] * size for size in hidden]
    told = set()
    for name, numbers in values.get("drawn", {}).items():
        seat = seat_reported(name, names, ("drawn", name), report)
        if seat is not None:
            drawn[seat] = list(numbers)
            told.add(seat)
    open_seats = [seat for seat, size in enumerate(hidden) if size and seat not in told]
    if groups and len(open_seats) > 1:
        example = f"drawn.{names[open_seats[0]]} = {[0] * hidden[open_seats[0]]}"
        report.add("drawn", f"is missing for {', '.join(names[seat] for seat in open_seats)}; right would be {example}")
    elif groups and open_seats:
        drawn[open_seats[0]] = counted(facts, groups, drawn, open_seats[0])
    return drawn


def counted(facts: Facts, groups: Sequence[Sequence[str]], drawn: Sequence[Sequence[int]], seat: int) -> list[int]:
    """The generations of the one hand that the file does not tell: those that pile and other hands leave."""
    seen = {*facts["square"], *facts["covered"], *facts["pile"]}.union(*facts["hands"])
    listed = {card for cards in groups for card in cards}
    size, found = len(drawn[seat]), []
    told = Counter(when for other, hand in enumerate(drawn) if other != seat for when in hand)
    for when, cards in enumerate([[card for card in DECK if card not in listed], *groups][:-1]):
        found += [when] * max(0, len(set(cards) - seen) - told[when])
    return sorted([*found[:size], *[len(groups)] * (size - len(found))])
