# Self-play: games to learn from, as samples of features and of the points still to come.
#
# One policy plays a game. Nothing is recorded before move number `start`. That move is a random one, so positions come up that
# the policy itself would avoid. From then on each node gives a sample for every player: one after the move, as its mover
# knows it, and one after nature has answered, as the mover or as all players together know it.

from libc.stdint cimport int32_t

from kiebitz.engine.game cimport MAX_FEATURES, MoveList, Rules, State
from kiebitz.engine.kernels.policy cimport Policy
from kiebitz.engine.rng cimport Rng


cdef struct Sample:
    int32_t phase
    int32_t player
    int32_t to_come         # points from here to the end
    int32_t score           # points so far
    float row[MAX_FEATURES]


cdef struct Samples:        # grows as needed; the owner frees the samples
    Sample* samples
    Py_ssize_t size
    Py_ssize_t capacity


# Plays one game to its end from a dealt state and appends its samples.
cdef int record_game(Policy* policy, State* state, int start, Rng* rng, MoveList* legal, Samples* into) except -1 nogil
