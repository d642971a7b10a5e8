"""Qwinto's facts written down: as a position file and in the one-line form, such that reading gives the same facts."""

from collections.abc import Mapping, Sequence
from typing import Any

from kiebitz.notation.hands import shown_hand, shown_hands
from kiebitz.notation.qwinto.options import Options
from kiebitz.notation.qwinto.position import SCHEMA, default_sizes
from kiebitz.notation.qwinto.sheet import ROWS, Sheet, row_text
from kiebitz.notation.writing import Writer


def completed(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts with what may be left out filled in: nobody's view, nothing covered, nothing announced and so on."""
    players, sizes = facts["players"], facts.get("hand_sizes", [len(hand) for hand in facts["hands"]])
    defaults = {
        "game": "qwinto",
        "to_move": 0,
        "active": facts.get("to_move") or 0,
        "viewer": None,
        "decision": "write" if facts.get("announced") else "place",
        "covered": [],
        "hand_sizes": sizes,
        "announced": None,
        "writes": [None] * players,
        "reshuffled": [],
        "drawn": [[0] * (size - len(hand)) for size, hand in zip(sizes, facts["hands"], strict=True)],
    }
    return defaults | dict(facts)


def values_of(facts: Mapping[str, Any], options: Options, names: Sequence[str]) -> dict[str, Any]:
    """The fields of the file, only those that do not follow from the others."""
    values: dict[str, Any] = {"game": "qwinto", "players": list(names)}
    top = facts["square"]
    values["square"] = f"{top[0]} {top[1]} / {top[2]} {top[3]}"
    if facts["to_move"] is not None:
        values["to_move"] = names[facts["to_move"]]
    elif facts["active"]:
        values["active"] = names[facts["active"]]
    if needs_viewer(facts):
        values["viewer"] = names[facts["viewer"]]
    if facts["covered"]:
        values["covered"] = " ".join(facts["covered"])
    values |= hand_values(facts, names)
    known = facts["pile"] and None not in facts["pile"]
    values["pile"] = " ".join(facts["pile"]) if known else len(facts["pile"])
    if facts["announced"] is not None:
        values["announced"] = dict(facts["announced"])
        if facts["active"] != facts["to_move"]:
            values["announced"]["active"] = names[facts["active"]]
    values["writes"] = {name: text for name, text in zip(names, facts["writes"], strict=True) if text is not None}
    if facts["reshuffled"]:
        values["reshuffled"] = " / ".join(" ".join(cards) for cards in facts["reshuffled"])
        values["drawn"] = {name: drawn for name, drawn in zip(names, facts["drawn"], strict=True) if drawn}
    values["sheets"] = {name: sheet_values(sheet) for name, sheet in zip(names, facts["sheets"], strict=True)}
    values["sheets"] = {name: sheet for name, sheet in values["sheets"].items() if sheet}
    values["rules"] = options.changed()
    return values


def needs_viewer(facts: Mapping[str, Any]) -> bool:
    """Whether a reader would not see by itself that this is a view, or whose."""
    if facts["viewer"] is None:
        return False
    everything = None not in facts["pile"] and [len(hand) for hand in facts["hands"]] == facts["hand_sizes"]
    return everything or facts["viewer"] != facts["to_move"]


def hand_values(facts: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """`hand` if that says everything; else [hands], with `?` for the cards that are not known."""
    values: dict[str, Any] = {}
    viewer, hands, sizes = facts["viewer"], facts["hands"], facts["hand_sizes"]
    lines: dict[int, list[str]] = {}
    if viewer is None or any(hand for seat, hand in enumerate(hands) if seat != viewer):
        lines = {seat: shown_hand(facts, seat) for seat in range(len(hands))}
        values["hands"] = shown_hands(facts, names)
    elif hands[viewer]:
        lines = {viewer: hands[viewer]}
        values["hand"] = " ".join(hands[viewer])
    if sizes != default_sizes(lines, facts):
        values["hand_sizes"] = sizes
    return values


def sheet_values(sheet: Sheet) -> dict[str, Any]:
    """The rows with a number, and the penalties if there are any."""
    values = {row: row_text(row, sheet[row]) for row in ROWS if any(number is not None for number in sheet[row])}
    return values | ({"penalties": sheet["penalties"]} if sheet["penalties"] else {})


WRITER = Writer(SCHEMA, completed, values_of)
write, line = WRITER.write, WRITER.line
