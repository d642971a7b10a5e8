"""The score sheet of Qwinto as plain values: {"orange": nine numbers or None, ..., "penalties": 0}."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kiebitz.notation.qwinto.cards import COLOURS

Sheet = Mapping[str, Any]

ROWS = ("orange", "yellow", "purple")
# The columns of each row's nine fields, left to right. The skipped number is the gap of the row.
COLUMNS = {
    "orange": (2, 3, 4, 6, 7, 8, 9, 10, 11),
    "yellow": (1, 2, 3, 4, 5, 7, 8, 9, 10),
    "purple": (0, 1, 2, 3, 5, 6, 7, 8, 9),
}
GAPS = {"orange": 3, "yellow": 5, "purple": 4}  # the number of fields before the gap
PENTAGONS = {2: "purple", 3: "orange", 7: "orange", 8: "yellow", 9: "purple"}  # the row of the pentagon, by column
FIELDS = tuple(f"{row[0].upper()}{column}" for row in ROWS for column in COLUMNS[row])
HIGHEST = 18
PENALTIES = 4
PENALTY = 5
EMPTY, GAP = ".", "|"


def empty_sheet() -> dict[str, Any]:
    """A sheet without a number."""
    return {**{row: [None] * 9 for row in ROWS}, "penalties": 0}


def row_of(field: str) -> str:
    """The row of a field."""
    return COLOURS[field[0]]


def place_of(field: str) -> int:
    """The place of a field in its row, from 0."""
    return COLUMNS[row_of(field)].index(int(field[1:]))


def in_column(sheet: Sheet, column: int) -> dict[str, int | None]:
    """The fields of a column, by row from top to bottom."""
    return {row: sheet[row][COLUMNS[row].index(column)] for row in ROWS if column in COLUMNS[row]}


def neighbours(sheet: Sheet, field: str) -> tuple[int | None, int | None]:
    """The nearest numbers to the left and to the right of a field in its row."""
    numbers, place = sheet[row_of(field)], place_of(field)
    left = [number for number in numbers[:place] if number is not None]
    right = [number for number in numbers[place + 1 :] if number is not None]
    return (left[-1] if left else None), (right[0] if right else None)


def fits(sheet: Sheet, field: str, number: int) -> bool:
    """Whether the number may be written in the field."""
    left, right = neighbours(sheet, field)
    return (
        1 <= number <= HIGHEST
        and sheet[row_of(field)][place_of(field)] is None
        and (left is None or left < number)
        and (right is None or number < right)
        and number not in in_column(sheet, int(field[1:])).values()
    )


def legal_fields(sheet: Sheet, number: int, colours: str) -> list[str]:
    """The fields of the announced colours in which the number may be written."""
    return [field for field in FIELDS if field[0] in colours and fits(sheet, field, number)]


def written(sheet: Sheet, field: str, number: int) -> dict[str, Any]:
    """A copy of the sheet with the number in the field."""
    numbers = list(sheet[row_of(field)])
    numbers[place_of(field)] = number
    return {**sheet, row_of(field): numbers}


def row_points(numbers: Sequence[int | None]) -> int:
    """The points of a row: its last number if it is full, else one for each number."""
    filled = [number for number in numbers if number is not None]
    return filled[-1] if len(filled) == len(numbers) else len(filled)


def column_points(sheet: Sheet, column: int) -> int:
    """The number in the pentagon of a full three-field column, else 0."""
    numbers = in_column(sheet, column)
    return numbers[PENTAGONS[column]] or 0 if None not in numbers.values() else 0


def sheet_score(sheet: Sheet) -> int:
    """Points of rows and pentagons, less the penalties."""
    points = sum(row_points(sheet[row]) for row in ROWS)
    points += sum(column_points(sheet, column) for column in PENTAGONS)
    penalties: int = sheet["penalties"]
    return points - PENALTY * penalties


def full_rows(sheet: Sheet) -> list[str]:
    """The rows without an empty field."""
    return [row for row in ROWS if None not in sheet[row]]


def reason_to_end(sheet: Sheet) -> str | None:
    """Why a sheet ends the game, None if it does not."""
    if sheet["penalties"] >= PENALTIES:
        return f"{sheet['penalties']} penalties"
    return "two full rows" if len(full_rows(sheet)) >= 2 else None


def row_faults(row: str, numbers: Sequence[int | None]) -> Iterator[str]:
    """Numbers that cannot be announced or do not rise from left to right."""
    before, before_column = 0, None
    for column, number in zip(COLUMNS[row], numbers, strict=True):
        if number is None:
            continue
        if not 1 <= number <= HIGHEST:
            yield f"{number} in column {column} cannot be announced; right would be 1 to {HIGHEST}"
        elif number <= before:
            yield (
                f"{number} in column {column} stands right of {before} in column {before_column}; "
                "numbers must rise from left to right"
            )
        before, before_column = max(before, number), column


def column_faults(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Row and fault of every number that a higher row has in the same column."""
    for column in range(12):
        above: dict[int, str] = {}
        for row, number in in_column(sheet, column).items():
            if number is None:
                continue
            if number in above:
                yield row, f"{number} in column {column} stands in {above[number]} too; a column holds a number once"
            above[number] = row


def row_text(row: str, numbers: Sequence[int | None]) -> str:
    """Nine fields left to right with the gap, such as `. 5 . | . 10 13 . 17 .`."""
    words = [EMPTY if number is None else str(number) for number in numbers]
    return " ".join([*words[: GAPS[row]], GAP, *words[GAPS[row] :]])


def row_from_text(row: str, text: str) -> list[int | None]:
    """The numbers of a row's text, with or without the gap; None for an empty field. Raises ValueError on a fault."""
    words = text.replace(",", " ").split()
    right = f'right would be nine fields such as "{row_text(row, [None] * 9)}"'
    if words.count(GAP) > 1 or (GAP in words and words.index(GAP) != GAPS[row]):
        raise ValueError(f"the gap {GAP} of the {row} row is behind its first {GAPS[row]} fields; {right}")
    fields = [word for word in words if word != GAP]
    if len(fields) != 9:
        raise ValueError(f"has {len(fields)} fields; {right}")
    for word in fields:
        digits = word.removeprefix("-")
        if word != EMPTY and not (digits.isascii() and digits.isdigit() and len(digits) < 4):
            raise ValueError(f"{word!r} is no number; {right}")
    return [None if word == EMPTY else int(word) for word in fields]
