# Plays with gaps (option contiguity = "same_row"): one play makes several separate runs in one row or column.

from kiebitz.engine.kwatro.movegen.play_context cimport PlayContext

# Appends the plays with gaps. context.list holds the plays without gaps, from index `first` on.
cdef int append_gapped_plays(PlayContext* context, Py_ssize_t first) except -1 nogil
