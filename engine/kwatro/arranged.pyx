"""Tables of the ordered choices of cards of a hand, built at import."""

from itertools import permutations

from kiebitz.engine.kwatro.line cimport TABLES


def rises(slots):
    return list(slots) == sorted(slots)


def stands_behind(slots, slot):
    """Of two exchangeable cards in neighbouring slots the first is used first."""
    return slot not in slots or slot - 1 in slots[: slots.index(slot)]


def build(size):
    cdef OfSize* all = &ARRANGED[size]
    shorter = list(permutations(range(4), size - 1))
    arrangements = list(permutations(range(4), size))
    all.many = len(arrangements)
    all.first_subset = TABLES.subset[(1 << size) - 1]
    for number, slots in enumerate(arrangements):
        bit = 1 << number
        members = sum(1 << slot for slot in slots)
        all.subset[number] = TABLES.subset[members] - all.first_subset
        all.start[number] = shorter.index(slots[: size - 1])
        for subsets in range(64):
            if subsets >> all.subset[number] & 1:
                all.of_subsets[subsets] |= bit
        for cell, slot in enumerate(slots):
            all.slot[number][cell] = slot
            for some in range(16):
                if some >> slot & 1:
                    all.at[cell][some] |= bit
                    all.using[some] |= bit
            if rises(slots[:cell] + slots[cell + 1 :]):
                all.rising_but[cell] |= bit
        if rises(slots):
            all.rising |= bit
        all.after[HAND] |= bit
        for slot in range(1, HAND):
            if stands_behind(slots, slot):
                all.after[slot] |= bit


for size in range(1, HAND + 1):
    build(size)
