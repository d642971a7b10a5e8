# What moves tell about hands: worlds are weighed by how likely the moves seen would be in them.
#
#   weight of a world  =  product over the last moves seen of each other player of   exp(v(move) / T) / sum of exp(v(m) / T)
#
# v is the learned value after one ply, by what the mover knew, over the moves worth a thought. The mover's hand before the
# move follows from the hand in the world but for the cards drawn since, and which those are is drawn together with the
# world: a world and a draw are one sample, so that no average is needed. What every world fails to explain counts as
# unseen; what one world fails to explain rules that world out.

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport Move, Rules, State
from kiebitz.engine.kernels.one_ply cimport OnePly
from kiebitz.engine.rng cimport Rng

cdef enum:
    MOST_OBSERVED = 64      # moves that are looked at
    ROOM = 64               # values of one decision


cdef struct Observed:
    const State* before     # the observer's view from before the move
    Move move               # as the observer saw it


cdef struct Belief:
    const Rules* rules      # with learned weights
    const State* view       # the observer's present one
    const Observed* observed    # latest first, of all players
    int count
    double temperature      # points by which a move must be better to be chosen e times as often; infinite: moves tell nothing
    uint64_t seed           # world number w is the same one as roll_out's with this seed


cdef struct Memory:         # of one thread
    OnePly one_ply
    State* world
    State* before           # count of them


cdef int memory_new(Memory* memory, const Belief* belief) except -1 nogil
cdef void memory_free(Memory* memory) noexcept nogil
# Log weights of the worlds first, first + 1, ...; -inf for those ruled out.
cdef int weigh(const Belief* belief, Memory* memory, long long first, int count, double* weights) except -1 nogil
# The log weight of a given world, with draws from rng.
cdef int weigh_world(const Belief* belief, Memory* memory, const State* world, Rng* rng, double* weight) except -1 nogil
# The values of a decision: of the move first, then of every other move worth a thought; `known` is a view of the mover.
cdef int choice_values(OnePly* memory, State* known, Move move, double* values, int room, int* count) except -1 nogil
