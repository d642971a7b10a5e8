# Permutations: ordered choices of cards of the hand. There are 4, 12, 24 and 24 for one, two, three and four cards.
#
# The permutations of one size are numbered in lexicographic order of their slots: 01 02 03 10 12 13 20 ... So a set of them
# is one word. The run of a play allows a set of permutations, and each of its cells allows a set. These sets are
# intersected first, and only the remaining permutations are visited one by one.
#
#     cells  f  .        f allows slots {0, 3}; the run allows {0, 1} and {1, 3}:  01 10 13 31  &  0x 3x  =  01 31

from libc.stdint cimport uint8_t, uint32_t

from kiebitz.engine.kwatro.line cimport HAND

cdef enum:
    MAX_PERMUTATIONS = 24       # of one size

ctypedef uint32_t PermutationSet    # bit i: permutation number i of one size

cdef struct PermutationTable:       # all permutations of one size
    int count
    int first_subset                # the number of the first subset of this size
    uint8_t slot[MAX_PERMUTATIONS][HAND]
    uint8_t prefix[MAX_PERMUTATIONS]    # the permutation without the last card, by its number in its own size
    uint8_t subset[MAX_PERMUTATIONS]    # its subset, counted from the first of this size
    PermutationSet of_subsets[64]       # by set of subsets of this size, the first one at bit 0
    PermutationSet with_card_at[HAND][16]   # by cell and set of slots: the cell's card is one of these
    PermutationSet using[16]            # by set of slots: at least one of these is used
    PermutationSet rising               # slots in rising order
    PermutationSet rising_but[HAND]     # by cell: slots in rising order if this cell is left out
    PermutationSet in_order[HAND + 1]   # by slot: the slot is unused or comes after the slot before it; [HAND]: all

cdef PermutationTable PERMUTATIONS[HAND + 1]    # by size
