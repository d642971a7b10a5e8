# Games to learn from: what every player had before them, and what came of it.
#
# A game is played by a policy. Before move number `start` nothing is recorded and
# move `start` is a random one, so that positions come up which the player itself would not choose; from then on each node
# gives a Sample for every player: once after the move as its mover knows it, once after nature has answered, as the mover
# or as everybody together knows it.

from libc.stdint cimport int32_t

from kiebitz.engine.game cimport MAX_FEATURES, MoveList, Rules, State
from kiebitz.engine.kernels.policy cimport Policy
from kiebitz.engine.rng cimport Rng


cdef struct Sample:
    int32_t stage
    int32_t player
    int32_t to_come         # points from here to the end
    int32_t score           # points so far
    float row[MAX_FEATURES]


cdef struct Samples:        # grows; owned by whoever frees the samples
    Sample* samples
    Py_ssize_t size
    Py_ssize_t capacity


# Plays one game to its end from a dealt state and appends its samples.
cdef int record_game(Policy* policy, State* state, int start, Rng* rng, MoveList* legal, Samples* into) except -1 nogil
