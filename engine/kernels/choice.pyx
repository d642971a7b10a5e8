"""Choice at a node of a search tree."""

from libc.math cimport ceil, log, pow, sqrt

from kiebitz.engine.kernels.nodes cimport NONE, Node


cdef int width_at(const Nodes* arena, const Urge* urge, uint32_t node, int moves) noexcept nogil:
    cdef double k = ceil(urge.widening * pow(max(<double>arena.nodes[node].visits, 1.0), urge.alpha))
    return max(<int>min(k, <double>moves), 1)


cdef int choose(Nodes* arena, const Urge* urge, uint32_t node, const Candidate* candidates, int n) noexcept nogil:
    cdef const Node* parent = &arena.nodes[node]
    cdef Node* child
    cdef double logarithm = log(1.0 + parent.visits), total, result, urgency, most = -1e30
    cdef int i, chosen = 0
    for i in range(n):
        total = urge.trust
        result = urge.trust * (parent.worth + candidates[i].bias)
        if candidates[i].child == NONE:
            # Counted from here on; until then as if it had always been there.
            urgency = result / total + urge.c * sqrt(logarithm / total)
        else:
            child = &arena.nodes[candidates[i].child]
            child.available += 1
            total += child.visits
            result += child.visits * <double>child.mean
            urgency = result / total + urge.c * sqrt(log(1.0 + child.available) / total)
        if urgency > most:
            most = urgency
            chosen = i
    return chosen
