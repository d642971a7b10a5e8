"""Selection of a move at a node of a search tree."""

from libc.math cimport ceil, log, pow, sqrt

from kiebitz.engine.kernels.node_pool cimport NONE, Node


cdef int width_at(const NodePool* pool, const UctParams* uct, uint32_t node, int moves) noexcept nogil:
    cdef double k = ceil(uct.widening * pow(max(<double>pool.nodes[node].visits, 1.0), uct.alpha))
    return max(<int>min(k, <double>moves), 1)


cdef int select_candidate(NodePool* pool, const UctParams* uct, uint32_t node, const Candidate* candidates,
                          int n) noexcept nogil:
    cdef const Node* parent = &pool.nodes[node]
    cdef Node* child
    cdef double logarithm = log(1.0 + parent.visits), visits, total, bound, highest = -1e30
    cdef int i, selected = 0
    for i in range(n):
        visits = uct.prior_visits
        total = uct.prior_visits * (parent.worth + candidates[i].bias)
        if candidates[i].child == NONE:
            # A move without a child has no count of availability. It counts as always available.
            bound = total / visits + uct.c * sqrt(logarithm / visits)
        else:
            child = &pool.nodes[candidates[i].child]
            child.available += 1
            visits += child.visits
            total += child.visits * <double>child.mean
            bound = total / visits + uct.c * sqrt(log(1.0 + child.available) / visits)
        if bound > highest:
            highest = bound
            selected = i
    return selected
