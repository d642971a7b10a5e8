# The features of Quanto: numbers that tell how much each player may still score.

from kiebitz.engine.game cimport Rules, State

cdef enum:
    FEATURES = 47
    PHASES = 20

cdef const char* FEATURE_NAMES

cdef int phase(const Rules* rules, const State* state) noexcept nogil
cdef void features(const Rules* rules, const State* state, int observer, float* rows) noexcept nogil
