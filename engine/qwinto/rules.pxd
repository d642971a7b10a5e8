# The table of Qwinto's functions for the search.

from libc.stdint cimport int32_t

from kiebitz.engine.game cimport Rules


cdef Rules qwinto_rules(const int32_t* options) noexcept
