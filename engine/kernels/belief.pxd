# Belief: what moves tell about hands. Worlds are weighted by the likelihood of the observed moves in them.
#
#   weight of a world  =  product over the observed moves of the other players of   exp(v(move) / T) / sum of exp(v(m) / T)
#
# v is the learned value after one ply, by what the mover knew, and m runs over the candidate moves. The mover's hand before the
# move is the hand in the world without the cards drawn since. Which cards those are is drawn together with the world: a
# world and a draw are one sample, so no average is needed. A move that no world can explain is ignored. A move that one
# world cannot explain excludes that world.

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport Move, Rules, State
from kiebitz.engine.kernels.one_ply cimport OnePly
from kiebitz.engine.rng cimport Rng

cdef enum:
    MOST_OBSERVED = 64      # observed moves
    ROOM = 64               # values of one decision


cdef struct ObservedMove:
    const State* before     # the observer's view from before the move
    Move move               # as the observer saw it


cdef struct Belief:
    const Rules* rules      # with learned weights
    const State* view       # the observer's present one
    const ObservedMove* observed    # of all players, latest first
    int count
    double temperature      # T, in points: a move better by T is chosen e times as often; infinite: moves tell nothing
    uint64_t seed           # world number w is the same as roll_out's with this seed


cdef struct BeliefMemory:   # of one thread
    OnePly one_ply
    State* world
    State* before           # as many as observed moves


cdef int memory_new(BeliefMemory* memory, const Belief* belief) except -1 nogil
cdef void memory_free(BeliefMemory* memory) noexcept nogil
# Writes the log weights of the worlds first, first + 1, ...; -inf for an excluded world.
cdef int weigh(const Belief* belief, BeliefMemory* memory, long long first, int count, double* weights) except -1 nogil
# Writes the log weight of a given world, with draws from rng.
cdef int weigh_world(const Belief* belief, BeliefMemory* memory, const State* world, Rng* rng, double* weight) except -1 nogil
# Writes the values of a decision: that of `move` first, then those of the other candidate moves. `known` is the mover's view.
cdef int choice_values(OnePly* memory, State* known, Move move, double* values, int room, int* count) except -1 nogil
