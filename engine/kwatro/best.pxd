# Looking for the best play only.

from libc.stdint cimport int32_t

from kiebitz.engine.kwatro.plays cimport Turn

# turn.best, by a turn that was prepared without a list; (0, 0) if nothing scores at least that much
cdef void best_play(Turn* turn, int32_t least) noexcept nogil
