# Node arena: the nodes of one or several search trees in one array, found by hash instead of by sibling lists.
#
#   nodes  [ root | root | node | node | ...      32 bytes each; an index never moves, so indices stand for pointers
#   slots  [ 0 | 3 | 0 | 0 | 1 | ...              4 bytes each; 1 + index of a node, at the hash of (parent, key) or after
#
# A node is the child of its parent by a key: the hash of a move as somebody saw it. Opponents move differently in every
# sampled world, so a node has many children of which one world allows few: those are looked up, the others never touched.
# Two moves of one parent share a node if the hashes of 64 bits agree: one chance in 10^15 for 200 children.

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t

from kiebitz.engine.game cimport Move
from kiebitz.engine.rng cimport mix

cdef enum:
    FEWEST_NODES = 1024
    NONE = 0xFFFFFFFF       # no node


cdef struct Node:           # 32 bytes
    uint64_t key
    uint32_t parent
    uint32_t visits
    uint32_t available      # visits of the parent in which this could have been chosen
    float mean              # utility for the player who moved here, over the visits
    float worth             # utility for the player to move here
    int8_t mover            # -1: a root
    int8_t to_move
    uint8_t spare[2]


cdef struct Nodes:
    Node* nodes
    uint32_t* slots
    uint32_t size
    uint32_t capacity       # doubles as needed, up to the limit
    uint32_t limit          # more nodes than these are a MemoryError
    uint32_t mask           # slots - 1, a power of two less one


cdef extern from *:
    """
    #define kz_fetch(address) __builtin_prefetch(address)
    """
    void fetch "kz_fetch"(const void* address) noexcept nogil


cdef inline uint32_t place(const Nodes* arena, uint32_t parent, uint64_t key) noexcept nogil:
    return <uint32_t>((key ^ parent * <uint64_t>0x9E3779B97F4A7C15) >> 20) & arena.mask


cdef inline uint64_t key_of(Move move) noexcept nogil:
    return mix(move.lo ^ mix(move.hi))


cdef int nodes_new(Nodes* arena, uint32_t limit) except -1 nogil
cdef void nodes_free(Nodes* arena) noexcept nogil
cdef void nodes_clear(Nodes* arena) noexcept nogil              # forgets the nodes, keeps the memory
cdef size_t nodes_bytes(const Nodes* arena) noexcept nogil      # memory taken
cdef inline void nodes_expect(const Nodes* arena, uint32_t parent, uint64_t key) noexcept nogil:
    """That child will be looked for soon: its slot is fetched meanwhile."""
    fetch(&arena.slots[place(arena, parent, key)])


cdef uint32_t nodes_find(const Nodes* arena, uint32_t parent, uint64_t key) noexcept nogil      # or NONE
# Appends a child that is not there yet, or a root (parent NONE); its index, or -1 and MemoryError with nothing changed.
cdef long long nodes_add(Nodes* arena, uint32_t parent, uint64_t key, int mover, int to_move) except -1 nogil
