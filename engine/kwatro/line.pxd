# Cards and lines of Kwatro, and subsets of a hand.
#
# A card is a number 0..63 = colour * 16 + shape * 4 + (face value - 1). A wild is 64.
#
# A Line describes the real cards of a run: the values that occur in each attribute. It has three fields of five bits:
#
#     bit   14 13 12 11 10 | 9  8  7  6  5 | 4  3  2  1  0
#            d  4  3  2  1 | d  X  T  S  O | d  B  G  Y  R
#
# The lower four bits of a field are the values that occur. Bit d is set if some value occurs at least twice.
#
#     RO1 and GT1:   1 0001 | 0 0101 | 0 0101      the number 1 twice; the shapes O and T; the colours R and G
#
# A field is valid if its values are all equal or all different: d is not set, or only one value occurs.
# Wilds add nothing to a Line. Without cards the Line is 0. `join` makes the Line of two runs together.
#
# A hand of four cards has 15 non-empty subsets. The numbers are 0..3 for singles, 4..9 for pairs, 10..13 for triples and
# 14 for all four cards. `Subsets` is a set of subsets in one word. The table `fit` gives, for a hand and one attribute
# (colour, shape or number), the subsets that may join a line with this field. A subset fits a line if all three
# attributes allow it. So three look-ups test all 15 subsets at once.

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    WILD = 64
    CARDS = 66
    HAND = 4        # most cards in a hand
    SUBSETS = 15    # non-empty subsets of a full hand
    LOT = 4         # cards in a full line

ctypedef uint16_t Line
ctypedef uint16_t Subsets       # bit i: subset number i of the hand

cdef struct LineTables:
    Line line[65]               # by card: the line of this card alone
    uint8_t value[65]           # by card: face value, 0 for a wild
    # By code of the hand, and field: the subsets that may join. The code is the sum of digit * 6^slot. A digit is the
    # value 0..3 of a card, 4 for a wild, 5 for no card.
    uint16_t fit[1296][32]
    uint8_t allowed[32]         # by field: set of the values that one more card, or the only wild, may take
    uint16_t wild_pairs[32]     # by field: bit 4 * v + w is set if the two wilds of the line may take v and w
    uint16_t products[16][16]   # by two value sets: bit 4 * v + w is set if v is in the first and w in the second
    uint64_t cards[3][16]       # by attribute and value set: the real cards
    uint8_t members[SUBSETS]    # by subset: its cards, a bit for each slot of the hand
    uint8_t subset[16]          # by members: the subset
    Subsets of_size[5]          # by size: all subsets of that size
    Subsets using[16]           # by set of slots: the subsets that have at least one of them
    Subsets not_too_long[12]    # by cards in a run: the subsets that leave it at four cards or less

cdef LineTables TABLES


cdef inline Line join(Line a, Line b) noexcept nogil:
    """The line of two runs together. A value that occurs in both occurs twice."""
    cdef uint32_t common = (a & b) & 0x3DEF
    return <Line>((a | b) | ((common + 0x3DEF) & 0x4210))


cdef inline uint32_t values_allowed(const LineTables* tables, Line line) noexcept nogil:
    """The values that one more card may have: three value sets of four bits. Wilds in the line are ignored."""
    return (tables.allowed[line & 31] | tables.allowed[(line >> 5) & 31] << 4 | tables.allowed[(line >> 10) & 31] << 8)


cdef inline bint any_allowed(uint32_t values) noexcept nogil:
    """Whether some card has its attributes in the three value sets: none of the sets is empty."""
    return (values & 0xF) != 0 and (values & 0xF0) != 0 and (values & 0xF00) != 0


cdef inline uint64_t cards_allowed(const LineTables* tables, uint32_t values) noexcept nogil:
    """The real cards with their attributes in the three value sets."""
    return tables.cards[0][values & 15] & tables.cards[1][(values >> 4) & 15] & tables.cards[2][values >> 8]


cdef inline int first_subset(int size) noexcept nogil:
    """The number of the first subset with `size` cards, 1..4. For 5 it is the number of all subsets, 15.

    The constant holds four bits for each size.
    """
    return 0xFEA400 >> 4 * size & 15


cdef inline bint has_size(Subsets subsets, int least) noexcept nogil:
    """Whether some subset has at least `least` cards, 2..5. Subsets are numbered by size."""
    return subsets >> first_subset(least) != 0


cdef inline int sizes_of(Subsets subsets) noexcept nogil:
    """The set of the sizes of subsets: bit n for n cards."""
    return (((subsets & 0xF) != 0) << 1 | ((subsets & 0x3F0) != 0) << 2 | ((subsets & 0x3C00) != 0) << 3
            | subsets >> 14 << 4)
