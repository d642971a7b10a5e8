# The greedy policy and the heuristic.
#
# Both rank a write by its points and by the sheet after it. They differ in the weight of a point. A gap of m empty fields
# between a and b still takes CAPACITY[a][b][m] numbers on average (gaps.pxd). A write of n cuts the gap in two:
#
#      5 . . . . 14      n = 8 at the second place: capacity(5, 8, 1) + capacity(8, 14, 2) - capacity(5, 14, 4)
#           8

from libc.stdint cimport int32_t, uint8_t

from kiebitz.engine.game cimport Move, Rules, State
from kiebitz.engine.qwinto.sheet cimport Sheet
from kiebitz.engine.qwinto.state cimport Hand


cdef struct RankWeights:    # unit: 1/1024 of a number that the sheet can still take
    int32_t point           # for each immediate point
    int32_t started[3]      # for a field of a three-field column, by the count of the column's other filled fields
    int32_t rightmost       # for the rightmost field of a row, times (number - above)
    int32_t above           # a number from the announced range, 1..18; see rightmost
    int32_t decline         # a player who is not active declines a write of at most this rank
    int32_t penalty         # the active player takes a penalty instead of a write of at most this rank


# The best write as a decision: 1 + field, or DECLINED.
cdef int heuristic_write(const Sheet* sheet, int number, int colours, bint active) noexcept nogil
cdef int greedy_write(const Sheet* sheet, int number, int colours) noexcept nogil
# The rank of the best placement of these cards together with its best write, by the heuristic.
cdef int32_t best_rank(const Sheet* sheet, const Hand* hand, const uint8_t* tops) noexcept nogil
cdef Move heuristic(const Rules* rules, const State* state) noexcept nogil
cdef Move greedy(const Rules* rules, const State* state) noexcept nogil
