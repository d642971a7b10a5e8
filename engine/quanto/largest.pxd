# The take of most cards, for the greedy policy: a search over unions of groups that keeps only the best.

from kiebitz.engine.quanto.cards cimport Cards
from kiebitz.engine.quanto.groups cimport Groups


cdef Cards smallest_below(Cards rest, int sum) noexcept nogil       # as many numbers as possible that sum to less
cdef Cards largest_take(const Groups* groups, Cards display, int sum) noexcept nogil
