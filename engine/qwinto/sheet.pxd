# A score sheet: three rows of nine fields. The numbers of a row rise from left to right.
#
# A field is row * 9 + place: O 0..8, Y 9..17, P 18..26. Places count from left to right. The missing field of a row is no
# place. The word of a row holds its numbers twice, by place and as a set:
#
#     bit    63 .......... 46 | 45 | 44 .. 40 | ...... | 9 .. 5 | 4 .. 0
#            18 is written       -    number              number   number     0 = empty
#             .. 1 is written    -    at place 8          place 1  place 0
#
# Orange `. 5 . | . 10 13 . 17 .`: places 1, 4, 5, 7 hold 5, 10, 13, 17, bits 45 + 5, 45 + 10, 45 + 13, 45 + 17 are set,
# and `filled` has bits 1, 4, 5, 7. The numbers of a row rise, so the j-th filled place holds the j-th number of the set. A
# number that is larger than exactly j numbers of the row may be written at gap[filled places][j]: the empty places between
# the j-th filled place and the next one. The column must not have the number yet. In the example, 11 is larger than 5 and
# 10, but there is no empty place between place 4 and place 5.

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    ROWS = 3            # orange, yellow, purple
    PLACES = 9
    FIELDS = 27
    FULL_ROW = 511
    HIGHEST = 18        # the largest number that can be announced
    PENALTY = 5


cdef struct Sheet:              # 32 bytes
    uint64_t row[ROWS]
    uint32_t filled             # set of fields
    uint8_t penalties
    uint8_t spare[3]


cdef struct SheetTables:
    uint16_t gap[512][10]       # by filled places and count of smaller numbers: the places for a number; see above
    uint8_t place[512][10]      # by filled places and j: the place of the j-th number, from 0; PLACES after the last one
    uint8_t count[512]          # number of members of a set of nine
    uint32_t column[FIELDS]     # by field: all fields of its column
    uint32_t three[FIELDS]      # by field of a three-field column: the fields of its column; else empty
    uint8_t pentagon[FIELDS]    # by field of a three-field column: the field with the pentagon

cdef SheetTables SHEETS


cdef inline uint32_t places_filled(const Sheet* sheet, int row) noexcept nogil:
    return sheet.filled >> (PLACES * row) & FULL_ROW


cdef inline int number_at(const Sheet* sheet, int row, int place) noexcept nogil:
    return sheet.row[row] >> (5 * place) & 31


cdef inline bint has_number(const Sheet* sheet, int row, int number) noexcept nogil:
    return sheet.row[row] >> (45 + number) & 1


cdef inline int numbers_below(const Sheet* sheet, int row, int number) noexcept nogil:
    cdef uint32_t below = <uint32_t>(sheet.row[row] >> 46) & ((<uint32_t>1 << (number - 1)) - 1)
    return SHEETS.count[below & 511] + SHEETS.count[below >> 9]


cdef inline uint32_t legal_fields(const Sheet* sheet, int number, int colours) noexcept nogil:
    """The set of the fields where a number from 1 to 18 may be written, in the rows of the set `colours`."""
    cdef uint32_t fields = 0, taken = 0, filled
    cdef int row, below
    for row in range(ROWS):
        below = numbers_below(sheet, row, number)
        filled = places_filled(sheet, row)
        if has_number(sheet, row, number):
            taken |= SHEETS.column[PLACES * row + SHEETS.place[filled][below]]
        elif colours >> row & 1:
            fields |= <uint32_t>SHEETS.gap[filled][below] << (PLACES * row)
    return fields & ~taken


cdef inline int gain(const Sheet* sheet, int field, int number) noexcept nogil:
    """The points that writing a number in a field adds to the sheet."""
    cdef int row = field // PLACES, points = 1, pentagon
    cdef uint32_t filled = sheet.filled | <uint32_t>1 << field
    cdef uint32_t three = SHEETS.three[field]
    if filled >> (PLACES * row) & FULL_ROW == FULL_ROW:
        # The rightmost number replaces the points of the other eight numbers.
        points = (number if field - PLACES * row == PLACES - 1 else number_at(sheet, row, PLACES - 1)) - (PLACES - 1)
    if three and filled & three == three:
        pentagon = SHEETS.pentagon[field]
        points += number if pentagon == field else number_at(sheet, pentagon // PLACES, pentagon % PLACES)
    return points


cdef inline void write_number(Sheet* sheet, int field, int number) noexcept nogil:
    sheet.row[field // PLACES] |= <uint64_t>number << (5 * (field % PLACES)) | <uint64_t>1 << (45 + number)
    sheet.filled |= <uint32_t>1 << field


cdef inline bint ends_game(const Sheet* sheet) noexcept nogil:
    """Whether the sheet has four penalties or two full rows."""
    return sheet.penalties >= 4 or ((places_filled(sheet, 0) == FULL_ROW) + (places_filled(sheet, 1) == FULL_ROW)
                                    + (places_filled(sheet, 2) == FULL_ROW)) >= 2


# The score of a sheet, computed from scratch.
cdef int sheet_score(const Sheet* sheet) noexcept nogil
