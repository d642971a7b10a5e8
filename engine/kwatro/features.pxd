# Features of the learned value: numbers that tell how much each player may still score.

from kiebitz.engine.game cimport Rules, State

cdef enum:
    FEATURE_COUNT = 35
    PARTS = 12              # parts of a game
    PHASES = 24             # each part before and after a draw

cdef const char* FEATURE_NAMES

cdef int phase(const Rules* rules, const State* state) noexcept nogil
cdef void features(const Rules* rules, const State* state, int observer, float* rows) noexcept nogil
