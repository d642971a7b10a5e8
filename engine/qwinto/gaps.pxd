# What a gap of a row can still become, and the fields of a sheet with it.
#
# A gap of m empty fields lies between a and b, 0 and 19 at the ends of a row. In each of a number of rounds to come a row is
# offered some numbers, of which one may be written. There are four futures: few or many rounds of one number or of three.
#
#     capacity    numbers that the gap takes, on average, if as many as possible are wanted
#     full        how likely all its fields are filled, if nothing else is wanted

from kiebitz.engine.qwinto.sheet cimport HIGHEST, PLACES

cdef enum:
    FUTURES = 4


ctypedef double[HIGHEST + 1][HIGHEST + 2][PLACES + 1] Table     # by a, b, m


cdef struct Gap:
    float capacity[FUTURES]
    float full[FUTURES]

cdef Gap[HIGHEST + 1][HIGHEST + 2][PLACES + 1] GAPS
cdef double[HIGHEST + 1] CHANCE_OF      # that an announcement which names a row has this number

# Capacities, or with `product` chances to be filled, when so many rounds are to come with so many numbers each.
cdef void look_ahead(Table* table, bint product, int rounds, int choices) noexcept nogil
