"""Quanto's facts written down: as a position file and in the one-line form, such that reading gives the same facts."""

from collections.abc import Mapping, Sequence
from typing import Any

from kiebitz.notation.hands import shown_hands
from kiebitz.notation.quanto.options import Options
from kiebitz.notation.quanto.position import SCHEMA
from kiebitz.notation.writing import Writer


def completed(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts with what may be left out filled in: nobody's view, nothing won, no stacks and so on."""
    players = facts["players"]
    defaults = {
        "game": "quanto",
        "to_move": 0,
        "viewer": None,
        "decision": "three" if facts.get("turned") else "play",
        "hand_sizes": [len(hand) for hand in facts["hands"]],
        "turned": [],
        "won": [0] * players,
        "stacks": [None] * players,
        "gone": [],
        "last_taker": None,
        "phase": "play",
    }
    return defaults | dict(facts)


def values_of(facts: Mapping[str, Any], options: Options, names: Sequence[str]) -> dict[str, Any]:
    """The fields of the file, only those that do not follow from the others."""
    viewer, pile = facts["viewer"], facts["pile"]
    values: dict[str, Any] = {
        "game": "quanto",
        "players": list(names),
        "display": " ".join(facts["display"]),
        "won": facts["won"],
        "pile": " ".join(pile) if viewer is None and pile else len(pile),
    }
    for field in ("to_move", "last_taker"):
        if facts[field] is not None:
            values[field] = names[facts[field]]
    if viewer not in (None, facts["to_move"]):
        values["viewer"] = names[viewer]
    if facts["turned"]:
        values["turned"] = " ".join(facts["turned"])
    if facts["phase"] != "play":
        values["phase"] = facts["phase"]
    if facts["gone"] and viewer is not None:
        values["seen"] = " ".join(facts["gone"])
    values |= hand_values(facts, options, names)
    values["quanto"] = {name: stack_values(stack) for name, stack in zip(names, facts["stacks"], strict=True) if stack}
    values["rules"] = options.changed()
    return values


def stack_values(stack: Mapping[str, Any]) -> dict[str, Any]:
    values = {"chip": stack["chip"], "cards": " ".join(stack["cards"])}
    return values | ({"size": stack["size"]} if "size" in stack else {})


def hand_values(facts: Mapping[str, Any], options: Options, names: Sequence[str]) -> dict[str, Any]:
    """`hand` if only the viewer's is known; else [hands], with `?` for the cards that are not known."""
    viewer, hands, sizes = facts["viewer"], facts["hands"], facts["hand_sizes"]
    values: dict[str, Any] = {}
    if viewer is not None and not any(hand for seat, hand in enumerate(hands) if seat != viewer):
        values["hand"] = " ".join(hands[viewer])
    else:
        values["hands"] = shown_hands(facts, names)
    full = options.cards(facts["players"])
    if "hand" in values and (not facts["pile"] or any(s != full for seat, s in enumerate(sizes) if seat != viewer)):
        values["hand_sizes"] = sizes
    return values


WRITER = Writer(SCHEMA, completed, values_of)
write, line = WRITER.write, WRITER.line
