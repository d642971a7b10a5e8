# The take of most cards of one sum, for the greedy policy. The search over unions of groups keeps only the best.

from kiebitz.engine.quanto.cards cimport Cards
from kiebitz.engine.quanto.groups cimport Groups


# As many numbers as possible that sum to less than `sum`.
cdef Cards smallest_below(Cards rest, int sum) noexcept nogil
# Of equally large takes the one with the smallest numbers; empty if there is no group.
cdef Cards best_take(const Groups* groups, Cards display, int sum) noexcept nogil
