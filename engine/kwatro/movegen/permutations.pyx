"""Tables of the permutations of cards of a hand. They are built at import."""

from itertools import permutations

from kiebitz.engine.kwatro.line cimport TABLES


def rises(slots):
    return list(slots) == sorted(slots)


def uses_in_order(slots, slot):
    """Whether `slot` is used only after the slot before it. The two slots hold equal cards."""
    return slot not in slots or slot - 1 in slots[: slots.index(slot)]


def build(size):
    cdef PermutationTable* table = &PERMUTATIONS[size]
    shorter = list(permutations(range(HAND), size - 1))
    longer = list(permutations(range(HAND), size))
    table.count = len(longer)
    table.first_subset = TABLES.subset[(1 << size) - 1]
    for number, slots in enumerate(longer):
        bit = 1 << number
        members = sum(1 << slot for slot in slots)
        table.subset[number] = TABLES.subset[members] - table.first_subset
        table.prefix[number] = shorter.index(slots[: size - 1])
        for subsets in range(64):
            if subsets >> table.subset[number] & 1:
                table.of_subsets[subsets] |= bit
        for cell, slot in enumerate(slots):
            table.slot[number][cell] = slot
            for some in range(16):
                if some >> slot & 1:
                    table.with_card_at[cell][some] |= bit
                    table.using[some] |= bit
            if rises(slots[:cell] + slots[cell + 1 :]):
                table.rising_but[cell] |= bit
        if rises(slots):
            table.rising |= bit
        table.in_order[HAND] |= bit
        for slot in range(1, HAND):
            if uses_in_order(slots, slot):
                table.in_order[slot] |= bit


for size in range(1, HAND + 1):
    build(size)
