# The table of Kwatro's functions for the search.

from libc.stdint cimport int32_t

from kiebitz.engine.game cimport Rules

cdef Rules kwatro_rules(const int32_t* options) noexcept
