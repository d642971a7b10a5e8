# Cards of Quanto, and multisets of them in one word.
#
# The number of a card is its place in the order of the notation: 1 2 3 4 4* 5 5* ... 12 12* J = 1 2 3 4 5 6 7 ... 20 21
# 22. 0 is no card. A multiset of cards, `Cards`, has thirteen nibbles and nine bits:
#
#     bit   60 ..... 52 | 51..48 | ... | 7..4 | 3..0
#           12* ... 4*  |  12s   | ... |  1s  | jokers      the nibble of a number also counts its rainbow card
#
# "4 4* 7 J" = 1 << 52 | 1 << 4 * 7 | 2 << 4 * 4 | 1. There are nine cards of a number, so no nibble carries into
# the next. The word without its rainbow bits holds the counts: sums depend on nothing else.

from libc.stdint cimport uint8_t, uint64_t

cdef extern from *:
    """
    #define kz_highest(set) (63 - __builtin_clzll(set))
    """
    int highest "kz_highest"(uint64_t set) noexcept nogil   # largest member; undefined for the empty set

ctypedef uint64_t Cards

cdef enum:
    NONE = 0
    JOKER = 22
    HIDDEN = 255        # a card that the viewer does not know
    DECK = 110
    NUMBERS = 12
    RAINBOW_FROM = 4    # the smallest number with a rainbow card

cdef struct Lookup:
    Cards one[256]              # by card: the multiset of this card; empty for HIDDEN
    uint8_t number[256]         # by card: its number; 0 for a joker
    Cards deck                  # all 110 cards
    uint8_t each[DECK]          # the same cards as a list

cdef Lookup TABLES


cdef inline Cards counts(Cards cards) noexcept nogil:
    return cards & ((<uint64_t>1 << 52) - 1)


cdef inline Cards rainbows(Cards cards) noexcept nogil:
    """The rainbow bits; bit 52 is the 4*."""
    return cards & (<uint64_t>0x1FF << 52)


cdef inline Cards unit(int number) noexcept nogil:
    """One card of a number; one joker for 0."""
    return <uint64_t>1 << 4 * number


cdef inline Cards one_of(Cards display, int number) noexcept nogil:
    """One card of a number, with the rainbow bit if the display has it."""
    return unit(number) | (display & <uint64_t>(number >= RAINBOW_FROM) << (48 + number))


cdef inline int count_of(Cards cards, int number) noexcept nogil:
    return (cards >> 4 * number) & 15


cdef inline bint has_rainbow(Cards cards, int number) noexcept nogil:
    return (number >= RAINBOW_FROM) & (cards >> (48 + number))


cdef inline int plain(int number) noexcept nogil:
    """The card of a number that is no rainbow card; the joker for 0."""
    if number == 0:
        return JOKER
    return number if number < RAINBOW_FROM else 2 * number - 4


cdef inline bint is_rainbow(int card) noexcept nogil:
    return (card > 4) & (card < JOKER) & card   # without branches, which would be mispredicted


cdef inline int smallest_of(Cards cards, int number) noexcept nogil:
    """The plain card of a number if `cards` has one, else the rainbow card."""
    return plain(number) + (has_rainbow(cards, number) and count_of(cards, number) == 1)


cdef inline bint holds(Cards cards, int card) noexcept nogil:
    cdef int number = TABLES.number[card]
    if is_rainbow(card):
        return has_rainbow(cards, number)
    return count_of(cards, number) > has_rainbow(cards, number)


cdef inline int size_of(Cards cards) noexcept nogil:
    """Number of cards. Counts are first added in pairs, so that each sum fits into a byte."""
    cdef uint64_t pairs = counts(cards)
    pairs = (pairs & <uint64_t>0x0F0F0F0F0F0F0F0F) + ((pairs >> 4) & <uint64_t>0x0F0F0F0F0F0F0F0F)
    return (pairs * <uint64_t>0x0101010101010101) >> 56


cdef inline bint fits(Cards rest, Cards part) noexcept nogil:
    """Whether the counts of `rest` include the counts of `part`; rainbow bits do not matter.

    A nibble that is too small borrows from the next one. The borrow inverts the lowest bit of that nibble.
    This test needs no guard bit in a nibble, so it is right for counts of eight and nine.
    """
    return ((rest ^ part ^ (rest - part)) & <uint64_t>0x0011111111111110) == 0


cdef inline uint64_t present(Cards cards) noexcept nogil:
    """Bit 4 * number is set for each number that occurs; bit 0 for jokers."""
    cdef uint64_t folded = counts(cards)
    folded |= folded >> 1
    folded |= folded >> 2
    return folded & <uint64_t>0x0001111111111111


cdef inline uint64_t number_set(Cards cards) noexcept nogil:
    """The set of the numbers that occur; 0 for jokers. It packs the bits of `present` in three steps."""
    cdef uint64_t set = present(cards)
    set = (set | set >> 3) & <uint64_t>0x0303030303030303
    set = (set | set >> 6) & <uint64_t>0x000F000F000F000F
    set = (set | set >> 12) & <uint64_t>0x000000FF000000FF
    return (set | set >> 24) & 0x1FFF


cdef inline Cards lone_rainbows(Cards cards) noexcept nogil:
    """The rainbow bits of the numbers that occur only once: a take of such a number takes the rainbow card."""
    cdef Cards left = rainbows(cards), lone = 0
    cdef Cards last
    while left:
        last = left & (0 - left)
        if count_of(cards, highest(last) - 48) == 1:
            lone |= last
        left ^= last
    return lone
