# What is left for each player of Quanto, as numbers for the learned value.

from kiebitz.engine.game cimport Rules, State

cdef enum:
    FEATURES = 47
    STAGES = 20

cdef const char* FEATURE_NAMES

cdef int stage(const Rules* rules, const State* state) noexcept nogil
cdef void describe(const Rules* rules, const State* state, int eye, float* rows) noexcept nogil
