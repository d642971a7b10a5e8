# Kwatro as the search sees it.

from libc.stdint cimport int32_t

from kiebitz.engine.game cimport Rules

cdef enum:
    DECISION = 0        # a turn: swap, play, trade or pass

cdef Rules kwatro_rules(const int32_t* options) noexcept
