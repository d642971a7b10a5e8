# Some of the legal moves of a display that has too many: the largest takes, and a uniform sample of all moves.
#
#   all moves if there are few  ----->  else  [ discards, fills | greedy | largest takes of each action | uniform sample ]
#
# A display of 33 cards has millions of moves, legal play by discards leads there, and nobody could look at all of them.

from kiebitz.engine.game cimport MoveList, Rules, State

cdef enum:
    MOST_INNER = 2000       # moves that `candidates` lists; of more it selects


# See Extras.generate_some.
cdef double generate_some(const Rules* rules, const State* state, Py_ssize_t most, MoveList* list) except -1 nogil
# See Rules.candidates. Displays with more than MOST_INNER moves get a selection without a sample.
cdef int candidates(const Rules* rules, const State* state, MoveList* list) except -1 nogil
