# The best play, without a list of all plays.

from libc.stdint cimport int32_t

from kiebitz.engine.kwatro.movegen.play_context cimport PlayContext

# Writes context.best and context.best_points. The context must have just been filled. If no play scores at least `least`
# points, best stays (0, 0) and best_points stays -1.
cdef void best_play(PlayContext* context, int32_t least) noexcept nogil
