# The best play only, without a list of all.

from libc.stdint cimport int32_t

from kiebitz.engine.kwatro.movegen.play_context cimport PlayContext

# Writes context.best and best_points for a context that was just filled. If no play scores `least` points or more,
# best stays (0, 0) and best_points -1.
cdef void best_play(PlayContext* context, int32_t least) noexcept nogil
