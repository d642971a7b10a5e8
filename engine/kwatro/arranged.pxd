# Arrangements: ordered choices of cards of the hand, 4 + 12 + 24 + 24 of them for one, two, three and four cards.
#
# Those of one size are numbered in lexicographic order of their slots, 01 02 03 10 12 13 20 ..., so that a set of them is one
# word: what the run of a play takes and what each of its cells takes are intersected before anything is looped over.
#
#     cells  f  .        f takes slots {0, 3}, the run takes {0,1}, {1,3}:  01 10 13 31  &  0x 3x  =  01 31

from libc.stdint cimport uint8_t, uint32_t

from kiebitz.engine.kwatro.line cimport HAND, SUBSETS

cdef enum:
    MOST = 24       # arrangements of one size

ctypedef uint32_t Arrangements      # a set of arrangements of one size

cdef struct OfSize:                 # all arrangements of so many cards
    int many
    int first_subset                # the number of the first subset of this size
    uint8_t slot[MOST][HAND]
    uint8_t start[MOST]             # the arrangement of all its cards but the last
    uint8_t subset[MOST]            # without the number of the first of this size
    Arrangements of_subsets[64]     # by a set of subsets of this size, the first one at bit 0
    Arrangements at[HAND][16]       # by cell and set of slots: the cell's card is one of them
    Arrangements using[16]          # by set of slots: one of the cards is among them
    Arrangements rising
    Arrangements rising_but[HAND]   # rising when this cell is left out
    Arrangements after[HAND + 1]    # by slot: it stands behind the slot before, or is not used; [HAND]: all

cdef OfSize ARRANGED[HAND + 1]
