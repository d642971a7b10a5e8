# Node pool: the nodes of one or several search trees in one array. Children are found by hash, not by lists of siblings.
#
#   nodes  [ root | root | node | node | ...      32 bytes each; a node keeps its index, so indices replace pointers
#   slots  [ 0 | 3 | 0 | 0 | 1 | ...              4 bytes each; 1 + index of a node, at the hash of (parent, key) or later
#
# A parent and a key name a node. The key is the hash of a move as the observer of the tree saw it. Opponents have other
# moves in every sampled world, so a node has many children, but one world allows few of them. Only those few are looked up.
# Two moves at one parent share a node if their 64-bit hashes are equal. With 200 children the chance is 1 in 10^15.

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t

from kiebitz.engine.game cimport Move
from kiebitz.engine.rng cimport mix

cdef enum:
    NONE = 0xFFFFFFFF       # no node


cdef struct Node:           # 32 bytes
    uint64_t key
    uint32_t parent
    uint32_t visits
    uint32_t available      # visits of the parent in which this node could have been selected
    float mean              # utility for the player who moved here, over the visits
    float worth             # utility for the player to move here
    int8_t mover            # the player who moved here; -1: a root
    int8_t to_move
    uint8_t spare[2]


cdef struct NodePool:
    Node* nodes
    uint32_t* slots
    uint32_t size
    uint32_t capacity       # doubles as needed, up to the limit
    uint32_t limit          # most nodes; one more raises MemoryError
    uint32_t mask           # number of slots - 1; the number of slots is a power of two


cdef extern from *:
    """
    #define kz_prefetch(address) __builtin_prefetch(address)
    """
    void prefetch "kz_prefetch"(const void* address) noexcept nogil


cdef inline uint32_t slot_of(const NodePool* pool, uint32_t parent, uint64_t key) noexcept nogil:
    """The slot at which the search for a child starts."""
    return <uint32_t>((key ^ parent * <uint64_t>0x9E3779B97F4A7C15) >> 20) & pool.mask


cdef inline uint64_t move_key(Move move) noexcept nogil:
    return mix(move.lo ^ mix(move.hi))


cdef inline void pool_prefetch(const NodePool* pool, uint32_t parent, uint64_t key) noexcept nogil:
    """Starts to load the slot of a child that will be looked up soon."""
    prefetch(&pool.slots[slot_of(pool, parent, key)])


cdef int pool_new(NodePool* pool, uint32_t limit) except -1 nogil
cdef void pool_free(NodePool* pool) noexcept nogil
cdef void pool_clear(NodePool* pool) noexcept nogil             # drops the nodes and keeps the memory
cdef size_t pool_bytes(const NodePool* pool) noexcept nogil     # bytes of memory in use
cdef uint32_t pool_find(const NodePool* pool, uint32_t parent, uint64_t key) noexcept nogil     # index of a child, or NONE
# Appends a child, or a root (parent NONE), and returns its index. A MemoryError leaves the pool as it was.
cdef long long pool_add(NodePool* pool, uint32_t parent, uint64_t key, int mover, int to_move) except -1 nogil
