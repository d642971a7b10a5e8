# The heuristic, the greedy policy, and how far greedy games stray.
#
# Both rank a write by its points and by what it leaves of the sheet; they differ in what a point is worth. A gap of m empty
# fields between a and b still takes CAPACITY[a][b][m] numbers on average (see gaps.pxd). Writing n cuts it in two:
#
#      5 . . . . 14      n = 8 at the second place: capacity(5, 8, 1) + capacity(8, 14, 2) - capacity(5, 14, 4)
#           8

from libc.stdint cimport int16_t, int32_t, uint8_t

from kiebitz.engine.game cimport MarginModel, Move, Rules, State
from kiebitz.engine.qwinto.sheet cimport Sheet
from kiebitz.engine.qwinto.table cimport Hand


cdef struct Taste:          # in 1024ths of a number still to be written
    int32_t point           # a point now
    int32_t started[3]      # a field of a three-field column, by its fields that are filled already
    int32_t rightmost       # the rightmost field, for each
    int32_t above           # above this number
    int32_t decline         # a write of less is declined by who may
    int32_t penalty         # a write of less is given up for a penalty


# The best write as a decision: 1 + field, or DECLINED.
cdef int heuristic_write(const Sheet* sheet, int number, int colours, bint active) noexcept nogil
cdef int greedy_write(const Sheet* sheet, int number, int colours) noexcept nogil
# The heuristic's rank of the best placement and write with these cards.
cdef int32_t best_rank(const Sheet* sheet, const Hand* hand, const uint8_t* tops) noexcept nogil
cdef Move heuristic(const Rules* rules, const State* state) noexcept nogil
cdef Move greedy(const Rules* rules, const State* state) noexcept nogil
cdef void margin_model(const Rules* rules, const State* state, int player, int next, MarginModel* model) noexcept nogil
