# Expected numbers in the gaps of a row.
#
# A gap is m empty fields between the numbers a and b; a = 0 and b = 19 at the ends of a row. In each round to come the row
# gets some numbers to choose from, and one of them may be written. A future says how many rounds come, and how many numbers
# a round offers.
#
#     capacity    expected count of numbers written in the gap, if the player writes as many as possible
#     full        chance that all fields get filled, if the player aims at nothing else
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
cdef double[HIGHEST + 1] CHANCE_OF      # by number: chance that an announcement has it, given that it names the row

# Writes capacities, or with `product` the chances to be full.
#   rounds    number of rounds to come, 0 or more
#   choices   numbers offered in each round, 1 or more
cdef void fill_gap_table(GapTable* table, bint product, int rounds, int choices) noexcept nogil
