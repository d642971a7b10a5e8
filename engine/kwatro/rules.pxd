# Kwatro as the search sees it.

from libc.stdint cimport int32_t

from kiebitz.engine.game cimport Rules

cdef Rules kwatro_rules(const int32_t* options) noexcept
