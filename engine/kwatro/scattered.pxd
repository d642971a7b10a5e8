# Plays with holes (option contiguity = "same_row"): several plays in one row, each a run of its own, at once.

from kiebitz.engine.game cimport MoveList
from kiebitz.engine.kwatro.plays cimport Turn

# turn.list holds the plays without holes from `first` on; appends those with holes
cdef int scattered_plays(Turn* turn, Py_ssize_t first) except -1 nogil
