"""Kwatro's facts written down: as a position file and in the one-line form, such that reading gives the same facts."""

from collections.abc import Mapping, Sequence
from typing import Any

from kiebitz.notation.hands import UNKNOWN, shown_hands
from kiebitz.notation.kwatro.cards import HAND, WILD
from kiebitz.notation.kwatro.options import Options
from kiebitz.notation.kwatro.position import SCHEMA
from kiebitz.notation.kwatro.table import to_grid
from kiebitz.notation.writing import Writer


def completed(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts with what may be left out filled in: nobody's view, no trades, no scores and so on."""
    players, pile = facts["players"], facts["pile"]
    defaults = {
        "game": "kwatro",
        "to_move": 0,
        "viewer": None,
        "hand_sizes": [len(hand) for hand in facts["hands"]],
        "traded_by": [None] * len(pile),
        "known_wilds": [0] * players,
        "scores": [0] * players,
        "passes": 0,
        "out": [],
    }
    return defaults | dict(facts)


def values_of(facts: Mapping[str, Any], options: Options, names: Sequence[str]) -> dict[str, Any]:
    """The fields of the file, only those that do not follow from the others."""
    if None not in facts["pile"] and all(map(len_is, facts["hands"], facts["hand_sizes"])):
        facts = {**facts, "viewer": None}  # everybody knows everything
    grid, origin = to_grid(facts["table"])
    values: dict[str, Any] = {"game": "kwatro", "players": list(names), "scores": facts["scores"], "grid": grid}
    if facts["to_move"] is not None:
        values["to_move"] = names[facts["to_move"]]
    if facts["viewer"] not in (None, facts["to_move"]):
        values["viewer"] = names[facts["viewer"]]
    if origin != (0, 0):
        values["origin"] = list(origin)
    values |= hand_values(facts, names) | pile_values(facts, names)
    if any(facts["known_wilds"]):
        values["known_wilds"] = facts["known_wilds"]
    if facts["passes"]:
        values["passes"] = facts["passes"]
    if facts["out"] or options.final_round:
        values["out"] = [names[seat] for seat in facts["out"]]
    values["rules"] = options.changed()
    return values


def len_is(cards: Sequence[str], size: int) -> bool:
    return len(cards) == size


def hand_values(facts: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """`hand` if that says everything; else [hands], with `?` for the cards that are not known."""
    values: dict[str, Any] = {}
    viewer, hands, sizes = facts["viewer"], facts["hands"], facts["hand_sizes"]
    expected = [[WILD] * known for known in facts["known_wilds"]]
    others = [seat for seat in range(len(hands)) if seat != viewer]
    if viewer is not None and all(hands[seat] == expected[seat] for seat in others):
        values["hand"] = " ".join(hands[viewer])
    else:
        values["hands"] = shown_hands(facts, names)
    if any(size != HAND for size in sizes) or not facts["pile"]:
        values["hand_sizes"] = sizes
    return values


def pile_values(facts: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    pile, traders = facts["pile"], facts["traded_by"]
    traded = len(pile) - traders.count(None)
    values: dict[str, Any] = {"pile": len(pile)}
    if facts["viewer"] is None and pile:
        values["pile"] = " ".join(pile)
    elif traded:
        values["bottom"] = " ".join(card or UNKNOWN for card in pile[-traded:])
    if traded:
        values["traded_by"] = [names[seat] for seat in traders[-traded:]]
    return values


WRITER = Writer(SCHEMA, completed, values_of)
write, line = WRITER.write, WRITER.line
