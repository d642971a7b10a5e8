"""The table of Kwatro: cells (row, column), rows growing downwards, and the runs of cards in them."""

from collections.abc import Iterable, Mapping
from itertools import dropwhile

from kiebitz.notation.kwatro.cards import canonical

Cell = tuple[int, int]
Table = Mapping[Cell, str]
Run = tuple[Cell, ...]

EMPTY = "."
ACROSS, DOWN = (0, 1), (1, 0)
EDGE = 60  # the largest row and column of a position file; later plays may go beyond


def step(cell: Cell, direction: Cell, distance: int = 1) -> Cell:
    """The cell at a distance in a direction."""
    return cell[0] + direction[0] * distance, cell[1] + direction[1] * distance


def neighbours(cell: Cell) -> list[Cell]:
    """The four cells beside a cell."""
    return [step(cell, direction, distance) for direction in (ACROSS, DOWN) for distance in (-1, 1)]


def run_through(table: Table, cell: Cell, direction: Cell) -> Run:
    """The longest run of cards through the cell of a card, in order; a single cell if no card lies beside it."""
    first = cell
    while step(first, direction, -1) in table:
        first = step(first, direction, -1)
    cells = [first]
    while step(cells[-1], direction) in table:
        cells.append(step(cells[-1], direction))
    return tuple(cells)


def lines_through(table: Table, cells: Iterable[Cell]) -> list[Run]:
    """The runs of two cards or more that hold any of these cells, each once, rows first."""
    runs = {run_through(table, cell, direction) for cell in cells for direction in (ACROSS, DOWN)}
    return sorted((run for run in runs if len(run) > 1), key=lambda run: (run[0][1] == run[1][1], run))


def direction_of(run: Run) -> str:
    """The direction of a run, in words."""
    return "row" if run[0][0] == run[-1][0] else "column"


def run_text(run: Run) -> str:
    """A run's place, such as `row 0, columns 1 to 4`."""
    (top, left), (bottom, right) = run[0], run[-1]
    if top == bottom:
        return f"row {top}, columns {left} to {right}"
    return f"column {left}, rows {top} to {bottom}"


def cell_text(cell: Cell) -> str:
    """A cell, in words."""
    return f"row {cell[0]}, column {cell[1]}"


def groups(table: Table) -> list[list[Cell]]:
    """The cells in connected groups, the largest first."""
    left, found = set(table), []
    while left:
        group = [left.pop()]
        for cell in group:
            near = [other for other in neighbours(cell) if other in left]
            left.difference_update(near)
            group.extend(near)
        found.append(sorted(group))
    return sorted(found, key=lambda group: (-len(group), group))


def from_grid(grid: str, origin: Cell = (0, 0)) -> dict[Cell, str]:
    """The table of a grid's text. Blanks or commas separate cells, `.` is an empty cell.

    Blank lines at the top are skipped.
    """
    rows = (row.replace(",", " ").split() for row in grid.splitlines())
    return {
        (origin[0] + down, origin[1] + right): canonical(word)
        for down, row in enumerate(dropwhile(lambda row: not row, rows))
        for right, word in enumerate(row)
        if word != EMPTY
    }


def bounds(cells: Iterable[Cell]) -> tuple[range, range]:
    """Rows and columns that the cells span."""
    rows, columns = zip(*cells, strict=True)
    return range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)


def to_grid(table: Table) -> tuple[str, Cell]:
    """The grid's text in aligned columns, and the row and column of its first cell."""
    rows, columns = bounds(table)
    lines = [" ".join(f"{table.get((row, column), EMPTY):<3}" for column in columns) for row in rows]
    return "\n".join(line.rstrip() for line in lines), (rows[0], columns[0])
