# Selection of a move at a node: UCT with availability counts, progressive widening and priors.
#
# The sampled world allows some moves. The k = ceil(widening * visits^alpha) moves with the best priors are candidates. The
# selected candidate has the highest
#
#   (visits * mean + prior_visits * (worth of the node + bias)) / (visits + prior_visits)
#       + c * sqrt(ln(1 + available) / (visits + prior_visits))
#
# A move starts as if it had `prior_visits` visits with the value of its prior (Gelly and Silver 2007). The bias is its prior
# minus the prior of the best move, as utility (0 or less).

from libc.stdint cimport uint32_t, uint64_t

from kiebitz.engine.game cimport Move
from kiebitz.engine.kernels.node_pool cimport NodePool


cdef struct UctParams:
    double c                # weight of exploration, 0 or more
    double alpha            # exponent of the widening, 0..1
    double widening         # candidates at a node with one visit, more than 0
    double prior_visits     # weight of a prior in visits, more than 0
    double prior_cap        # largest difference of two priors that come from heuristic scores, as a share of a win


cdef struct Candidate:      # 32 bytes
    Move move
    uint64_t key
    uint32_t child          # index of the node after the move, or NONE
    float bias              # share of a win, 0 or less


# Number of candidates at a node with `moves` moves, at least 1.
cdef int width_at(const NodePool* pool, const UctParams* uct, uint32_t node, int moves) noexcept nogil
# Returns the index of the selected candidate. Counts all candidates as available.
cdef int select_candidate(NodePool* pool, const UctParams* uct, uint32_t node, const Candidate* candidates,
                          int n) noexcept nogil
