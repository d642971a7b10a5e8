# Expected numbers in the gaps of a row.
#
# A gap is m empty fields between the numbers a and b; a = 0 and b = 19 at the ends of a row. In each round to come the
# row is offered some numbers, and one of them may be written. A future is a number of rounds and of numbers in each:
# few or many rounds, with one number or with a choice of several.
#
#     capacity    mean count of numbers written in the gap, if writing aims at as many as possible
#     full        chance that all fields are filled, if writing aims at nothing else
#
#     5 . . . . 14    is GAPS[5][14][4]

from kiebitz.engine.qwinto.sheet cimport HIGHEST, PLACES

cdef enum:
    FUTURES = 4


ctypedef double[HIGHEST + 1][HIGHEST + 2][PLACES + 1] GapTable      # by a, b, m


cdef struct Gap:
    float capacity[FUTURES]
    float full[FUTURES]

cdef Gap[HIGHEST + 1][HIGHEST + 2][PLACES + 1] GAPS
cdef double[HIGHEST + 1] CHANCE_OF      # by number: chance that an announcement that names a row has it

# Writes capacities, or with `product` chances to be full, for a future of `rounds` with `choices` numbers each.
cdef void fill_gap_table(GapTable* table, bint product, int rounds, int choices) noexcept nogil
