"""Tables of the score sheet, computed at import from their definitions."""

COLUMNS = (
    (2, 3, 4, 6, 7, 8, 9, 10, 11),
    (1, 2, 3, 4, 5, 7, 8, 9, 10),
    (0, 1, 2, 3, 5, 6, 7, 8, 9),
)
PENTAGON_ROW = {2: 2, 3: 0, 7: 0, 8: 1, 9: 2}     # by three-field column


def build_places():
    for filled in range(512):
        places = [place for place in range(PLACES) if filled >> place & 1]
        SHEETS.count[filled] = len(places)
        for j in range(len(places) + 1):
            left = places[j - 1] if j > 0 else -1
            right = places[j] if j < len(places) else PLACES
            SHEETS.gap[filled][j] = sum(1 << place for place in range(left + 1, right))
            SHEETS.place[filled][j] = right


def build_columns():
    fields = {(row, column): PLACES * row + place for row in range(ROWS) for place, column in enumerate(COLUMNS[row])}
    for (_, column), field in fields.items():
        same = [fields[row, column] for row in range(ROWS) if (row, column) in fields]
        SHEETS.column[field] = sum(1 << f for f in same)
        if len(same) == ROWS:
            SHEETS.three[field] = SHEETS.column[field]
            SHEETS.pentagon[field] = fields[PENTAGON_ROW[column], column]


cdef int sheet_score(const Sheet* sheet) noexcept nogil:
    """A full row scores its rightmost number, another row the count of its numbers.

    A full three-field column scores the number in its pentagon. Each penalty costs PENALTY.
    """
    cdef int row, field, points = -PENALTY * sheet.penalties
    for row in range(ROWS):
        if places_filled(sheet, row) == FULL_ROW:
            points += number_at(sheet, row, PLACES - 1)
        else:
            points += SHEETS.count[places_filled(sheet, row)]
    for field in range(FIELDS):
        if SHEETS.three[field] and SHEETS.pentagon[field] == field and not SHEETS.three[field] & ~sheet.filled:
            points += number_at(sheet, field // PLACES, field % PLACES)
    return points


build_places()
build_columns()
