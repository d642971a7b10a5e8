# Plays with gaps (option contiguity = "same_row"): several plays in one row or column, each a run of its own, at once.

from kiebitz.engine.kwatro.movegen.play_context cimport PlayContext

# Appends the plays with gaps. context.list holds the plays without gaps, from index `first` on.
cdef int append_gapped_plays(PlayContext* context, Py_ssize_t first) except -1 nogil
