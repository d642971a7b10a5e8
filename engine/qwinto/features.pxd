# The features of a player of Qwinto: numbers from which the learned value expects the points to come.

from kiebitz.engine.game cimport Rules, State

cdef enum:
    FEATURES = 54
    PHASES = 10

cdef const char* FEATURE_NAMES

cdef int phase(const Rules* rules, const State* state) noexcept nogil
cdef void features(const Rules* rules, const State* state, int observer, float* rows) noexcept nogil
