# Selection of a move at a node: UCT with availability counts, progressive widening and priors.
#
# The sampled world allows some moves. The best k = ceil(widening * visits^alpha) of them, by their priors, are candidates.
# The candidate with the highest
#
#   (visits * mean + prior_visits * (worth of the node + bias)) / (visits + prior_visits)
#       + c * sqrt(ln(1 + available) / (visits + prior_visits))
#
# is selected. A move starts as if it had `prior_visits` visits with the value of its prior (Gelly and Silver 2007). The bias is
# the difference of its prior to that of the best move, as utility.

from libc.stdint cimport uint32_t, uint64_t

from kiebitz.engine.game cimport Move
from kiebitz.engine.kernels.node_pool cimport NodePool


cdef struct UctParams:
    double c                # weight of exploration, 0 or more
    double alpha            # exponent of the widening, 0..1
    double widening         # candidates of a node with one visit, more than 0
    double prior_visits     # visits that a prior counts for, more than 0
    double prior_cap        # the largest difference of two priors, as a share of a win


cdef struct Candidate:      # 32 bytes
    Move move
    uint64_t key
    uint32_t child          # or NONE
    float bias              # 0 or less


# Number of candidates of a node that has so many moves.
cdef int width_at(const NodePool* pool, const UctParams* uct, uint32_t node, int moves) noexcept nogil
# The index of the selected candidate. All of them are counted as available.
cdef int select_candidate(NodePool* pool, const UctParams* uct, uint32_t node, const Candidate* candidates,
                          int n) noexcept nogil
