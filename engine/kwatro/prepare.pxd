# Preparing a hand and a table for generating plays.

from libc.stdint cimport int32_t

from kiebitz.engine.kwatro.board cimport Kwatro
from kiebitz.engine.kwatro.plays cimport Turn

cdef void prepare(Turn* turn, const Kwatro* k, const int32_t* options) noexcept nogil
cdef void prepare_best(Turn* turn) noexcept nogil                # to look for the best play only
cdef void prepare_lines(Turn* turn) noexcept nogil               # turn.line
cdef void prepare_words(Turn* turn, int size) noexcept nogil    # turn.words up to that size
