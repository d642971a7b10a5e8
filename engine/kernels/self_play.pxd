# Self-play: samples of features and of the points still to come, for learning.
#
# One policy plays a game. Move number `start` is random, so that samples also come from positions that the policy avoids.
# Samples are recorded from this move on, one for every player at each of two nodes:
#
#   the chance node after a move        as the mover knows it
#   the decision after nature's moves   as the mover knows it, or as all players together know it, at random

from libc.stdint cimport int32_t

from kiebitz.engine.game cimport MAX_FEATURES, MoveList, Rules, State
from kiebitz.engine.kernels.policy cimport Policy
from kiebitz.engine.rng cimport Rng


cdef struct Sample:
    int32_t phase
    int32_t player
    int32_t to_come         # points that the player scores from here to the end
    int32_t score           # points so far
    float row[MAX_FEATURES]


cdef struct Samples:        # grows as needed; the owner frees the samples
    Sample* samples
    Py_ssize_t size
    Py_ssize_t capacity


# Plays one game to its end from a dealt state and appends its samples.
cdef int record_game(Policy* policy, State* state, int start, Rng* rng, MoveList* legal, Samples* into) except -1 nogil
