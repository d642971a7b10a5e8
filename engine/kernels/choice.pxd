# Choice at a node of a search tree: UCB with availability counts, progressive widening, and priors as first-play urgency.
#
# Of the moves that the world at hand allows, the best k = ceil(widening * visits^alpha) by their priors are candidates.
# The one with the highest
#
#   (visits * mean + trust * (worth of the node + bias)) / (visits + trust)  +  c * sqrt(ln(1 + available) / (visits + trust))
#
# is chosen: a move starts as if tried `trust` times with what its prior promises (Gelly and Silver 2007), which is the
# first-play urgency. The bias is what its prior lacks to that of the best move, as utility.

from libc.stdint cimport uint32_t, uint64_t

from kiebitz.engine.game cimport Move
from kiebitz.engine.kernels.nodes cimport Nodes


cdef struct Urge:
    double c
    double alpha
    double widening
    double trust            # more than 0
    double cap              # the most that a rough value tells, as a share of a win


cdef struct Candidate:      # 32 bytes
    Move move
    uint64_t key
    uint32_t child          # or NONE
    float bias              # 0 or less


# How many candidates a node has, of so many moves.
cdef int width_at(const Nodes* arena, const Urge* urge, uint32_t node, int moves) noexcept nogil
# The index of the chosen candidate; all are counted as available.
cdef int choose(Nodes* arena, const Urge* urge, uint32_t node, const Candidate* candidates, int n) noexcept nogil
