# Cards and lines of Kwatro.
#
# A card is its number 0..63 = colour * 16 + shape * 4 + (face value - 1), the wild is 64.
# A Line is what the real cards of a run have in common: three fields of five bits,
#
#     bit   14 13 12 11 10 | 9  8  7  6  5 | 4  3  2  1  0
#            d  4  3  2  1 | d  X  T  S  O | d  B  G  Y  R       d = some value of this field occurs twice
#
# RO1 GT1 = 1 0001 | 0 0101 | 0 0101: numbers all equal so far, shapes and colours all different. A field is valid unless d is
# set beside two values or more. Wilds add nothing; an empty Line is 0. Runs are joined by `join`.
#
# A hand of up to four cards has 15 non-empty subsets, numbered singles 0..3, pairs 4..9, triples 10..13, all four 14.
# FIT[code][field] holds, for the values of one attribute in hand and one field of a line, the set of those subsets that may
# join the line; a subset fits a line when it is in all three: three look-ups for all 15 at once.

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    WILD = 64
    CARDS = 66
    SUBSETS = 15
    HAND = 4
    LOT = 4         # cards in a full line

ctypedef uint16_t Line
ctypedef uint16_t Subsets       # a set of subsets of the hand

cdef struct Lookup:
    Line line[65]               # of a card alone
    uint8_t value[65]           # face value
    uint16_t fit[1296][32]      # see FIT above; code = sum of digit * 6^slot, digit 0..3 value, 4 wild, 5 no card
    uint8_t allowed[32]         # by field: the values a single card, or the single wild of the line, may take
    uint16_t pair[32]           # by field: bit 4 * v + w: the two wilds of the line may be v and w
    uint16_t outer[16][16]      # bit 4 * v + w: v in the first, w in the second set
    uint64_t cards[3][16]       # by attribute and value set: the real cards
    uint8_t members[SUBSETS]    # by subset: its cards, a bit for each slot of the hand
    uint8_t size[SUBSETS]
    uint8_t subset[16]          # by members: the subset
    Subsets sized[5]            # all subsets of that size
    Subsets touching[16]        # by members: the subsets that have one of them
    Subsets up_to[12]           # by cards in a run: the subsets that leave it at four or less

cdef Lookup TABLES


cdef inline Line join(Line a, Line b) noexcept nogil:
    """The line of both runs together: a value in both occurs twice."""
    cdef uint32_t common = (a & b) & 0x3DEF
    return <Line>((a | b) | ((common + 0x3DEF) & 0x4210))


cdef inline uint32_t values_allowed(const Lookup* tables, Line line) noexcept nogil:
    """Three value sets of four bits: what one more card of this line may be; wilds in it ignored."""
    return (tables.allowed[line & 31] | tables.allowed[(line >> 5) & 31] << 4 | tables.allowed[(line >> 10) & 31] << 8)


cdef inline bint all_fields(uint32_t values) noexcept nogil:
    """No field of a product of three value sets is empty."""
    return (values & 0xF) != 0 and (values & 0xF0) != 0 and (values & 0xF00) != 0


cdef inline uint64_t cards_of(const Lookup* tables, uint32_t values) noexcept nogil:
    """The real cards of a product of three value sets."""
    return tables.cards[0][values & 15] & tables.cards[1][(values >> 4) & 15] & tables.cards[2][values >> 8]
