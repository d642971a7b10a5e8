"""Tables of Kwatro's lines. They are built at import, from the definitions of the rules."""

from itertools import combinations


cdef bint field_valid(int field) noexcept nogil:
    """Whether all values are equal or all different: no value occurs twice, or only one value occurs."""
    cdef int values = field & 15
    return (field & 16) == 0 or (values & (values - 1)) == 0


cdef int with_value(int field, int value) noexcept nogil:
    """The field of a line after a card of that value joined it."""
    return field | 1 << value | (16 if field & 1 << value else 0)


def build_cards():
    for card in range(64):
        TABLES.line[card] = 1 << (card >> 4) | 32 << (card >> 2 & 3) | 1024 << (card & 3)
        TABLES.value[card] = 1 + (card & 3)
        for attribute, value in enumerate((card >> 4, card >> 2 & 3, card & 3)):
            for values in range(16):
                if values >> value & 1:
                    TABLES.cards[attribute][values] |= <uint64_t>1 << card
    TABLES.line[WILD] = 0
    TABLES.value[WILD] = 0


def build_subsets():
    chosen = [slots for size in range(1, HAND + 1) for slots in combinations(range(HAND), size)]
    for number, slots in enumerate(chosen):
        members = sum(1 << slot for slot in slots)
        TABLES.members[number] = members
        TABLES.subset[members] = number
        TABLES.of_size[len(slots)] |= 1 << number
        for some in range(16):
            if some & members:
                TABLES.using[some] |= 1 << number
        for count in range(LOT + 1 - len(slots)):
            TABLES.not_too_long[count] |= 1 << number


cdef void build_fields() noexcept:
    cdef int field, v, w
    for field in range(32):
        for v in range(4):
            if not field_valid(with_value(field, v)):
                continue
            TABLES.allowed[field] |= 1 << v
            for w in range(4):
                if field_valid(with_value(with_value(field, v), w)):
                    TABLES.wild_pairs[field] |= 1 << (4 * v + w)
    for first in range(16):
        for second in range(16):
            for v in range(4):
                for w in range(4):
                    if first >> v & 1 and second >> w & 1:
                        TABLES.products[first][second] |= 1 << (4 * v + w)


cdef bint subset_fits(int code, int field, int members) noexcept nogil:
    """Whether these cards of the hand may all join a line, judged by one attribute. `field`: the line's field of it."""
    cdef int slot, digit
    for slot in range(HAND):
        digit = code % 6
        code //= 6
        if not members >> slot & 1:
            continue
        if digit == 5:
            return False
        if digit < 4:
            field = with_value(field, digit)
    return field_valid(field)


cdef void build_fit() noexcept:
    cdef int code, field, number
    for code in range(1296):
        for field in range(32):
            for number in range(SUBSETS):
                if subset_fits(code, field, TABLES.members[number]):
                    TABLES.fit[code][field] |= 1 << number


build_cards()
build_subsets()
build_fields()
build_fit()
