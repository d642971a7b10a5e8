# Belief: moves tell something about hands. The weight of a world is the likelihood of the observed moves in it.
#
#   weight of a world  =  product over the observed moves of the other players of   exp(v(move) / T) / sum of exp(v(m) / T)
#
# v is the learned value after one ply, as the mover knows it. m runs over the candidate moves of the mover. The mover's hand
# before the move is the hand in the world without the cards drawn after the move. These cards are chosen at random, once for
# each world: a world and such a choice are one sample, so no average is needed.
# A move that no world can explain is ignored. A move that one world cannot explain excludes that world.

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport Move, Rules, State
from kiebitz.engine.kernels.one_ply cimport OnePly
from kiebitz.engine.rng cimport Rng

cdef enum:
    MOST_OBSERVED = 64      # largest number of observed moves
    ROOM = 64               # largest number of values of one decision


cdef struct ObservedMove:
    const State* before     # the observer's view from before the move
    Move move               # as the observer saw it


cdef struct Belief:
    const Rules* rules      # with learned weights
    const State* view       # the observer's present view
    const ObservedMove* observed    # of all players, latest first
    int count
    double temperature      # T, in points: a move better by T is chosen e times as often; infinite: moves tell nothing
    uint64_t seed           # the worlds are those of roll_out with this seed


cdef struct BeliefMemory:   # of one thread
    OnePly one_ply
    State* world
    State* before           # one state for each observed move


cdef int memory_new(BeliefMemory* memory, const Belief* belief) except -1 nogil
cdef void memory_free(BeliefMemory* memory) noexcept nogil
# Writes the log weights of the worlds first, first + 1, ...; -inf for an excluded world.
cdef int weigh(const Belief* belief, BeliefMemory* memory, long long first, int count, double* weights) except -1 nogil
# Writes the log weight of a given world, with draws from rng.
cdef int weigh_world(const Belief* belief, BeliefMemory* memory, const State* world, Rng* rng, double* weight) except -1 nogil
# Writes the values of the moves of a decision, in points: first the value of `move`, then those of the other candidates.
# `known` is the mover's view. `room` is the number of values that fit. Writes the number of values to `count`.
cdef int choice_values(OnePly* memory, State* known, Move move, double* values, int room, int* count) except -1 nogil
