"""The effects and points of a move in words. They are counted here by the rules page, independently of the engine."""

from collections.abc import Iterator, Sequence

from kiebitz.notation.hands import Facts
from kiebitz.notation.qwinto.cards import placed_on, rows_named, three_cards, value
from kiebitz.notation.qwinto.move import Parts, Placed, announced_by, parse_move
from kiebitz.notation.qwinto.options import Options
from kiebitz.notation.qwinto.sheet import (
    PENALTIES,
    PENALTY,
    PENTAGONS,
    Sheet,
    column_points,
    legal_fields,
    neighbours,
    reason_to_end,
    row_of,
    row_points,
    sheet_score,
    written,
)


def points(facts: Facts, options: Options, move: str) -> int:
    """The immediate points of a legal move: the change of the sheet of the player to move."""
    parts = parse_move(move)
    if parts[0] == "write":
        return gain(facts["sheets"][facts["to_move"]], parts[1], facts["announced"]["sum"])
    return -PENALTY if parts[0] == "decline" and facts["to_move"] == facts["active"] else 0


def gain(sheet: Sheet, field: str, number: int) -> int:
    """The points that a number in a field adds to the sheet."""
    return sheet_score(written(sheet, field, number)) - sheet_score(sheet)


def reasons(facts: Facts, options: Options, parts: Parts, names: Sequence[str]) -> list[str]:
    """One sentence for each effect of a legal move."""
    if parts[0] == "place":
        return list(placement_reasons(facts, parts[1], names))
    if parts[0] == "decline":
        return list(decline_reasons(facts, names))
    return list(write_reasons(facts["sheets"][facts["to_move"]], parts[1], facts["announced"]["sum"]))


def placement_reasons(facts: Facts, placed: list[Placed], names: Sequence[str]) -> Iterator[str]:
    """The announcement, and the fields that it offers to each player."""
    number, colours = announced_by(facts, placed)
    cards = three_cards(placed_on(facts["square"], placed), placed[-1][1])
    sum_text = f"{' + '.join(str(value(card)) for card in cards)} = {number}"
    active = facts["to_move"]
    if number < 1 or not colours:
        why = "which is below 1" if number < 1 else "but all three cards are grey"
        yield f"{sum_text}, {why}: nobody writes"
        yield penalty_reason(facts, names)
        return
    yield f"announces {sum_text} in {rows_named(colours)}"
    for seat in [active, *(seat for seat in range(len(names)) if seat != active)]:
        yield f"{names[seat]} {offer(facts['sheets'][seat], number, colours)}"
        if seat == active and not legal_fields(facts["sheets"][seat], number, colours):
            yield penalty_reason(facts, names)


def penalty_reason(facts: Facts, names: Sequence[str]) -> str:
    """The penalty of an active player who writes nothing."""
    penalties = facts["sheets"][facts["active"]]["penalties"] + 1
    ends = ", and the game ends" if penalties == PENALTIES else ""
    return f"{names[facts['active']]} marks penalty {penalties} of {PENALTIES}: -{PENALTY}{ends}"


def offer(sheet: Sheet, number: int, colours: str) -> str:
    """The fields of a sheet that take an announced number, and the points they add at once."""
    fields = legal_fields(sheet, number, colours)
    if not fields:
        return f"has no field for {number}"
    best = max(gain(sheet, field, number) for field in fields)
    where = fields[0] if len(fields) == 1 else f"{len(fields)} fields"
    return f"can write {number} in {where}, for {best:+d}" + (" at most" if len(fields) > 1 else "")


def decline_reasons(facts: Facts, names: Sequence[str]) -> Iterator[str]:
    """The number that is not written, and the penalty of the active player."""
    number = facts["announced"]["sum"]
    yield f"leaves {number} unwritten"
    if facts["to_move"] == facts["active"]:
        yield penalty_reason(facts, names)


def write_reasons(sheet: Sheet, field: str, number: int) -> Iterator[str]:
    """The field of the number, and each part of its points."""
    after = written(sheet, field, number)
    row = row_of(field)
    yield f"{number} in {field}{between(*neighbours(sheet, field))}"
    before, now = row_points(sheet[row]), row_points(after[row])
    if None not in after[row]:
        yield f"completes the {row} row: {now} on its right instead of {before} points: {now - before:+d}"
    else:
        yield f"the {row} row has {now} of 9 numbers: +1"
    column = int(field[1:])
    if column in PENTAGONS and (pentagon := column_points(after, column)):
        yield f"completes column {column}, {pentagon} in its pentagon: {pentagon:+d}"
    if reason := reason_to_end(after):
        yield f"{reason}: the game ends after this turn"


def between(left: int | None, right: int | None) -> str:
    """The neighbours of a number in its row, in words."""
    if left is None and right is None:
        return ", the first number of its row"
    if left is None:
        return f", before {right}"
    return f", behind {left}" if right is None else f", between {left} and {right}"
