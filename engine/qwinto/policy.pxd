# The greedy policy and how far its games stray.
#
# Most points of this turn come first, then what the sheet is good for afterwards. A gap of m empty fields between a and
# b still takes CAPACITY[a][b][m] numbers, on average, of OFFERS announcements to come. Writing n cuts it in two:
#
#      5 . . . . 14      n = 8 at the second place: capacity(5, 8, 1) + capacity(8, 14, 2) - capacity(5, 14, 4)
#           8

from libc.stdint cimport int16_t, uint8_t

from kiebitz.engine.game cimport Move, Rules, State
from kiebitz.engine.qwinto.sheet cimport Sheet

# The best write as a decision: 1 + field, or DECLINED if none is legal.
cdef int greedy_write(const Sheet* sheet, int number, int colours) noexcept nogil
cdef Move greedy(const Rules* rules, const State* state) noexcept nogil
cdef double spread(const Rules* rules, const State* state) noexcept nogil
