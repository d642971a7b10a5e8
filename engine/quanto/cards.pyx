"""Tables of Quanto's cards, built at import."""


cdef void build_cards() noexcept:
    cdef int number, card, n = 0
    cdef Cards rest
    TABLES.one[JOKER] = unit(0)
    TABLES.deck = 2 * unit(0)
    for number in range(1, NUMBERS + 1):
        TABLES.one[plain(number)] = unit(number)
        TABLES.number[plain(number)] = number
        TABLES.deck += 9 * unit(number)
        if number >= RAINBOW_FROM:
            TABLES.one[plain(number) + 1] = unit(number) | <uint64_t>1 << (48 + number)
            TABLES.number[plain(number) + 1] = number
            TABLES.deck |= <uint64_t>1 << (48 + number)
    rest = TABLES.deck
    for card in range(1, JOKER + 1):
        while holds(rest, card):
            rest -= TABLES.one[card]
            TABLES.each[n] = card
            n += 1


build_cards()
