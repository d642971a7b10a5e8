# The largest take of one sum, for the greedy policy. It searches the unions of groups and keeps only the best one.

from kiebitz.engine.quanto.cards cimport Cards
from kiebitz.engine.quanto.groups cimport Groups


# The take with the most cards. Of equally large takes it is the smallest word. Empty if there is no group.
cdef Cards best_take(const Groups* groups, Cards display, int sum) noexcept nogil
